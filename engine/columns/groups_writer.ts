/** Writes the groupings of the statistics: the groups of each row, and the aggregates over all rows. */
import type {IndexWriter} from '../file/index_file.ts';
import {SECTIONS, type TableMetadata} from '../file/section_names.ts';
import type {StringArray} from '../text/string_array.ts';
import {UNKNOWN_GROUP} from '../types.ts';
import {packOrdinals} from './packed_arrays.ts';

export interface Group {
  name: string;
  /** In code point order, so that ordinals break ties. */
  values: StringArray;
  /** By row; where rows have several, one after the other. */
  ordinals: Uint32Array;
  /** Where the ordinals of each row begin, and one more; null where every row has one. */
  offsets: Uint32Array | null;
  chronological: boolean;
}

/** Writes the ordinals and values of a grouping. */
export function writeGroup(index: IndexWriter, {name, values, ordinals, offsets}: Group): void {
  const names = SECTIONS.group(name);
  index.write(names.ordinals, packOrdinals(ordinals, values.offsets.length));
  index.write(names.values, values.bytes);
  index.write(names.value_offsets, values.offsets);
  if (offsets) index.write(names.ordinal_offsets, offsets);
}

/**
 * Writes counts, sums and numbers of values by ordinal over some rows, and the ordinals in the order
 * of the statistics: groups without a value have no sum and come after those with one.
 */
export function writeGroupAggregates(
  index: IndexWriter,
  {name, values, ordinals, offsets, chronological}: Group,
  summed: Float64Array | null,
  rows: Uint32Array,
): void {
  const groups = values.offsets.length - 1;
  const counts = new Uint32Array(groups);
  const sums = new Float64Array(groups);
  const valued = new Uint32Array(groups);
  for (const row of rows) {
    const value = summed ? summed[row]! : 0;
    const end = offsets ? offsets[row + 1]! : row + 1;
    for (let j = offsets ? offsets[row]! : row; j < end; j++) {
      const ordinal = ordinals[j]!;
      counts[ordinal]!++;
      if (Number.isNaN(value)) continue;
      sums[ordinal]! += value;
      valued[ordinal]!++;
    }
  }
  const unknown = ordinalOf(values, UNKNOWN_GROUP);
  const present = Array.from({length: groups}, (_, ordinal) => ordinal).filter(
    (ordinal) => counts[ordinal]! > 0,
  );
  present.sort((a, b) =>
    chronological
      ? Number(a === unknown) - Number(b === unknown) || b - a
      : Number(valued[b]! > 0) - Number(valued[a]! > 0) ||
        sums[b]! - sums[a]! ||
        counts[b]! - counts[a]! ||
        a - b,
  );
  const names = SECTIONS.group(name);
  index.write(names.counts, counts);
  index.write(names.sums, sums);
  if (summed) index.write(names.valued, valued);
  index.write(names.order, Uint32Array.from(present));
}

/** What some rows of the summed column add up to; null where nothing is summed. */
export function wholeOf(summed: Float64Array | null, rows: Uint32Array): TableMetadata['whole'] {
  if (!summed) return null;
  const whole = {sum: 0, values: 0};
  for (const row of rows) {
    const value = summed[row]!;
    if (Number.isNaN(value)) continue;
    whole.sum += value;
    whole.values++;
  }
  return whole;
}

/** Ordinal of a value, or -1. */
function ordinalOf({bytes, offsets}: StringArray, value: string): number {
  const wanted = Buffer.from(value);
  for (let ordinal = 0; ordinal + 1 < offsets.length; ordinal++) {
    if (wanted.equals(bytes.subarray(offsets[ordinal]!, offsets[ordinal + 1]!))) return ordinal;
  }
  return -1;
}

/** Groups of the statistics: by rank the group of each row, and the statistics of all rows, in their order. */

import type {IndexWriter} from '../file/index_file.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {StringArray} from '../text/string_array.ts';
import {UNKNOWN_GROUP} from '../types.ts';
import {packOrdinals} from './packed_arrays.ts';

export interface Group {
  name: string;
  values: StringArray;
  /** By rank; where rows have several, one after the other. */
  ordinals: Uint32Array;
  /** Where the codes of a rank begin, and one number more; null where every row has one. */
  offsets: Uint32Array | null;
  chronological: boolean;
}

/** Writes the codes and values of a group. */
export function writeGroup(index: IndexWriter, {name, values, ordinals: codes, offsets: at}: Group): void {
  const names = SECTIONS.group(name);
  index.write(names.ordinals, packOrdinals(codes, values.offsets.length));
  index.write(names.values, values.bytes);
  index.write(names.value_offsets, values.offsets);
  if (at) index.write(names.ordinal_offsets, at);
}

/**
 * Writes what the statistics are over the rows of `ranks` (all of them without it): counts and sums by code, and the
 * codes in the order of the answer. Values are in code point order, so that codes break ties.
 */
export function writeGroupAggregates(
  index: IndexWriter,
  {name, values, ordinals: codes, offsets: at, chronological}: Group,
  summed: Float64Array | null,
  ranks: Uint32Array | null,
): void {
  const groups = values.offsets.length - 1;
  const counts = new Uint32Array(groups);
  const sums = new Float64Array(groups);
  const length = ranks?.length ?? (at ? at.length - 1 : codes.length);
  for (let i = 0; i < length; i++) {
    const rank = ranks ? ranks[i]! : i;
    const value = summed ? summed[rank]! : 0;
    const end = at ? at[rank + 1]! : rank + 1;
    for (let j = at ? at[rank]! : rank; j < end; j++) {
      const code = codes[j]!;
      counts[code]!++;
      if (!Number.isNaN(value)) sums[code]! += value;
    }
  }
  const unknown = codeOf(values, UNKNOWN_GROUP);
  const present = Array.from({length: groups}, (_, code) => code).filter((code) => counts[code]! > 0);
  present.sort((a, b) =>
    chronological
      ? Number(a === unknown) - Number(b === unknown) || b - a
      : sums[b]! - sums[a]! || counts[b]! - counts[a]! || a - b,
  );
  const names = SECTIONS.group(name);
  index.write(names.counts, counts);
  index.write(names.sums, sums);
  index.write(names.order, Uint32Array.from(present));
}

/** Code of a value, or -1. */
function codeOf({bytes, offsets: at}: StringArray, value: string): number {
  const wanted = Buffer.from(value);
  for (let code = 0; code + 1 < at.length; code++) {
    if (wanted.equals(bytes.subarray(at[code]!, at[code + 1]!))) return code;
  }
  return -1;
}

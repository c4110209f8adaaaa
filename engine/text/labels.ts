/** The labels of a table's rows, which the search over all datasets ranks rows by and shows. */
import type {SectionReader} from '../file/section_reader.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate} from '../rowset/set_ops.ts';
import {readStrings} from './string_array.ts';
import type {TermDictionary} from './term_dictionary.ts';

/** 0: the label equals the text; 1: starts with it; 2: contains it; 3: none of these. */
export type Closeness = 0 | 1 | 2 | 3;

/** Labels are ordinals in the order of their folded text; `terms.count` as an ordinal encodes none. */
export interface Labels {
  /** The folded labels, with trigrams. */
  terms: TermDictionary;
  /** By row. */
  ordinals: Uint8Array | Uint16Array | Uint32Array;
  /** The rows of each label, ascending, from `offsets[ordinal]` up to the next offset. */
  rows: SectionReader;
  offsets: SectionReader;
  /** The published labels: their bytes, and where each begins. */
  values: SectionReader;
  valueOffsets: SectionReader;
}

/**
 * The rows of some labels, those of each ascending; null where there are more than `limit`. Valid until the
 * scratch is released.
 */
export function rowsOfLabels(
  {rows, offsets}: Labels,
  labels: Uint32Array,
  limit: number,
  scratch: Scratch,
): Uint32Array | null {
  const count = labels.length;
  const [begins, ends, pairs] = [scratch.u32(count), scratch.u32(count), scratch.u32(2 * count)];
  for (let i = 0; i < count; i++) ends[i] = labels[i]! + 2;
  offsets.readRanges(labels, ends, count, pairs);
  let total = 0;
  for (let i = 0; i < count; i++) {
    begins[i] = pairs[2 * i]!;
    ends[i] = pairs[2 * i + 1]!;
    total += ends[i]! - begins[i]!;
  }
  if (total > limit) return null;
  const all = scratch.u32(total);
  rows.readRanges(begins, ends, count, all);
  return all;
}

/** The published labels of some rows, in their order; empty where a row has none. */
export function publishedLabels(
  {terms, ordinals, values, valueOffsets}: Labels,
  rows: readonly number[],
  scratch: Scratch,
): string[] {
  const sorted = Uint32Array.from(rows, (row) => ordinals[row]!).sort();
  const distinct = deduplicate(sorted.subarray(0, lowerBound(sorted, terms.count)));
  const {bytes, ends} = readStrings(valueOffsets, values, distinct, scratch);
  return rows.map((row) => {
    if (ordinals[row]! >= terms.count) return '';
    const i = lowerBound(distinct, ordinals[row]!);
    return bytes.toString('utf8', ends[i - 1] ?? 0, ends[i]);
  });
}

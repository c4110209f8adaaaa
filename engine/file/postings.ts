/** Postings: the rows of each ordinal, ascending, as one array with offsets. */
import {Expected, expectElements, isFar} from './far_elements.ts';
import type {IndexWriter} from './index_file.ts';
import {SECTIONS} from './section_names.ts';
import type {Sections} from './typed_sections.ts';

/** The rows of ordinal `i` lie from `offsets[i]` up to `offsets[i + 1]`. */
export interface Postings {
  offsets: Uint32Array;
  rows: Uint32Array;
}

/** Calls back for every pair of ordinal and row, the rows of each ordinal ascending. */
export type ForEachPair = (onPair: (ordinal: number, row: number) => void) => void;

/** The pairs of a column with one ordinal a row; the number of values encodes null. */
export const pairsByRow =
  (ordinals: Uint32Array, values: number): ForEachPair =>
  (onPair) => {
    for (let row = 0; row < ordinals.length; row++) {
      const ordinal = ordinals[row]!;
      if (ordinal < values) onPair(ordinal, row);
    }
  };

/** The postings of so many values; `forEachPair` is called twice. */
export function collectPostings(values: number, forEachPair: ForEachPair): Postings {
  const offsets = new Uint32Array(values + 1);
  forEachPair((ordinal) => {
    offsets[ordinal + 1]!++;
  });
  for (let ordinal = 0; ordinal < values; ordinal++) offsets[ordinal + 1]! += offsets[ordinal]!;
  const next = offsets.slice(0, values);
  const rows = new Uint32Array(offsets[values]!);
  forEachPair((ordinal, row) => {
    rows[next[ordinal]!++] = row;
  });
  return {offsets, rows};
}

/** Writes the postings of so many values; `forEachPair` is called twice. */
export function writePostings(
  index: IndexWriter,
  prefix: string,
  values: number,
  forEachPair: ForEachPair,
): void {
  const {offsets, rows} = collectPostings(values, forEachPair);
  const names = SECTIONS.postings(prefix);
  index.write(names.offsets, offsets);
  index.write(names.rows, rows);
}

/** Postings in the layout of the file. */
export const openPostings = (sections: Sections, prefix: string): Postings => {
  const names = SECTIONS.postings(prefix);
  return {rows: sections.u32(names.rows), offsets: sections.u32(names.offsets)};
};

/**
 * Throws Missing for the postings of some ordinals, or the first `most` of each, where they are not there:
 * first for where they begin, then for all of them.
 */
export function expectPostings(
  rows: Uint32Array,
  offsets: Uint32Array,
  selected: Uint32Array,
  most = Number.POSITIVE_INFINITY,
): void {
  if (!isFar(rows)) return;
  expectElements(offsets, selected, 2);
  const expected = new Expected();
  for (let i = 0; i < selected.length; i++) {
    const from = offsets[selected[i]!]!;
    expected.add(rows, from, Math.min(offsets[selected[i]! + 1]!, from + most));
  }
  expected.check();
}

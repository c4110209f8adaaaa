/** Postings: the rows of each ordinal, ascending, as one array with offsets. */
import type {IndexWriter} from './index_file.ts';
import {SECTIONS} from './section_names.ts';
import type {Sections} from './typed_sections.ts';

/** Pairs of code and rank; called twice, with the ranks of each code ascending. */
export type ForEachPair = (found: (code: number, rank: number) => void) => void;

/** The code of each rank; the number of values stands for none. */
export const pairsByRow =
  (codes: Uint32Array, values: number): ForEachPair =>
  (found) => {
    for (let rank = 0; rank < codes.length; rank++) {
      const code = codes[rank]!;
      if (code < values) found(code, rank);
    }
  };

/** Ranks by code: those of a code stand from its place in `at` up to the next. */
export interface Postings {
  offsets: Uint32Array;
  rows: Uint32Array;
}

/** Writes the ranks of each code, and gives them. */
export function writePostings(index: IndexWriter, of: string, values: number, each: ForEachPair): Postings {
  const at = new Uint32Array(values + 1);
  each((code) => {
    at[code + 1]!++;
  });
  for (let code = 0; code < values; code++) at[code + 1]! += at[code]!;
  const next = at.slice(0, values);
  const ranks = new Uint32Array(at[values]!);
  each((code, rank) => {
    ranks[next[code]!++] = rank;
  });
  const names = SECTIONS.postings(of);
  index.write(names.at, at);
  index.write(names.ranks, ranks);
  return {offsets: at, rows: ranks};
}

/** The postings of a section family. */
export const openPostings = (sections: Sections, of: string): Postings => {
  const names = SECTIONS.postings(of);
  return {rows: sections.u32(names.ranks), offsets: sections.u32(names.at)};
};

/** Postings: the rows of each ordinal, ascending, as one array with offsets. */
import type {IndexWriter} from './index_file.ts';
import {SECTIONS} from './section_names.ts';
import type {Sections} from './typed_sections.ts';

/** Pairs of code and rank; called twice, with the ranks of each code ascending. */
export type Pairs = (found: (code: number, rank: number) => void) => void;

/** The code of each rank; the number of values stands for none. */
export const byRank =
  (codes: Uint32Array, values: number): Pairs =>
  (found) => {
    for (let rank = 0; rank < codes.length; rank++) {
      const code = codes[rank]!;
      if (code < values) found(code, rank);
    }
  };

/** Ranks by code: those of a code stand from its place in `at` up to the next. */
export interface Postings {
  at: Uint32Array;
  ranks: Uint32Array;
}

/** Writes the ranks of each code, and gives them. */
export function writePostings(index: IndexWriter, of: string, values: number, each: Pairs): Postings {
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
  index.section(names.at, at);
  index.section(names.ranks, ranks);
  return {at, ranks};
}

/** The postings of a section family. */
export const postingsOf = (sections: Sections, of: string): Postings => {
  const names = SECTIONS.postings(of);
  return {ranks: sections.u32(names.ranks), at: sections.u32(names.at)};
};

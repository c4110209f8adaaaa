/** What the lists of trigrams hold. */
import {offsetBits} from '../file/section_names.ts';

/** The list of one trigram, which is at `offset` in the substring: entries from `next` up to `end`. */
export interface TrigramList {
  offset: number;
  next: number;
  end: number;
}

/** Entries of trigram lists: an ordinal and, in the low bits, the offset of the trigram in the term. */
export interface EntryForm {
  /** Bits of the offset. */
  bits: number;
  /** Stands for an offset that does not fit; also the mask of the bits. */
  far: number;
}

/** The form of entries for a number of terms; see `offsetBits`. */
export function entryForm(terms: number): EntryForm {
  const bits = offsetBits(terms);
  return {bits, far: 2 ** bits - 1};
}

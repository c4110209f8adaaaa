/** Words that a mistyped one may mean. */
import {compareText} from './text.ts';

/** Errors that a word may have: one of four letters, two of eight. */
export function typingErrors(text: string): number {
  const {length} = [...text];
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

interface Near {
  word: string;
  edits: number;
  labels: number;
}

/** The order of near words: by edits, then those of most labels, then by code point. */
export const nearerFirst = (one: Near, other: Near): number =>
  one.edits - other.edits || other.labels - one.labels || compareText(one.word, other.word);

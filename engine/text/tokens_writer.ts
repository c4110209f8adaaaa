/** The words of the searched columns: a lexicon of all of them, and the rows of each. */

import {GrowableUint32} from '../file/growable.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {writePostings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import {type StringArray, StringArrayBuilder} from './string_array.ts';
import {writeSubstringBitmaps} from './substring_bitmaps.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';

/** One searched column: its folded values and, by rank, which of them the row has (the number of values: none). */
export interface SearchedColumn {
  folded: StringArray;
  ordinals: Uint32Array;
}

const BLANK = 0x20;

/** Words of each value, as numbers of `known`. */
function wordsOf(
  {bytes, offsets: at}: StringArray,
  known: Map<string, number>,
): {at: Uint32Array; words: Uint32Array} {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = new Uint32Array(at.length);
  const words = new GrowableUint32();
  for (let value = 0; value + 1 < at.length; value++) {
    let from = at[value]!;
    const end = at[value + 1]!;
    for (let i = from; i <= end; i++) {
      if (i < end && text[i] !== BLANK) continue;
      if (i > from) {
        const word = text.toString('latin1', from, i);
        let number = known.get(word);
        if (number === undefined) {
          number = known.size;
          known.set(word, number);
        }
        words.push(number);
      }
      from = i + 1;
    }
    starts[value + 1] = words.length;
  }
  return {at: starts, words: words.toArray()};
}

/** Bytes as text of one character each: their order is that of code points in UTF-8. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Writes the words of `rows` rows. */
export function writeTokens(index: IndexWriter, columns: readonly SearchedColumn[], rows: number): void {
  const known = new Map<string, number>();
  const parts = columns.map(({folded, ordinals: codes}) => ({codes, ...wordsOf(folded, known)}));
  const sorted = [...known.keys()].sort(byBytes);
  const texts = new StringArrayBuilder();
  const codeOf = new Uint32Array(known.size);
  for (const [code, word] of sorted.entries()) {
    texts.add(Buffer.from(word, 'latin1'));
    codeOf[known.get(word)!] = code;
  }
  const grams = writeTermDictionary(index, SECTIONS.tokens, texts.build(), true);
  const postings = writePostings(index, SECTIONS.tokens, known.size, (found) => {
    // By word, one more than the last row that has it.
    const seen = new Uint32Array(known.size);
    for (let rank = 0; rank < rows; rank++) {
      for (const {codes, at, words} of parts) {
        const value = codes[rank]!;
        if (value + 1 >= at.length) continue;
        for (let i = at[value]!; i < at[value + 1]!; i++) {
          const word = codeOf[words[i]!]!;
          if (seen[word] === rank + 1) continue;
          seen[word] = rank + 1;
          found(word, rank);
        }
      }
    }
  });
  if (grams) writeSubstringBitmaps(index, grams, postings, rows);
}

/** Writes the inverted index of a table's searched columns: a dictionary of all tokens, and the rows of each. */
import {GrowableUint32} from '../file/growable.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {collectPostings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import {type StringArray, StringArrayBuilder} from './string_array.ts';
import {writeSubstringBitmaps} from './substring_bitmaps.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';
import {writeTokenPostings} from './token_postings.ts';

/** One searched column: its folded values and, by row, the ordinal of its value (the number of values: none). */
export interface SearchedColumn {
  folded: StringArray;
  ordinals: Uint32Array;
}

const BLANK = 0x20;

/** The tokens of each value, by their number in `known`. */
function tokensByValue(
  {bytes, offsets}: StringArray,
  known: Map<string, number>,
): {tokenOffsets: Uint32Array; tokens: Uint32Array} {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tokenOffsets = new Uint32Array(offsets.length);
  const tokens = new GrowableUint32();
  for (let value = 0; value + 1 < offsets.length; value++) {
    let from = offsets[value]!;
    const end = offsets[value + 1]!;
    for (let i = from; i <= end; i++) {
      if (i < end && text[i] !== BLANK) continue;
      if (i > from) {
        const token = text.toString('latin1', from, i);
        let number = known.get(token);
        if (number === undefined) {
          number = known.size;
          known.set(token, number);
        }
        tokens.push(number);
      }
      from = i + 1;
    }
    tokenOffsets[value + 1] = tokens.length;
  }
  return {tokenOffsets, tokens: tokens.toArray()};
}

/** Bytes as strings of one character each: their order is that of UTF-8 and of code points. */
const byBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Writes the tokens of `rows` rows. */
export function writeTokens(index: IndexWriter, columns: readonly SearchedColumn[], rows: number): void {
  const known = new Map<string, number>();
  const columnTokens = columns.map(({folded, ordinals}) => ({ordinals, ...tokensByValue(folded, known)}));
  const sorted = [...known.keys()].sort(byBytes);
  const terms = new StringArrayBuilder();
  const ordinalOf = new Uint32Array(known.size);
  for (const [ordinal, token] of sorted.entries()) {
    terms.add(Buffer.from(token, 'latin1'));
    ordinalOf[known.get(token)!] = ordinal;
  }
  const trigrams = writeTermDictionary(index, SECTIONS.tokens, terms.build(), true);
  const postings = collectPostings(known.size, (onPair) => {
    // By token: one more than the last row that has it.
    const seen = new Uint32Array(known.size);
    for (let row = 0; row < rows; row++) {
      for (const {ordinals, tokenOffsets, tokens} of columnTokens) {
        const value = ordinals[row]!;
        if (value + 1 >= tokenOffsets.length) continue;
        for (let i = tokenOffsets[value]!; i < tokenOffsets[value + 1]!; i++) {
          const token = ordinalOf[tokens[i]!]!;
          if (seen[token] === row + 1) continue;
          seen[token] = row + 1;
          onPair(token, row);
        }
      }
    }
  });
  writeTokenPostings(index, postings, rows);
  if (trigrams) writeSubstringBitmaps(index, trigrams, postings, rows);
}

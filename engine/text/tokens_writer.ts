/** Writes the inverted index of a table's searched columns: a dictionary of all tokens, and the rows of each. */
import type {IndexWriter} from '../file/index_file.ts';
import {collectPostings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import {sortStrings} from './sort_strings.ts';
import {type StringArray, StringArrayBuilder} from './string_array.ts';
import {writeSubstringBitmaps} from './substring_bitmaps.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';
import {TokenOrdinals} from './token_ordinals.ts';
import {writeTokenPostings} from './token_postings.ts';
import {tokensByValue} from './value_tokens.ts';

/** One searched column: its folded values and, by row, the ordinal of its value (the number of values: none). */
export interface SearchedColumn {
  folded: StringArray;
  ordinals: Uint32Array;
}

/** Writes the tokens of `rows` rows. */
export function writeTokens(index: IndexWriter, columns: readonly SearchedColumn[], rows: number): void {
  const known = new TokenOrdinals();
  const columnTokens = columns.map(({folded, ordinals}) => ({ordinals, ...tokensByValue(folded, known)}));
  const all = known.tokens();
  const sorted = sortStrings(all);
  const terms = new StringArrayBuilder();
  const ordinalOf = new Uint32Array(known.count);
  for (const [ordinal, token] of sorted.entries()) {
    terms.add(all.bytes.subarray(all.offsets[token], all.offsets[token + 1]));
    ordinalOf[token] = ordinal;
  }
  for (const {tokens} of columnTokens)
    for (let i = 0; i < tokens.length; i++) tokens[i] = ordinalOf[tokens[i]!]!;
  const trigrams = writeTermDictionary(index, SECTIONS.tokens, terms.build(), true);
  const postings = collectPostings(known.count, (onPair) => {
    // By token: one more than the last row that has it.
    const seen = new Uint32Array(known.count);
    for (let row = 0; row < rows; row++) {
      for (const {ordinals, offsets, tokens} of columnTokens) {
        const value = ordinals[row]!;
        if (value + 1 >= offsets.length) continue;
        for (let i = offsets[value]!; i < offsets[value + 1]!; i++) {
          const token = tokens[i]!;
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

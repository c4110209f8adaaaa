/** Writes the inverted index of a table's searched columns: a dictionary of all tokens, and the rows of each. */
import {MEMORY_SOURCE} from '../file/byte_source.ts';
import type {IndexWriter} from '../file/index_file.ts';
import type {Postings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import {sortStrings} from './sort_strings.ts';
import {type StringArray, StringArrayBuilder} from './string_array.ts';
import {writeSubstringBitmaps} from './substring_bitmaps.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';
import {TokenOrdinals} from './token_ordinals.ts';
import {writeTokenPostings} from './token_postings.ts';
import {tokensByValue, type ValueTokens} from './value_tokens.ts';

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
  const postings = postingsOf(columnTokens, known.count, rows);
  writeTokenPostings(index, postings, rows);
  if (trigrams) writeSubstringBitmaps(index, trigrams, postings, rows);
}

/** The tokens of a column's values, and by row the ordinal of its value. */
interface TokenColumn extends ValueTokens {
  ordinals: Uint32Array;
}

/**
 * The rows of so many tokens. Both passes read every column of a row before the next, without a callback: what costs is memory read at
 * random, so the row that a token was last seen in lies beside its count, and in the second pass where the row goes.
 */
function postingsOf(columns: readonly TokenColumn[], count: number, rows: number): Postings {
  // By token: one more than the last row that has it, and the number of its rows.
  const counted = new Uint32Array(2 * count);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns.length; column++) {
      const {ordinals, offsets, tokens} = columns[column]!;
      const value = ordinals[row]!;
      if (value + 1 >= offsets.length) continue;
      const end = offsets[value + 1]!;
      for (let i = offsets[value]!; i < end; i++) {
        const at = 2 * tokens[i]!;
        if (counted[at] === row + 1) continue;
        counted[at] = row + 1;
        counted[at + 1]!++;
      }
    }
  }
  const postings = new Uint32Array(count + 1);
  for (let token = 0; token < count; token++)
    postings[token + 1] = postings[token]! + counted[2 * token + 1]!;
  return {source: MEMORY_SOURCE, offsets: postings, rows: rowsOf(columns, postings, rows)};
}

/** The rows of each token, which begin at `offsets`. */
function rowsOf(columns: readonly TokenColumn[], offsets: Uint32Array, rows: number): Uint32Array {
  const all = new Uint32Array(offsets[offsets.length - 1]!);
  const next = offsets.slice(0, -1);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns.length; column++) {
      const {ordinals, offsets: begins, tokens} = columns[column]!;
      const value = ordinals[row]!;
      if (value + 1 >= begins.length) continue;
      const end = begins[value + 1]!;
      for (let i = begins[value]!; i < end; i++) {
        const token = tokens[i]!;
        const at = next[token]!;
        // The row before it is of the same token, but for the first, which may be this row of the token before.
        if (at > offsets[token]! && all[at - 1] === row) continue;
        all[at] = row;
        next[token] = at + 1;
      }
    }
  }
  return all;
}

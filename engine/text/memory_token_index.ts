/** The inverted index of a table's tokens in memory, for the search over all datasets: its terms are kept as those on disk are. */
import {substringKey} from '../file/section_names.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {KeptTerms} from './kept_lists.ts';
import type {TermDictionary} from './term_dictionary.ts';
import {TermRows, type TokenSource, type WordReader} from './term_rows.ts';
import type {TokenPostings} from './token_postings.ts';

/** Tokens of the searched columns. */
export interface TokenIndex {
  terms: TermDictionary;
  postings: TokenPostings;
  /** Short substrings with very many rows: their keys, ascending, row counts and concatenated bitmaps. */
  substringBitmaps: {keys: Uint32Array; counts: Uint32Array; words: Uint32Array};
}

/** Longer substrings have no bitmap. */
const LONGEST = 3;

export class MemoryTokenIndex extends TermRows {
  constructor(tokens: TokenIndex, kept: KeptTerms) {
    super(tokensInMemory(tokens), kept.open());
  }
}

function tokensInMemory({terms, postings, substringBitmaps: {keys, counts, words}}: TokenIndex): TokenSource {
  return {
    containing(text, scratch) {
      const tokens = terms.containing(text, scratch);
      return text.length < 3 ? tokens.sort() : tokens;
    },
    ranges: (tokens, scratch) => postings.ranges(tokens, scratch),
    lists: readerOf(postings.words),
    substring(text) {
      if (text.length > LONGEST) return -1;
      const key = substringKey(text);
      const found = lowerBound(keys, key);
      return keys[found] === key ? found : -1;
    },
    counts,
    slots: counts.map((_, i) => i),
    bitmaps: readerOf(words),
    load: () => undefined,
  };
}

/** Reads words in memory. */
const readerOf = (words: Uint32Array): WordReader => ({
  read: (from, to, target) => target.set(words.subarray(from, to)),
  readRanges(from, to, count, target) {
    let at = 0;
    for (let i = 0; i < count; i++) {
      const length = to[i]! - from[i]!;
      if (length === 1) target[at] = words[from[i]!]!;
      else target.set(words.subarray(from[i]!, to[i]!), at);
      at += length;
    }
    return at;
  },
});

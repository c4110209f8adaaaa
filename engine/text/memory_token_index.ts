/** The inverted index of a table's tokens in memory, for the search over all datasets: its terms are kept as those on disk are. */
import type {KeptTerms} from './kept_lists.ts';
import type {StayingPostings} from './staying_postings.ts';
import type {StoredBitmaps} from './stored_bitmaps.ts';
import type {TermDictionary} from './term_dictionary.ts';
import {TermRows, type TokenSource, type WordReader} from './term_rows.ts';
import {TokenPostings} from './token_postings.ts';

/** Tokens of the searched columns. */
export interface TokenIndex {
  terms: TermDictionary;
  postings: TokenPostings | StayingPostings;
  substringBitmaps: StoredBitmaps;
}

export class MemoryTokenIndex extends TermRows {
  constructor(tokens: TokenIndex, kept: KeptTerms) {
    super(tokensInMemory(tokens), kept.open());
  }
}

function tokensInMemory({terms, postings, substringBitmaps}: TokenIndex): TokenSource {
  const {counts, words} = substringBitmaps;
  if (!(postings instanceof TokenPostings) || !words) throw new Error('these tokens are not in memory');
  return {
    containing(text, scratch) {
      const tokens = terms.containing(text, scratch);
      return text.length < 3 ? tokens.sort() : tokens;
    },
    equalTo(text) {
      const [from, to] = terms.equalTo(text);
      return Uint32Array.from({length: to - from}, (_, i) => from + i);
    },
    ranges: (tokens, scratch) => postings.ranges(tokens, scratch),
    lists: readerOf(postings.words),
    substring: (text) => substringBitmaps.slotOf(text),
    counts,
    slots: counts.map((_, i) => i),
    bitmaps: readerOf(words),
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

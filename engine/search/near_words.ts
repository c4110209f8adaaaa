/** Words of labels that a mistyped one may mean. */
import {SEARCH} from '../../datasets/global_search.ts';
import {nearerFirst, typingErrors} from '../../datasets/rules/typing_errors.ts';
import type {Table} from '../query/table.ts';
import type {Budget, Typed} from '../text/nearest_terms.ts';
import type {NearWord, NearWordsQuery} from '../types.ts';

/** Prefixes of words that are looked at: some milliseconds, however many words there are. */
const MOST_PREFIXES = 1 << 14;

const TABLES = [...new Set(Object.values(SEARCH).flatMap((members) => members.map(({table}) => table)))];

/** The nearest first, of equally near ones those of most labels. */
export function nearWords(tableOf: (name: string) => Table, {text, limit}: NearWordsQuery): NearWord[] {
  const budget: Budget = {prefixes: MOST_PREFIXES};
  for (let most = 1; most <= typingErrors(text); most++) {
    // Of words with two errors the first letter is right: else most beginnings of all words would be near.
    const typed: Typed = {text: Buffer.from(text), most, isFirstRight: most > 1};
    const words = wordsOf(tableOf, typed, budget);
    if (words.length > 0) return words.sort(nearerFirst).slice(0, limit);
  }
  return [];
}

function wordsOf(tableOf: (name: string) => Table, typed: Typed, budget: Budget): NearWord[] {
  const words = new Map<string, NearWord>();
  for (const name of TABLES) {
    for (const {word, edits, labels} of tableOf(name).search!.labelWords.nearest(typed, budget)) {
      const known = words.get(word) ?? {word, edits, labels: 0};
      words.set(word, {...known, labels: known.labels + labels});
    }
  }
  return [...words.values()];
}

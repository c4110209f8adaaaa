/** What the wider search says where it finds nothing: why, and what may be meant. */
import {billNumberIn} from '../../../datasets/rules/bill_numbers.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Engine, Hits} from '../../../engine/types.ts';
import type {Hint} from '../routes/hints.ts';
import {hintsOfSearch} from './hints.ts';
import {widerGroups} from './search_wider.ts';

/**
 * Words that are corrected, words that each may mean, and texts that are tried: each costs a look-up or a
 * search.
 */
const MOST_WORDS = 3;
const MOST_MEANT = 4;
const MOST_TEXTS = 5;

/** The five groups of the wider search. */
export function fiveGroups(engine: Engine, text: string, limit: number): Hits[] {
  const bill = billNumberIn(text) ?? undefined;
  return engine.search({text, limit, wider: true, bill});
}

/** Results of the wider search for a folded text. */
function totalOf(engine: Engine, text: string): number {
  const five = fiveGroups(engine, text, 1);
  const more = widerGroups(engine, {q: text, text, limit: 1, lang: 'both'});
  return [...five, ...Object.values(more)].reduce((sum, {total}) => sum + total, 0);
}

/** Words that one without a match may mean, without the signs behind them; of numbers nobody can say. */
function meantBy(engine: Engine, word: string): string[] {
  if (/\d/.test(word)) return [];
  const near = engine.nearWords({text: word, limit: MOST_MEANT});
  return [...new Set(near.map((one) => one.word.replace(/[^\p{L}\p{N}]+$/u, '')))];
}

/** The texts that differ in one more of the words each, those of the nearest words first. */
const combined = (meant: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string>[] =>
  [...meant].reduce<ReadonlyMap<string, string>[]>(
    (all, [word, others]) => others.flatMap((other) => all.map((one) => new Map([...one, [word, other]]))),
    [new Map()],
  );

/**
 * The text with words that there are in place of those that are nowhere; null where none of the tried finds
 * anything.
 */
function meantText(engine: Engine, text: string, hints: readonly Hint[]): string | null {
  const nowhere = hints.filter(({reason}) => reason === 'no_match').map(({value}) => value);
  if (nowhere.length === 0 || nowhere.length > MOST_WORDS) return null;
  const meant = new Map<string, string[]>();
  for (const word of nowhere) meant.set(word, meantBy(engine, word));
  for (const words of combined(meant).slice(0, MOST_TEXTS)) {
    const other = text
      .split(' ')
      .map((word) => words.get(word) ?? word)
      .join(' ');
    if (totalOf(engine, other) > 0) return other;
  }
  return null;
}

/** Members of `meta` for a text that finds nothing. */
export function explainNothing(engine: Engine, q: string): Record<string, Json> {
  const hints = hintsOfSearch(q, engine, (text) => totalOf(engine, text));
  const meant = hints && meantText(engine, fold(q), hints);
  return {...(meant !== null && {did_you_mean: meant}), ...(hints && {hints})};
}

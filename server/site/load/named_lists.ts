/** Lists that a search names: `Calgary permits`, `contracts 2024`, `lobbying defence`. */
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Engine} from '../../../engine/types.ts';
import {SEARCH_WORDS} from '../../labels/search_words.ts';
import {ask, unless} from '../ask.ts';
import {LISTS, type Pairs, withQuery} from '../paths.ts';

export interface NamedList {
  dataset: string;
  total: number;
  /** Below a language, with its filters. */
  path: string;
  /** What it is filtered by, as people read it: a city, a year, the other words. */
  by: readonly string[];
}

const YEAR = /\b(?:19|20)\d\d\b/;

/** Names of cities without what tells cities of one name apart. */
const CITIES = Object.entries(MUNICIPALITIES).map(([slug, {name}]) => ({slug, name, words: fold(name)}));

/** A text without some of its words. */
const without = (text: string, words: string): string =>
  ` ${text} `.replace(` ${words} `, ' ').trim().replace(/\s+/g, ' ');

const hasWords = (text: string, words: string): boolean => ` ${text} `.includes(` ${words} `);

/** The dataset that a text names, and the words that do. */
function datasetIn(text: string): {dataset: string; words: string} | null {
  const named = Object.entries(SEARCH_WORDS).flatMap(([dataset, all]) =>
    all.filter((words) => hasWords(text, words)).map((words) => ({dataset, words})),
  );
  return named.toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
}

/** The filters of a year: those of the first pair of days that the list has. */
function yearFilters(parameters: Readonly<Record<string, unknown>>, year: string): Pairs | null {
  const ends = [
    ['date_from', 'date_to'],
    ['issued_after', 'issued_before'],
  ].find(([from]) => parameters[from!]);
  return ends
    ? [
        [ends[0]!, `${year}-01-01`],
        [ends[1]!, `${year}-12-31`],
      ]
    : null;
}

/** The list that a text names with what else it says as filters; null: it names none, or nothing matches. */
export function namedList(engine: Engine, asked: string): NamedList | null {
  const text = fold(asked);
  const named = datasetIn(text);
  if (!named) return null;
  const {path, parameters} = LISTS.get(named.dataset)!;
  let rest = without(text, named.words);
  const pairs: [string, string][] = [];
  const by: string[] = [];
  const city = parameters['municipality'] && CITIES.find(({words}) => hasWords(rest, words));
  if (city) {
    pairs.push(['municipality', city.slug]);
    by.push(city.name);
    rest = without(rest, city.words);
  }
  const year = YEAR.exec(rest)?.[0];
  const ofYear = year === undefined ? null : yearFilters(parameters, year);
  if (ofYear) {
    pairs.push(...ofYear);
    by.push(year!);
    rest = without(rest, year!);
  }
  if (rest !== '') {
    if (!parameters['q']) return null;
    pairs.push(['q', rest]);
    by.push(rest);
  }
  return unless<NamedList | null>(
    400,
    () => {
      const {total} = ask(engine, path, [...pairs, ['limit', '1']]).meta;
      return total === 0 ? null : {dataset: named.dataset, total, path: withQuery(path, pairs), by};
    },
    () => null,
  );
}

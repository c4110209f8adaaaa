/** Lists that a search names: `Calgary permits`, `non-competitive contracts national defence 2024`. */
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Engine} from '../../../engine/types.ts';
import type {ListRoute} from '../../api/routes/types.ts';
import {labelledValues, valueLabel} from '../../labels/index.ts';
import {SEARCH_WORDS} from '../../labels/search_words.ts';
import {ask, unless} from '../ask.ts';
import {LISTS, type Pairs, withQuery} from '../paths.ts';
import {fieldOf} from '../view/filter_text.ts';
import {readable} from '../view/readable.ts';
import type {Words} from '../view/types.ts';
import {departmentsIn} from './departments_in.ts';
import {hasWords, plainText, withoutStopWords, withoutWords, wordsIn, YEAR} from './plain_words.ts';

export interface NamedList {
  dataset: string;
  total: number;
  /** Below a language, with its filters. */
  path: string;
  /** What it is filtered by, as people read it: a city, a year, a department, the other words. */
  by: readonly string[];
}

/** Names of cities without what tells cities of one name apart. */
const CITIES = Object.entries(MUNICIPALITIES).map(([slug, {name}]) => ({slug, name, words: fold(name)}));

/** The words by which a text names a dataset: the longest ones. */
function datasetIn(text: string): {dataset: string; words: string} | null {
  const named = Object.entries(SEARCH_WORDS).flatMap(([dataset, all]) =>
    all.filter((words) => hasWords(text, words)).map((words) => ({dataset, words})),
  );
  return named.toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
}

/** A part of the text that is a filter: its words, the filter, and how people read it. */
interface Part {
  words: string;
  pairs: Pairs;
  by: string;
}

/** A reader of one kind of filter in what is left of a text; null where there is none. */
type ReadPart = (view: Words, engine: Engine, route: ListRoute, rest: string) => Part | null;

const cityIn: ReadPart = (_, __, {parameters}, rest) => {
  const city = parameters['municipality'] && CITIES.find(({words}) => hasWords(rest, words));
  return city ? {words: city.words, pairs: [['municipality', city.slug]], by: city.name} : null;
};

/** The first pair of days that the list has. */
const yearIn: ReadPart = (_, __, {parameters}, rest) => {
  const year = YEAR.exec(rest)?.[0];
  const [from, to] =
    [
      ['date_from', 'date_to'],
      ['issued_after', 'issued_before'],
    ].find(([first]) => parameters[first!]) ?? [];
  if (year === undefined || from === undefined) return null;
  return {
    words: year,
    pairs: [
      [from, `${year}-01-01`],
      [to!, `${year}-12-31`],
    ],
    by: year,
  };
};

/** Shorter values are words of sentences: `on` is no province. */
const SHORTEST_VALUE = 5;

/** A code of a filter by its name in either language, with or without hyphens; the longest that occurs. */
const valueIn: ReadPart = (view, _, {parameters}, rest) => {
  const all = Object.entries(parameters).flatMap(([name, parameter]) => {
    if (parameter.key || !(parameter.op === 'exact' || parameter.values)) return [];
    const field = fieldOf(name, parameter);
    return (parameter.values ?? labelledValues(field)).flatMap((value) => {
      const label = valueLabel(field, value);
      const texts = [value, ...(label ? [label.en, label.fr] : [])].map(fold);
      return texts
        .flatMap((text) => [text, text.replaceAll('-', ' ')])
        .flatMap((words) => (words.length < SHORTEST_VALUE ? [] : (wordsIn(rest, words) ?? [])))
        .map((words) => ({words, pairs: [[name, value]] as Pairs, by: readable(view, field, value)}));
    });
  });
  return all.toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
};

const departmentIn: ReadPart = (view, engine, {parameters}, rest) => {
  if (!parameters['department_key']) return null;
  const [first] = departmentsIn(view, engine, rest);
  return first ? {words: first.words, pairs: [['department_key', first.key]], by: first.label} : null;
};

/** The parts that a text has, each once, and the other words. */
function partsOf(
  readers: readonly ReadPart[],
  ...[view, engine, route, text]: Parameters<ReadPart>
): {pairs: Pairs; by: string[]; rest: string} {
  const found: {pairs: Pairs; by: string[]; rest: string} = {pairs: [], by: [], rest: text};
  for (const read of readers) {
    const part = read(view, engine, route, found.rest);
    if (!part) continue;
    found.pairs = [...found.pairs, ...part.pairs];
    found.by.push(part.by);
    found.rest = withoutWords(found.rest, part.words);
  }
  return {...found, rest: withoutStopWords(found.rest)};
}

/** From the strictest reading to the one that looks for most words as they are. */
const READINGS: readonly (readonly ReadPart[])[] = [
  [cityIn, yearIn, departmentIn, valueIn],
  [cityIn, yearIn],
];

/** The list of one reading of a text; null where it has no record, or cannot be asked. */
function listOf(view: Words, engine: Engine, route: ListRoute, text: string, readers: readonly ReadPart[]) {
  const {pairs, by, rest} = partsOf(readers, view, engine, route, text);
  if (rest !== '' && !route.parameters['q']) return null;
  const all: Pairs = rest === '' ? pairs : [...pairs, ['q', rest]];
  return unless<NamedList | null>(
    400,
    () => {
      const {total} = ask(engine, route.path, [...all, ['limit', '1']]).meta;
      const words = rest === '' ? by : [...by, rest];
      return total === 0
        ? null
        : {dataset: route.dataset, total, path: withQuery(route.path, all), by: words};
    },
    () => null,
  );
}

/** The list that a text names with what else it says as filters; null: it names none, or nothing matches. */
export function namedList(view: Words, engine: Engine, asked: string): NamedList | null {
  const text = plainText(asked);
  const plain = withoutStopWords(text);
  // Names of lists have such words, too: `permis de construire`.
  const named = [text, plain]
    .flatMap((one) => datasetIn(one) ?? [])
    .toSorted((a, b) => b.words.length - a.words.length)[0];
  if (!named) return null;
  const rest = withoutWords(hasWords(text, named.words) ? text : plain, named.words);
  const route = LISTS.get(named.dataset)!;
  for (const readers of READINGS) {
    const list = listOf(view, engine, route, rest, readers);
    if (list) return list;
  }
  return null;
}

/** Lists that a search names: `Calgary permits`, `non-competitive contracts national defence 2024`. */
import {MUNICIPALITIES} from '../../../datasets/municipalities.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import type {ListRoute} from '../../api/routes/types.ts';
import {FRENCH_SUBJECTS} from '../../labels/french_subjects.ts';
import {labelledValues, parameterLabel, valueLabel} from '../../labels/index.ts';
import {NAMING_VALUES, SEARCH_WORDS} from '../../labels/search_words.ts';
import {wordsFor} from '../../labels/words.ts';
import {ask, unless} from '../ask.ts';
import {formatMoney} from '../format.ts';
import {LISTS, type Pairs, withQuery} from '../paths.ts';
import {fieldOf} from '../view/filter_text.ts';
import {readable} from '../view/readable.ts';
import type {Words} from '../view/types.ts';
import {departmentsIn} from './departments_in.ts';
import {
  amountOf,
  hasWords,
  plainText,
  spellings,
  withoutStopWords,
  withoutWords,
  wordsIn,
  YEAR,
} from './plain_words.ts';

export interface NamedList {
  dataset: string;
  total: number;
  /** Below a language, with its filters. */
  path: string;
  /** What it is filtered by, as people read it: a city, a year, a department, the other words. */
  by: readonly string[];
  /** Its first records; none of a list without filters. */
  rows: readonly Row[];
}

/** Most records of a list that are shown. */
const MOST_ROWS = '10';

/** Shorter values are words of sentences: `on` is no province. */
const SHORTEST_VALUE = 5;

/** Names of cities without what tells cities of one name apart. */
const CITIES = Object.entries(MUNICIPALITIES).map(([slug, {name}]) => ({slug, name, words: fold(name)}));

/** The words by which a text names a dataset: the longest ones. */
function datasetIn(text: string): {dataset: string; words: string} | null {
  const named = Object.entries(SEARCH_WORDS).flatMap(([dataset, all]) =>
    all.filter((words) => hasWords(text, words)).map((words) => ({dataset, words})),
  );
  return named.toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
}

/** The longest words of a value of a field in a text, in either language; null: it has none of them. */
function valueWords(text: string, field: string, value: string): string | null {
  const label = valueLabel(field, value);
  const found = [value, ...(label ? [label.en, label.fr] : []), ...wordsFor(field, value)]
    .flatMap(spellings)
    .flatMap((words) => (words.length < SHORTEST_VALUE ? [] : (wordsIn(text, words) ?? [])));
  return found.toSorted((a, b) => b.length - a.length)[0] ?? null;
}

/**
 * The dataset that a text names, and the words that do. The words of a value of `NAMING_VALUES` count
 * first, so that `sans appel d'offres` names contracts and no tenders.
 */
function namedIn(text: string): {dataset: string; words: string} | null {
  for (const [dataset, value] of Object.entries(NAMING_VALUES)) {
    const words = valueWords(text, ...value);
    if (words !== null) return datasetIn(withoutWords(text, words)) ?? {dataset, words: ''};
  }
  return datasetIn(text);
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

/** A code of a filter by its name in either language, or another word for it; the longest that occurs. */
const valueIn: ReadPart = (view, _, {parameters}, rest) => {
  const all = Object.entries(parameters).flatMap(([name, parameter]) => {
    if (parameter.key || !(parameter.op === 'exact' || parameter.values)) return [];
    const field = fieldOf(name, parameter);
    return (parameter.values ?? labelledValues(field)).flatMap((value) => {
      const words = valueWords(rest, field, value);
      return words === null
        ? []
        : [{words, pairs: [[name, value]] as Pairs, by: readable(view, field, value)}];
    });
  });
  return all.toSorted((a, b) => b.words.length - a.words.length)[0] ?? null;
};

/** The filters by whole subjects. */
const SUBJECT = 'subject_key';

/** The subjects of lobbying of one name, in either language; the longest that occurs. */
const subjectIn: ReadPart = ({t}, _, {parameters}, rest) => {
  if (!parameters[SUBJECT]) return null;
  const [first, ...others] = Object.entries(FRENCH_SUBJECTS)
    .flatMap(([english, french]) =>
      [english, french].flatMap((name) => {
        const words = spellings(name).flatMap((one) => wordsIn(rest, one) ?? [])[0];
        return words === undefined ? [] : [{english, label: {en: english, fr: french}, words}];
      }),
    )
    .toSorted((a, b) => b.words.length - a.words.length);
  if (!first) return null;
  // Two subjects may have one name in French.
  const same = [first, ...others].filter(({words}) => words === first.words);
  const keys = [...new Set(same.map(({english}) => encodeURIComponent(english)))];
  return {
    words: first.words,
    pairs: [[SUBJECT, keys.join(',')]],
    by: t('search.subject', {subject: t(first.label)}),
  };
};

/** An amount that values are larger or smaller than. */
const amountIn: ReadPart = ({t, language}, _, {dataset, parameters}, rest) => {
  const found = amountOf(rest);
  if (!found || !parameters[found.filter]) return null;
  const {filter, amount, words} = found;
  return {
    words,
    pairs: [[filter, String(amount)]],
    by: `${t(parameterLabel(dataset, filter))} ${formatMoney(amount, language)}`,
  };
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
  [cityIn, amountIn, yearIn, departmentIn, valueIn],
  [cityIn, amountIn, yearIn],
];

/** Words that are a subject are looked for as one, too. */
const AS_SUBJECT: readonly ReadPart[] = [amountIn, yearIn, subjectIn];

/** The list of one reading of a text; null where it has no record, or cannot be asked. */
function listOf(view: Words, engine: Engine, route: ListRoute, text: string, readers: readonly ReadPart[]) {
  const {pairs, by, rest} = partsOf(readers, view, engine, route, text);
  if (rest !== '' && !route.parameters['q']) return null;
  const all: Pairs = rest === '' ? pairs : [...pairs, ['q', rest]];
  return unless<NamedList | null>(
    400,
    () => {
      const shown: Pairs = [
        ['limit', all.length === 0 ? '1' : MOST_ROWS],
        ['lang', view.language],
      ];
      const {data, meta} = ask(engine, route.path, [...all, ...shown]);
      const {total} = meta;
      const words = rest === '' ? by : [...by, view.t('search.word', {q: rest})];
      const rows = all.length === 0 ? [] : data;
      return total === 0
        ? null
        : {dataset: route.dataset, total, path: withQuery(route.path, all), by: words, rows};
    },
    () => null,
  );
}

/**
 * The lists that a text names with what else it says as filters, at most two: words may be a subject, and be
 * looked for as they are. None: it names no list, or nothing matches.
 */
export function namedLists(view: Words, engine: Engine, asked: string): NamedList[] {
  const text = plainText(asked);
  const plain = withoutStopWords(text);
  // Names of lists have such words, too: `permis de construire`.
  const named = [text, plain]
    .flatMap((one) => namedIn(one) ?? [])
    .toSorted((a, b) => b.words.length - a.words.length)[0];
  if (!named) return [];
  const rest = withoutWords(hasWords(text, named.words) ? text : plain, named.words);
  const route = LISTS.get(named.dataset)!;
  const listBy = (readers: readonly ReadPart[]) => listOf(view, engine, route, rest, readers);
  const isSubject = subjectIn(view, engine, route, rest) !== null;
  const bySubject = isSubject ? listBy(AS_SUBJECT) : null;
  for (const readers of READINGS) {
    const list = listBy(readers);
    if (list) return bySubject ? [bySubject, list] : [list];
  }
  return bySubject ? [bySubject] : [];
}

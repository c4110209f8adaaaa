/** Loads the results of the search, and suggestions while typing: names first, then records. */

import {displayOf} from '../../../datasets/display.ts';
import type {Row} from '../../../engine/types.ts';
import type {Hint} from '../../api/routes/hints.ts';
import {BASE_PATH} from '../../api/routes/index.ts';
import type {Answers, Question} from '../ask.ts';
import type {Language} from '../language.ts';
import {isEntity, LISTS, recordPath} from '../paths.ts';
import type {View} from '../view/types.ts';
import {halfOf} from '../view/value.ts';

export interface Hit {
  dataset: string;
  label: string;
  /** Path of its page below a language. */
  path: string;
  /** The record, which tells hits of one label apart; null of entities and of suggestions. */
  row: Row | null;
}

export interface HitGroup {
  group: string;
  total: number;
  results: readonly Hit[];
}

export interface SearchData {
  q: string;
  entities: readonly Hit[];
  groups: readonly HitGroup[];
  /** Why nothing is found. */
  hints: readonly Hint[];
}

/** Lists of entities that names are looked for in, in the order of suggestions. */
const ENTITIES = [
  'departments',
  'organizations',
  'vendors',
  'recipients',
  'politicians',
  'committees',
].filter(
  // Organizations stand for vendors and recipients.
  (name) => LISTS.has(name) && !(LISTS.has('organizations') && /^(vendors|recipients)$/.test(name)),
);

/** Further parameters: everyone who ever sat, and not members of today alone. */
const EXTRA: Readonly<Record<string, [string, string][]>> = {politicians: [['current', 'false']]};

const MOST_ENTITIES = 3;
const MOST_RESULTS = 10;
const MOST_SUGGESTED = 2;

const PREFIX: readonly [string, string][] = [['prefix', 'true']];

const entitiesQuestion = (dataset: string, q: string): Question => ({
  segments: LISTS.get(dataset)!.path.slice(1).split('/'),
  pairs: [['q', q], ['limit', String(MOST_ENTITIES)], ...(EXTRA[dataset] ?? [])],
});

const groupsQuestion = (
  language: Language,
  q: string,
  most: number,
  more: readonly [string, string][],
): Question => ({
  segments: ['search'],
  pairs: [['q', q], ['results_per_domain', String(most)], ['lang', language], ...more],
});

/** What suggestions for a text ask: for names in each list of entities, and last for labels. */
export const suggestionQuestions = (language: Language, q: string): Question[] => [
  ...ENTITIES.map((dataset) => entitiesQuestion(dataset, q)),
  groupsQuestion(language, q, MOST_SUGGESTED, PREFIX),
];

async function entities(view: View, answers: Answers, q: string): Promise<Hit[]> {
  const found = await Promise.all(
    ENTITIES.map(async (dataset) => {
      const {data} = await answers.ask<Row[]>(entitiesQuestion(dataset, q));
      return data.flatMap((row) => {
        const to = recordPath(dataset, row);
        const title = displayOf(dataset).title[0]!;
        return to === null
          ? []
          : [{dataset, label: halfOf(String(row[title]), view.language), path: to, row: null}];
      });
    }),
  );
  return found.flat();
}

async function groups(
  view: View,
  answers: Answers,
  q: string,
  most: number,
  more: readonly [string, string][] = [],
): Promise<{found: HitGroup[]; hints: readonly Hint[]}> {
  const {data, meta} = await answers.ask<
    Record<string, {total: number; results: {dataset: string; label: string; url: string}[]}>
  >(groupsQuestion(view.language, q, most, more));
  const found = Object.entries(data).map(([group, {total, results}]) => ({
    group,
    total,
    results: results.map(({dataset, label, url}) => ({
      dataset,
      label,
      path: url.slice(BASE_PATH.length),
      row: null,
    })),
  }));
  return {found, hints: (meta['hints'] ?? []) as unknown as Hint[]};
}

/** The record of a hit. A profile would tell no more than its name. */
async function withRow(view: View, answers: Answers, hit: Hit): Promise<Hit> {
  if (isEntity(hit.dataset)) return hit;
  const segments = hit.path.slice(1).split('/').map(decodeURIComponent);
  const {data} = await answers.ask<Row>({segments, pairs: [['lang', view.language]]});
  return {...hit, row: data};
}

const withRows = (view: View, answers: Answers, all: readonly HitGroup[]): Promise<HitGroup[]> =>
  Promise.all(
    all.map(async (group) => ({
      ...group,
      results: await Promise.all(group.results.map((hit) => withRow(view, answers, hit))),
    })),
  );

/** Results of the search; of an empty text nothing. */
export async function loadSearch(view: View, answers: Answers, q: string): Promise<SearchData> {
  if (q.trim() === '') return {q: '', entities: [], groups: [], hints: []};
  const text = [...q.trim()].slice(0, 200).join('');
  const [names, {found, hints}] = await Promise.all([
    entities(view, answers, text),
    groups(view, answers, text, MOST_RESULTS),
  ]);
  const filled = found.filter(({total}) => total > 0);
  return {q: text, entities: names, groups: await withRows(view, answers, filled), hints};
}

/** What is suggested for the beginning of a text: a few names, and labels in which every term begins a word. */
export async function loadSuggestions(view: View, answers: Answers, q: string): Promise<SearchData> {
  if (q.trim() === '') return {q: '', entities: [], groups: [], hints: []};
  const text = [...q.trim()].slice(0, 200).join('');
  const [names, {found, hints}] = await Promise.all([
    entities(view, answers, text),
    groups(view, answers, text, MOST_SUGGESTED, PREFIX),
  ]);
  return {q: text, entities: names, groups: found.filter(({total}) => total > 0), hints};
}

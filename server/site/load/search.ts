/** Loads the results of the search, and suggestions while typing: names first, then records. */

import {displayOf} from '../../../datasets/display.ts';
import type {Row} from '../../../engine/types.ts';
import type {Hint} from '../../api/routes/hints.ts';
import {BASE_PATH} from '../../api/routes/index.ts';
import type {Answers, Question} from '../ask.ts';
import type {Language} from '../language.ts';
import {isEntity, LISTS, recordPath} from '../paths.ts';
import {municipalityPath} from '../view/municipality.tsx';
import type {View} from '../view/types.ts';
import {halfOf} from '../view/value.tsx';

export interface Hit {
  dataset: string;
  label: string;
  /** Path of its page below a language. */
  path: string;
  /** The record, which tells hits of one label apart; null of entities and of suggestions. */
  row: Row | null;
  /** Of a permit: the zone of its point. */
  zone?: string;
}

/** The list of all results in a dataset. */
export interface HitList {
  dataset: string;
  total: number;
  /** As of a hit. */
  path: string;
}

export interface HitGroup {
  group: string;
  total: number;
  results: readonly Hit[];
  /** Those of datasets; places and pages have none. */
  lists: readonly HitList[];
}

export interface SearchData {
  q: string;
  entities: readonly Hit[];
  groups: readonly HitGroup[];
  /** Why nothing is found. */
  hints: readonly Hint[];
  /** What the text may mean where nothing is found. */
  meant: string | null;
}

const NOTHING: SearchData = {q: '', entities: [], groups: [], hints: [], meant: null};

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
const WIDER: readonly [string, string][] = [['scope', 'all']];

/** Groups of the page, in their order: who, then what, then where. */
const ORDER = [
  'organizations',
  'contracts',
  'grants',
  'contributions',
  'lobbying',
  'parliament',
  'permits',
  'places',
  'pages',
];

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

function entities(view: View, answers: Answers, q: string, names: readonly string[] = ENTITIES): Hit[] {
  const found = names.map((dataset) => {
    const {data} = answers.ask<Row[]>(entitiesQuestion(dataset, q));
    return data.flatMap((row) => {
      const to = recordPath(dataset, row);
      const title = displayOf(dataset).title[0]!;
      return to === null
        ? []
        : [{dataset, label: halfOf(String(row[title]), view.language), path: to, row: null}];
    });
  });
  return found.flat();
}

interface Found {
  record_id: string;
  dataset: string;
  label: string;
  url: string;
  zone?: {zone_code: string; zone_description: string | null} | null;
}

/**
 * Path of the page of a result: municipalities have pages of their own, and pages are found by their path.
 */
function pathOf({dataset, record_id, url}: Found): string {
  if (dataset === 'pages') return record_id;
  return dataset === 'municipalities' ? municipalityPath(record_id) : url.slice(BASE_PATH.length);
}

function hitOf(found: Found): Hit {
  const {dataset, label, zone} = found;
  const hit = {dataset, label, path: pathOf(found), row: null};
  if (!zone) return hit;
  return {...hit, zone: [zone.zone_code, zone.zone_description ?? ''].filter(Boolean).join(' · ')};
}

/** Lists that are pages. */
const pagesOf = (lists: readonly {dataset: string; total: number; url: string}[]): HitList[] =>
  lists.flatMap(({dataset, total, url}) =>
    LISTS.has(dataset) ? [{dataset, total, path: url.slice(BASE_PATH.length)}] : [],
  );

function groups(
  view: View,
  answers: Answers,
  q: string,
  most: number,
  more: readonly [string, string][],
): {found: HitGroup[]; hints: readonly Hint[]; meant: string | null} {
  const {data, meta} = answers.ask<
    Record<string, {total: number; results: Found[]; lists?: {dataset: string; total: number; url: string}[]}>
  >(groupsQuestion(view.language, q, most, more));
  const found = Object.entries(data).map(([group, {total, results, lists = []}]) => ({
    group,
    total,
    results: results.map(hitOf),
    lists: pagesOf(lists),
  }));
  const {hints = [], did_you_mean: meant = null} = meta;
  return {found, hints: hints as unknown as Hint[], meant: meant as string | null};
}

/** The record of a hit. A profile would tell no more than its name, and places and pages are no records. */
function withRow(view: View, answers: Answers, hit: Hit): Hit {
  if (isEntity(hit.dataset) || !LISTS.has(hit.dataset)) return hit;
  const segments = hit.path.slice(1).split('/').map(decodeURIComponent);
  const {data} = answers.ask<Row>({segments, pairs: [['lang', view.language]]});
  return {...hit, row: data};
}

const withRows = (view: View, answers: Answers, all: readonly HitGroup[]): HitGroup[] =>
  all.map((group) => ({
    ...group,
    results: group.results.map((hit) => withRow(view, answers, hit)),
  }));

/** Results of the search; of an empty text nothing. */
export function loadSearch(view: View, answers: Answers, q: string): SearchData {
  if (q.trim() === '') return NOTHING;
  const text = [...q.trim()].slice(0, 200).join('');
  // Organizations, politicians and committees are in groups.
  const names = entities(view, answers, text, ['departments']);
  const {found, hints, meant} = groups(view, answers, text, MOST_RESULTS, WIDER);
  const filled = ORDER.flatMap((name) => found.filter(({group, total}) => group === name && total > 0));
  return {q: text, entities: names, groups: withRows(view, answers, filled), hints, meant};
}

/**
 * What is suggested for the beginning of a text: a few names, and labels in which every term begins a word.
 */
export function loadSuggestions(view: View, answers: Answers, q: string): SearchData {
  if (q.trim() === '') return NOTHING;
  const text = [...q.trim()].slice(0, 200).join('');
  const names = entities(view, answers, text);
  const {found, hints} = groups(view, answers, text, MOST_SUGGESTED, PREFIX);
  return {q: text, entities: names, groups: found.filter(({total}) => total > 0), hints, meant: null};
}

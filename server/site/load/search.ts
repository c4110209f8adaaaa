/** Loads the results of the search, and suggestions while typing: names first, then records. */

import {fold} from '../../../datasets/rules/text.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import type {ResultList} from '../../api/operations/search_wider.ts';
import type {Hint} from '../../api/routes/hints.ts';
import {BASE_PATH} from '../../api/routes/index.ts';
import {displayOf} from '../../labels/display_of.ts';
import {ask} from '../ask.ts';
import type {Language} from '../language.ts';
import {everyone, isEntity, LISTS, type Pairs, recordPath} from '../paths.ts';
import {municipalityPath} from '../view/municipality.tsx';
import {halfIn} from '../view/readable.ts';
import {titleOf} from '../view/record_title.ts';
import type {View} from '../view/types.ts';
import {departmentsIn} from './departments_in.ts';
import {type NamedList, namedLists} from './named_lists.ts';
import {otherReadings, plainText, postalCode} from './plain_words.ts';

export interface Hit {
  dataset: string;
  label: string;
  /** Path of its page below a language. */
  path: string;
  /** The record, which tells hits of one label apart; null of entities but people, and of suggestions. */
  row: Row | null;
  /** Whether the label is the title of its page, in the language of the reader. */
  isTitle?: true;
  /** Of a permit: the zone of its point. */
  zone?: string;
}

/** A list that a text names. */
export interface FoundList extends Omit<NamedList, 'rows'> {
  results: readonly Hit[];
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
  /** The lists that the text names, each with its first records; of suggestions none. */
  named: readonly FoundList[];
  /** What was looked for in place of a text that finds nothing; null: the text itself. */
  instead: string | null;
  /** The postal code that the text is. */
  postal: string | null;
}

/** Most characters of a text that are looked for. */
const LONGEST = 200;

/**
 * Lists of entities that names are looked for in, in the order of suggestions. Organizations stand for vendors
 * and recipients.
 */
const ENTITIES = ['departments', 'organizations', 'politicians', 'committees'];

const MOST_ENTITIES = '3';

/** What is asked of all labels for a page, and for suggestions. */
const WHOLE: Pairs = [
  ['results_per_domain', '10'],
  ['scope', 'all'],
];
const SUGGESTED: Pairs = [
  ['results_per_domain', '2'],
  ['prefix', 'true'],
];

/** Groups of the page, in their order: who, then what, then where. */
const ORDER = [
  'organizations',
  'contracts',
  'grants',
  'contributions',
  'lobbying',
  'parliament',
  'votes',
  'permits',
  'places',
  'pages',
];

/** A path of the API and its parameters. */
type Question = [path: string, pairs: Pairs];

const entitiesQuestion = (dataset: string, q: string): Question => {
  const {path} = LISTS.get(dataset)!;
  return [path, [['q', q], ['limit', MOST_ENTITIES], ...everyone(dataset)]];
};

const groupsQuestion = (language: Language, q: string, scope: Pairs): Question => [
  '/search',
  [['q', q], ['lang', language], ...scope],
];

/** What suggestions for a text ask: for names in each list of entities, and last for labels. */
export const suggestionQuestions = (language: Language, q: string): Question[] => [
  ...ENTITIES.map((dataset) => entitiesQuestion(dataset, q)),
  groupsQuestion(language, q, SUGGESTED),
];

const entitiesIn = ({language}: View, engine: Engine, q: string, names: readonly string[]): Hit[] =>
  names.flatMap((dataset) =>
    ask(engine, ...entitiesQuestion(dataset, q)).data.flatMap((one) => {
      const path = recordPath(dataset, one);
      const title = displayOf(dataset).title[0]!;
      const label = halfIn(title, String(one[title]), language);
      // People of one name are told apart by their party and riding.
      const row = dataset === 'politicians' ? one : null;
      return path === null ? [] : [{dataset, label, path, row}];
    }),
  );

/** Politicians of exactly this name. */
const peopleNamed = (view: View, engine: Engine, q: string): Hit[] =>
  q === '' ? [] : entitiesIn(view, engine, q, ['politicians']).filter(({label}) => fold(label) === fold(q));

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

/** Of a text that only is looked for. */
const NOT_READ = {named: [], instead: null, postal: null};

/** What is found for a text, of which a bound is looked for; for an empty text nothing. */
function find(
  view: View,
  engine: Engine,
  asked: string,
  entities: readonly string[],
  scope: Pairs,
): SearchData {
  const q = [...asked.trim()].slice(0, LONGEST).join('');
  if (q === '') return {q, entities: [], groups: [], hints: [], meant: null, ...NOT_READ};
  type Groups = Record<string, {total: number; results: Found[]; lists?: ResultList[]}>;
  const {data, meta} = ask<Groups>(engine, ...groupsQuestion(view.language, q, scope));
  const groups = Object.entries(data).map(([group, {total, results, lists = []}]) => ({
    group,
    total,
    results: results.map(hitOf),
    // Lists that are pages.
    lists: lists
      .filter(({dataset}) => LISTS.has(dataset))
      .map(({url, ...list}) => ({...list, path: url.slice(BASE_PATH.length)})),
  }));
  const {hints = [], did_you_mean: meant = null} = meta;
  return {
    q,
    entities: entitiesIn(view, engine, q, entities),
    groups: groups.filter(({total}) => total > 0),
    hints,
    meant,
    ...NOT_READ,
  };
}

/** The record of a hit. A profile would tell no more than its name, and places and pages are no records. */
function withRow({language}: View, engine: Engine, hit: Hit): Hit {
  if (isEntity(hit.dataset) || !LISTS.has(hit.dataset)) return hit;
  return {...hit, row: ask<Row>(engine, hit.path, [['lang', language]]).data};
}

const isEmpty = ({entities, groups}: SearchData): boolean => entities.length === 0 && groups.length === 0;

/** What is found for a text read in another way, and else the departments that it names. */
function foundOtherwise(view: View, engine: Engine, nothing: SearchData): SearchData {
  const {q} = nothing;
  for (const instead of otherReadings(q)) {
    const found = find(view, engine, instead, ['departments'], WHOLE);
    if (!isEmpty(found)) return {...found, q, instead};
  }
  const entities = departmentsIn(view, engine, plainText(q)).map(({label}) => ({
    dataset: 'departments',
    label,
    path: recordPath('departments', {department: label})!,
    row: null,
  }));
  return {...nothing, entities};
}

/** A list with its records as results, which are named as their pages are. */
const foundList = (view: View, {rows, ...list}: NamedList): FoundList => ({
  ...list,
  results: rows.flatMap((row) => {
    const path = recordPath(list.dataset, row);
    const title = titleOf(view, list.dataset, row)?.text ?? '';
    return path === null ? [] : [{dataset: list.dataset, label: title, path, row, isTitle: true as const}];
  }),
});

/** Results of the search. */
export function loadSearch(view: View, engine: Engine, asked: string): SearchData {
  // Organizations, politicians and committees are in groups.
  const first = find(view, engine, asked, ['departments'], WHOLE);
  const {q} = first;
  const [lists, postal] = [namedLists(view, engine, q), postalCode(q)];
  const named = lists.map((list) => foundList(view, list));
  const isLost = q !== '' && isEmpty(first) && named.length === 0 && postal === null;
  const found = isLost ? foundOtherwise(view, engine, first) : first;
  const inOrder = ORDER.flatMap((name) => found.groups.filter(({group}) => group === name));
  const groups = inOrder.map((group) => ({
    ...group,
    results: group.results.map((hit) => withRow(view, engine, hit)),
  }));
  const entities = [...peopleNamed(view, engine, found.instead ?? q), ...found.entities];
  return {...found, entities, groups, named, postal};
}

/**
 * What is suggested for the beginning of a text: a few names, and labels in which every term begins a word.
 */
export const loadSuggestions = (view: View, engine: Engine, asked: string): SearchData =>
  find(view, engine, asked, ENTITIES, SUGGESTED);

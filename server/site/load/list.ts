/** Loads a list: its page of records, chart and sum. */

import {displayOf} from '../../../datasets/display.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {Row} from '../../../engine/types.ts';
import {ApiError} from '../../api/errors.ts';
import {type Call, parseCall} from '../../api/request/call.ts';
import type {Hint} from '../../api/routes/hints.ts';
import {MAX_FACETS} from '../../api/routes/parameters.ts';
import type {ListRoute} from '../../api/routes/types.ts';
import type {Answers} from '../ask.ts';
import type {Pairs} from '../paths.ts';
import type {ChartData} from '../view/chart.ts';
import type {View} from '../view/types.ts';
import {type Histogram, loadHistograms} from './histograms.ts';
import {partsOf, withParts} from './stacked.ts';
import {defaultGrouping, groupingsOf, statistics} from './statistics.ts';

/** Rows of a page unless the reader asks for others, and the most that a page holds. */
const ROWS = 50;
export const MOST_ROWS = 100;

/** Parameters of the site alone, which the API does not have. */
const CHART_PARAMETER = 'chart';

/** Parameters that a page decides, whatever its address says. */
const NOT_ASKED = new Set([CHART_PARAMETER, 'lang', 'format', 'facets']);

export interface ListData {
  route: ListRoute;
  /** Given parameters, those of the site too, without empty ones. */
  pairs: Pairs;
  /** Given filters. */
  filters: Pairs;
  /** Null where a filter is refused, or one is required and not given. */
  page: ListPage | null;
  /** Names of the ids that filters are given, where they have some. */
  names: ReadonlyMap<string, string>;
  /** Why a filter is refused. */
  refused: {en: string; fr: string} | null;
  /** A filter that is required and not given. */
  required: string | null;
  columns: Columns;
  /** All fields of the rows: in French those in French, too. */
  answered: Columns;
  /** Names of the columns that are shown, the first of which is the link. */
  shown: readonly string[];
  chart: ChartData | null;
  /** Grouping of the chart; null without statistics. */
  grouping: string | null;
  /** The grouping that parts its bars; null: none. */
  parted: string | null;
  sum: number | null;
  /** Of the ranges that can be chosen from a picture. */
  histograms: readonly Histogram[];
}

/** The most frequent values of a filter, over the records that match all others. */
export interface Facet {
  /** Number of different values. */
  total: number;
  /** Of filters by key `value` is the key and `label` the name. */
  values: readonly {value: string; label?: string; count: number}[];
}

export interface ListPage {
  call: Call & {route: ListRoute};
  rows: readonly Row[];
  total: number;
  offset: number;
  limit: number;
  nextCursor: string | null;
  /** By filter; empty where the API counts none. */
  facets: Readonly<Record<string, Facet>>;
  /** Why nothing matches. */
  hints: readonly Hint[];
}

const isGiven = ([, value]: readonly [string, string]): boolean => value.trim() !== '';

/** Repeated checkboxes become one comma list. */
function joined(pairs: Pairs, lists: ReadonlySet<string>): Pairs {
  const all = new Map<string, string>();
  for (const [name, value] of pairs) {
    const before = lists.has(name) ? all.get(name) : undefined;
    all.set(name, before === undefined ? value : `${before},${value}`);
  }
  return [...all];
}

const listsOf = ({parameters}: ListRoute): ReadonlySet<string> =>
  new Set([
    'fields',
    ...Object.keys(parameters).filter((name) => parameters[name]!.type === 'sets' || parameters[name]!.key),
  ]);

/** Pairs of a form as the parameters of a list. */
export const joinedPairs = (pairs: Pairs, route: ListRoute): Pairs => joined(pairs, listsOf(route));

/**
 * Filters whose values are counted beside a list: the first that are neither flags nor ranges, by key where
 * there are keys.
 */
function countedFilters(route: ListRoute): readonly string[] {
  const all = Object.keys(route.facets);
  const keyed = new Map(all.map((name) => [route.parameters[name]?.key?.of, name]));
  const named = all.filter(
    (name) => !route.parameters[name]?.key && route.parameters[name]?.type !== 'boolean',
  );
  return named.slice(0, MAX_FACETS).map((name) => keyed.get(name) ?? name);
}

/** The question as the API takes it, with a page of at most MOST_ROWS. */
function callOf(route: ListRoute, pairs: Pairs, language: View['language']): Call & {route: ListRoute} {
  const own = pairs.filter(([name]) => !NOT_ASKED.has(name));
  const facets = countedFilters(route);
  const call = parseCall(
    {route, path: {}},
    [
      ...own.map(([name, value]): [string, string] => [name, value]),
      ['lang', language],
      ...(facets.length > 0 ? [['facets', facets.join(',')] as [string, string]] : []),
    ],
    undefined,
    'free',
  );
  const isAsked = own.some(([name]) => name === 'limit' || name === 'per_page');
  const page = call.page!;
  const limit = Math.min(isAsked ? page.limit : ROWS, MOST_ROWS);
  // `page` counts pages of the site's size.
  const byPage = own.some(([name]) => name === 'page') && !own.some(([name]) => name === 'offset');
  const offset = byPage ? Math.round(page.offset / page.limit) * limit : page.offset;
  return {...call, page: {...page, limit, offset}} as Call & {route: ListRoute};
}

function pageOf(answers: Answers, call: Call & {route: ListRoute}): ListPage {
  // All fields are needed: links stand in fields that are not shown.
  const {data, meta} = answers.answer<Row[]>({...call, fields: null});
  return {
    call,
    rows: data,
    total: Number(meta['total']),
    offset: Number(meta['offset']),
    limit: Number(meta['limit']),
    nextCursor: meta['next_cursor'] as string | null,
    facets: (meta['facets'] ?? {}) as unknown as ListPage['facets'],
    hints: (meta['hints'] ?? []) as unknown as Hint[],
  };
}

/** The grouping of the chart, and the one that parts it: `chart=year` or `chart=year,department`. */
function chosenGrouping(dataset: string, pairs: Pairs): {grouping: string | null; parted: string | null} {
  const chosen = pairs.find(([name]) => name === CHART_PARAMETER)?.[1] ?? '';
  const [first = '', second = ''] = chosen.split(',');
  const groupings = groupingsOf(dataset);
  const grouping = groupings[first] ? first : defaultGrouping(dataset);
  const isParted =
    grouping !== null && groupings[grouping]?.chronological && partsOf(dataset).includes(second);
  return {grouping, parted: isParted ? second : null};
}

function chartOf(
  view: View,
  answers: Answers,
  dataset: string,
  {grouping, parted}: {grouping: string; parted: string | null},
  filters: Pairs,
) {
  const chosen = statistics(view, answers, dataset, grouping, filters);
  const chart =
    parted === null
      ? chosen.chart
      : withParts(view, answers, dataset, [grouping, parted], filters, chosen.chart);
  return {chart, sum: chosen.sum};
}

/** Most ids whose names are looked up. */
const MOST_NAMED = 5;

/** The profile of an id; null where there is none. */
function profileOf(view: View, answers: Answers, entity: string, id: string): Row | null {
  try {
    return answers.ask<Row>({segments: [entity, id], pairs: [['lang', view.language]]}).data;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The names of ids that filters are given. What has no profile has none. */
function namesOfIds(view: View, answers: Answers, {parameters}: ListRoute, filters: Pairs) {
  const asked = filters.flatMap(([filter, value]) => {
    const entity = parameters[filter]?.key?.entity;
    return entity === undefined ? [] : value.split(',').map((id) => ({entity, id: id.trim()}));
  });
  const found = asked.slice(0, MOST_NAMED).map(({entity, id}): [string, string][] => {
    const name = profileOf(view, answers, entity, id)?.[displayOf(entity).title[0] ?? ''];
    return typeof name === 'string' ? [[id, name]] : [];
  });
  return new Map(found.flat());
}

function columnsOf(
  route: ListRoute,
  call: (Call & {route: ListRoute}) | null,
): Pick<ListData, 'columns' | 'answered' | 'shown'> {
  const distance = call?.proximity ? route.distance : null;
  const columns = {...route.columns, ...(distance ? {[distance.name]: distance.column} : {})};
  const preset = displayOf(route.dataset).columns.filter((name) => columns[name]);
  const chosen = call?.fields?.filter((name) => columns[name]);
  const shown = chosen && chosen.length > 0 ? chosen : [...preset, ...(distance ? [distance.name] : [])];
  return {columns, answered: {...columns, ...(call?.route ?? route).columns}, shown};
}

const refusal = (error: unknown): {en: string; fr: string} => {
  if (error instanceof ApiError && error.status === 400) return {en: error.message, fr: error.french};
  throw error;
};

/** Loads a list. A refused filter is no error: the page says why, beside the form. */
export function loadList(view: View, answers: Answers, route: ListRoute, asked: Pairs): ListData {
  const pairs = joined(asked.filter(isGiven), listsOf(route));
  const filters = pairs.filter(([name]) => route.parameters[name]);
  const required =
    Object.keys(route.parameters).find(
      (name) => route.parameters[name]!.required && !filters.some(([given]) => given === name),
    ) ?? null;
  const {grouping, parted} = chosenGrouping(route.dataset, pairs);
  const none = {page: null, chart: null, sum: null, histograms: [], names: new Map()};
  const base = {route, pairs, filters, required, grouping, parted, ...none};
  if (required !== null) return {...base, refused: null, ...columnsOf(route, null)};
  let call: Call & {route: ListRoute};
  try {
    call = callOf(route, pairs, view.language);
    const page = pageOf(answers, call);
    const charted =
      grouping === null
        ? {chart: null, sum: null}
        : chartOf(view, answers, route.dataset, {grouping, parted}, filters);
    const histograms = loadHistograms(answers, route, filters);
    const names = namesOfIds(view, answers, route, filters);
    return {...base, ...charted, histograms, names, page, refused: null, ...columnsOf(route, call)};
  } catch (error) {
    return {...base, refused: refusal(error), ...columnsOf(route, null)};
  }
}

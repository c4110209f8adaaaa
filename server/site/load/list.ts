/** Loads a list: its page of records, chart and sum. */

import {DATASETS, datasetOrEntity} from '../../../datasets/index.ts';
import type {Columns} from '../../../datasets/types.ts';
import type {Engine, Row} from '../../../engine/types.ts';
import type {ApiError} from '../../api/errors.ts';
import type {Call} from '../../api/request/call.ts';
import {shownColumns} from '../../api/routes/answers.ts';
import type {Hint} from '../../api/routes/hints.ts';
import {MAX_FACETS} from '../../api/routes/parameters.ts';
import type {ListRoute} from '../../api/routes/types.ts';
import {IN_FRENCH} from '../../labels/display.ts';
import {displayOf} from '../../labels/display_of.ts';
import {answer, ask, callOf, type Facet, profileOf, unless} from '../ask.ts';
import {CHART_PARAMETER, MEASURE_PARAMETER, MEASURES, OF_PAGE, SHARE_PARAMETER} from '../chart_address.ts';
import {everyone, given, type Pairs} from '../paths.ts';
import type {ChartData} from '../view/chart_data.ts';
import type {View, Words} from '../view/types.ts';
import {type Histogram, loadHistograms} from './histograms.ts';
import {partsOf, withParts} from './stacked.ts';
import {groupingFor, groupingsOf, statistics} from './statistics.ts';

export type {Facet};

/** Rows of a page unless the reader asks for others, and the most that a page holds. */
const ROWS = 50;
const MOST_ROWS = 100;

/** Parameters that a page decides, whatever its address says. */
const NOT_ASKED: ReadonlySet<string> = new Set([...OF_PAGE, 'lang', 'format', 'facets']);

export interface ListData {
  route: ListRoute;
  /** Given parameters, those of the site too, without empty ones. */
  pairs: Pairs;
  /** Given filters. */
  filters: Pairs;
  /** Null where a filter is refused. */
  page: ListPage | null;
  /** Names of the ids that filters are given, where they have some. */
  names: ReadonlyMap<string, string>;
  /** Records that a flag of the list leaves out since others tell the same; null where it has none, or is on. */
  doubles: number | null;
  /** Why a filter is refused. */
  refused: {en: string; fr: string; params: readonly string[]} | null;
  /** A filter that is not given and without which programs are refused; pages show all. */
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
  /** Words of `MEASURES` that the reader may choose, and the one that is shown. */
  measures: readonly string[];
  measure: string;
  /** Whether parts are shown as shares. */
  share: boolean;
  sum: number | null;
  /** Of the ranges that can be chosen from a picture. */
  histograms: readonly Histogram[];
  /** Of politicians that are looked for by name: those whose riding has the text instead. */
  byRiding: {total: number; text: string; filters: Pairs} | null;
  /** Of a list that is of some until somebody asks for all: how many all are. Null of others. */
  everyone: {total: number; filters: Pairs} | null;
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

/** Given parameters of a form; repeated checkboxes become one comma list. */
export function givenPairs(pairs: Pairs, {parameters}: ListRoute): Pairs {
  const isList = (name: string) =>
    name === 'fields' || parameters[name]?.type === 'sets' || parameters[name]?.key !== undefined;
  const all = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (value.trim() === '') continue;
    const before = isList(name) ? all.get(name) : undefined;
    all.set(name, before === undefined ? value : `${before},${value}`);
  }
  return [...all];
}

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

export type ListCall = Call & {route: ListRoute};

/** The question with the French forms of its fields, which the API has in single records alone. */
export function inFrench(call: ListCall): ListCall {
  const {route} = call;
  const all = shownColumns(datasetOrEntity(route.dataset), 'detail');
  const more = Object.keys(route.columns).flatMap((name) => {
    const french = IN_FRENCH[name];
    return french !== undefined && all[french] && !route.columns[french] ? [french] : [];
  });
  if (more.length === 0) return call;
  const added = Object.fromEntries(more.map((name) => [name, all[name]!]));
  return {
    ...call,
    route: {...route, more: [...(route.more ?? []), ...more], columns: {...route.columns, ...added}},
    columns: {...call.columns, ...added},
  };
}

/** The question as the API takes it, with a page of at most MOST_ROWS. */
function listCall(route: ListRoute, pairs: Pairs, language: View['language']): ListCall {
  const own = pairs.filter(([name]) => !NOT_ASKED.has(name));
  const facets = countedFilters(route);
  const counted: Pairs = facets.length > 0 ? [['facets', facets.join(',')]] : [];
  const asked = callOf(route.path, [...own, ['lang', language], ...counted]) as ListCall;
  const call = language === 'fr' ? inFrench(asked) : asked;
  const page = call.page!;
  const isGiven = (...names: string[]) => own.some(([name]) => names.includes(name));
  const limit = Math.min(isGiven('limit', 'per_page') ? page.limit : ROWS, MOST_ROWS);
  // `page` counts pages of the site's size.
  const byPage = isGiven('page') && !isGiven('offset');
  const offset = byPage ? Math.round(page.offset / page.limit) * limit : page.offset;
  return {...call, page: {...page, limit, offset}};
}

/** The question for the number of records. */
const pictureCall = (route: ListRoute, filters: Pairs, language: View['language']): ListCall =>
  callOf(route.path, [...filters, ['lang', language], ['limit', '1']]) as ListCall;

function pageOf(engine: Engine, call: ListCall): ListPage {
  // All fields are needed: links stand in fields that are not shown.
  const {data: rows, meta} = answer(engine, {...call, fields: null});
  const {total, offset, limit, next_cursor: nextCursor, facets = {}, hints = []} = meta;
  return {call, rows, total, offset, limit, nextCursor, facets, hints};
}

/** The grouping of the chart, and the one that parts it: `chart=year` or `chart=year,department`. */
function chosenGrouping(
  dataset: string,
  pairs: Pairs,
  filters: Pairs,
): {grouping: string | null; parted: string | null} {
  const [first = '', second = ''] = given(pairs, CHART_PARAMETER).split(',');
  const groupings = groupingsOf(dataset);
  const grouping = groupings[first] ? first : groupingFor(dataset, filters);
  const isParted =
    grouping !== null && groupings[grouping]?.chronological && partsOf(dataset).includes(second);
  return {grouping, parted: isParted ? second : null};
}

/**
 * What the chart may show of each group. Parts have no median, and of many groups the API does not say which
 * have the largest.
 */
function measuresOf(dataset: string, grouping: string | null, parted: string | null): string[] {
  if (grouping === null || DATASETS[dataset]?.stats?.sum == null) return ['records'];
  const hasMedian = parted === null && groupingsOf(dataset)[grouping]?.chronological;
  return Object.keys(MEASURES).filter((name) => hasMedian || name !== 'median');
}

/** The one that is shown: amounts where there are some, unless the reader chose. */
function chosenMeasure(measures: readonly string[], pairs: Pairs): string {
  const asked = given(pairs, MEASURE_PARAMETER);
  return measures.includes(asked) ? asked : measures.includes('value') ? 'value' : 'records';
}

/** Most ids whose names are looked up. */
const MOST_NAMED = 5;

/** The names of ids that filters are given. What has no profile has none. */
export function namesOfIds(
  {language}: Pick<Words, 'language'>,
  engine: Engine,
  {parameters}: Pick<ListRoute, 'parameters'>,
  filters: Pairs,
): ReadonlyMap<string, string> {
  const asked = filters.flatMap(([filter, value]) => {
    const entity = parameters[filter]?.key?.entity;
    return entity === undefined ? [] : value.split(',').map((id) => ({entity, id: id.trim()}));
  });
  const names = new Map<string, string>();
  for (const {entity, id} of asked.slice(0, MOST_NAMED)) {
    const profile = profileOf(engine, entity, id, [['lang', language]]);
    const name = profile?.[displayOf(entity).title[0] ?? ''];
    if (typeof name === 'string') names.set(id, name);
  }
  return names;
}

/** People look for their member by the riding, in the field of names: `q` finds names alone. */
function byRiding(engine: Engine, {dataset, path}: ListRoute, filters: Pairs): ListData['byRiding'] {
  const text = given(filters, 'q').trim();
  if (dataset !== 'politicians' || text === '') return null;
  const instead: Pairs = filters.map(([name, value]) => [name === 'q' ? 'riding' : name, value]);
  const {total} = ask(engine, path, [...instead, ['limit', '1']]).meta;
  return total === 0 ? null : {total, text, filters: instead};
}

/** Everyone who satisfies the filters, where the list is of sitting members alone; null if these are all. */
function everyoneOf(
  engine: Engine,
  {dataset, path}: ListRoute,
  filters: Pairs,
  listed: number,
): ListData['everyone'] {
  const open = everyone(dataset);
  if (open.length === 0) return null;
  const wider: Pairs = [...filters.filter(([name]) => open.every(([other]) => other !== name)), ...open];
  const {total} = ask(engine, path, [...wider, ['limit', '1']]).meta;
  return total === listed ? null : {total, filters: wider};
}

/** What `once` would leave out; later pages of the list say nothing of it. */
function doublesOf(
  engine: Engine,
  {path, parameters}: ListRoute,
  filters: Pairs,
  {total, offset}: ListPage,
): number | null {
  if (!parameters['once'] || total === 0 || offset > 0 || given(filters, 'once') === 'true') return null;
  const once: Pairs = [...filters.filter(([name]) => name !== 'once'), ['once', 'true']];
  const n = total - ask(engine, path, [...once, ['limit', '1']]).meta.total;
  return n > 0 ? n : null;
}

function columnsOf(
  route: ListRoute,
  call: ListCall | null,
): Pick<ListData, 'columns' | 'answered' | 'shown'> {
  const distance = call?.proximity ? route.distance : null;
  const columns = {...route.columns, ...(distance && {[distance.name]: distance.column})};
  const preset = [...displayOf(route.dataset).columns, ...(distance ? [distance.name] : [])];
  const isColumn = (name: string) => columns[name] !== undefined;
  const chosen = call?.fields?.filter(isColumn) ?? [];
  return {
    columns,
    answered: {...columns, ...(call?.route ?? route).columns},
    shown: chosen.length > 0 ? chosen : preset.filter(isColumn),
  };
}

/** Whether a list has a chart with something to draw. */
export const isDrawn = ({page, chart}: Pick<ListData, 'page' | 'chart'>): boolean =>
  page !== null && page.total > 0 && chart?.list != null && chart.bars.length > 0;

/** The chart of a list, of which each bar is parted where the reader chose. */
function chartOf(
  view: View,
  engine: Engine,
  {route, filters, grouping, parted, measure, share}: ListData,
): (ChartData & {sum: number | null}) | null {
  const {dataset} = route;
  if (grouping === null) return null;
  const counted = statistics(view, engine, dataset, grouping, filters, {measure: MEASURES[measure]!});
  if (parted === null) return counted;
  const chart = withParts(view, engine, dataset, [grouping, parted], filters, counted);
  const list = chart.list && {...chart.list, pairs: shared(chart.list.pairs, share)};
  return {...counted, ...chart, list, share};
}

const shared = (pairs: Pairs, share: boolean): Pairs =>
  share ? [...pairs, [SHARE_PARAMETER, 'true']] : pairs;

/**
 * Loads a list. A refused filter is no error: the page says why, beside the form. `forPicture`: what is drawn
 * of it alone, with one row and nothing for the form.
 */
export function loadList(
  view: View,
  engine: Engine,
  route: ListRoute,
  asked: Pairs,
  forPicture = false,
): ListData {
  const {dataset, parameters} = route;
  const pairs = givenPairs(asked, route);
  const filters = pairs.filter(([name]) => parameters[name]);
  const isMissing = (name: string) => parameters[name]!.required && given(filters, name) === '';
  const required = Object.keys(parameters).find(isMissing) ?? null;
  const {grouping, parted} = chosenGrouping(dataset, pairs, filters);
  const measures = measuresOf(dataset, grouping, parted);
  const measure = chosenMeasure(measures, pairs);
  const share = parted !== null && given(pairs, SHARE_PARAMETER) === 'true';
  const without = (refused: ApiError | null): ListData => ({
    ...{route, pairs, filters, required, grouping, parted, measures, measure, share},
    ...{page: null, chart: null, sum: null, histograms: [], names: new Map()},
    ...{byRiding: null, everyone: null, doubles: null},
    refused: refused && {en: refused.message, fr: refused.french, params: refused.params},
    ...columnsOf(route, null),
  });
  const load = (): ListData => {
    const call = forPicture
      ? pictureCall(route, filters, view.language)
      : listCall(route, pairs, view.language);
    const page = pageOf(engine, call);
    const chart = chartOf(view, engine, without(null));
    return {
      ...without(null),
      page,
      sum: chart?.sum ?? null,
      chart,
      histograms: forPicture ? [] : loadHistograms(view, engine, route, filters),
      byRiding: forPicture ? null : byRiding(engine, route, filters),
      everyone: forPicture ? null : everyoneOf(engine, route, filters, page.total),
      doubles: forPicture ? null : doublesOf(engine, route, filters, page),
      names: namesOfIds(view, engine, route, filters),
      ...columnsOf(route, call),
    };
  };
  return unless(400, load, without);
}

/**
 * `meta.hints`: why nothing matches. Each filter is tried alone, and dropped from the others; a bounded
 * number of counts.
 */
import type {Period} from '../../../builds/coverage.ts';
import {datasetOrEntity} from '../../../datasets/index.ts';
import {fold} from '../../../datasets/rules/text.ts';
import type {Json} from '../../../datasets/types.ts';
import type {Condition, Engine, ListQuery, Near} from '../../../engine/types.ts';
import {columnText} from '../formats/language.ts';
import type {Call} from '../request/call.ts';
import {conditionsByFilter} from '../request/conditions.ts';
import {toNear} from '../request/near.ts';
import {periodConditions} from '../request/period.ts';
import type {Hint, HintReason} from '../routes/hints.ts';
import type {Language} from '../routes/parameters.ts';
import type {Parameter, RouteOf} from '../routes/types.ts';
import {firstRows} from './first_rows.ts';
import {columnOfValues, NAMES, nearestValues} from './nearest.ts';

/** Filters and words that are tried; of more, the first. */
const MOST_TRIED = 5;

/** A column with at most this many values is listed whole where a filter needs one of them. */
const FEW_KNOWN = 20;

/** A given filter and its conditions. */
interface Given {
  name: string;
  value: string;
  parameter: Parameter;
  /** Columns that it looks in; of a key those of the name that it stands for. */
  columns: readonly string[];
  where: readonly Condition[];
  near?: Near;
}

/** What was asked and is empty. */
interface Empty {
  engine: Engine;
  dataset: string;
  lang: Language;
  all: readonly Given[];
}

/** All filters of a call but `ids`, whose unknown members are in `meta.unknown_ids`. */
function givenFilters(call: Call, engine: Engine): Given[] {
  const {takes} = call.route;
  const textOf = (name: string) => [call.values[name]].flat().join(',');
  const one = (name: string, more: Partial<Given>): Given => ({
    name,
    value: textOf(name),
    parameter: takes[name]!,
    columns: [],
    where: [],
    ...more,
  });
  const given = conditionsByFilter(call).map(({name, condition}) => {
    const columns = takes[takes[name]!.key?.of ?? name]?.columns ?? [];
    return one(name, {columns, where: [condition]});
  });
  const period = periodConditions(call, engine.info);
  if (period.length > 0) given.push(one('period', {where: period}));
  const {proximity} = call;
  if (proximity) {
    given.push(one('radius_km', {value: String(proximity.radius_km), near: toNear(proximity)}));
  }
  return given.filter(({name}) => name !== 'ids');
}

/**
 * The records under some filters, first by a column or else by the default: how many, and the first value.
 */
function first(
  {engine, dataset}: Empty,
  filters: readonly Given[],
  order: Partial<Pick<ListQuery, 'sort' | 'order'>> = {},
): {total: number; key: string | null} {
  const near = filters.find((one) => one.near)?.near;
  const where = filters.flatMap((one) => one.where);
  const {total, last} = firstRows(engine, dataset, where, {near, ...order});
  return {total, key: last?.key ?? null};
}

const countOf = (empty: Empty, filters: readonly Given[]): number => first(empty, filters).total;

/** The sort key of a bound on days; null for other filters. */
function dayKey(dataset: string, {type, columns}: Parameter): string | null {
  if (type !== 'date') return null;
  const {keys} = datasetOrEntity(dataset).sort;
  return Object.keys(keys).find((name) => keys[name] === columns?.[0]) ?? null;
}

const isList = (value: Json): boolean => Array.isArray(value) && value.length > 0;

/** The days that the records have in the column of a sort key; null for none. */
function periodOf(empty: Empty, sort: string): Period | null {
  const {engine, dataset} = empty;
  const declaration = datasetOrEntity(dataset);
  const known = engine.info.periods?.[dataset];
  if (known && 'date' in declaration && declaration.sort.keys[sort] === declaration.date) return known;
  const {key: from} = first(empty, [], {sort, order: 'asc'});
  const {key: to} = first(empty, [], {sort, order: 'desc'});
  return from === null || to === null ? null : {from: from.slice(0, 10), to: to.slice(0, 10)};
}

/** What a filter that matches nothing by itself says: the days that there are, or the nearest values. */
function aloneHint(empty: Empty, {name, value, parameter}: Given): Hint {
  const {engine, dataset, lang} = empty;
  const sort = dayKey(dataset, parameter);
  const period = sort === null ? null : periodOf(empty, sort);
  if (period) return {filter: name, value, reason: 'outside_period', ...period};
  const isText = ['string', 'fiscal_year'].includes(parameter.type) && parameter.op !== 'terms';
  const values = isText ? columnOfValues(dataset, parameter.columns ?? []) : null;
  if (!values) return {filter: name, value, reason: 'no_match'};
  const known = parameter.op === 'exact' ? FEW_KNOWN : 0;
  const found = nearestValues(engine, [values], value, known);
  const nearest = found.map((one) => columnText(values.dataset, values.column, one, lang));
  return {filter: name, value, reason: 'no_match', ...(isList(nearest) && {nearest})};
}

/**
 * Whether no source of the chosen municipalities has a value in the column of a filter, as the build counted
 * them.
 */
function isBlank({engine: {info}, dataset, all}: Empty, one: Given): boolean {
  const place = all.find(({name}) => name === 'municipality');
  if (!place || one === place || one.columns.length === 0) return false;
  const slugs = place.where
    .flatMap(({value}) => [value].flat())
    .map((municipality) => `${municipality}_${dataset}`);
  const sources = (info.sources ?? []).filter(({slug}) => slugs.includes(slug));
  return (
    sources.length > 0 &&
    sources.every(({coverage}) => one.columns.every((name) => coverage?.[name]?.record_count === 0))
  );
}

/** The hint on one filter; null if it has nothing to do with it. */
function hintOn(empty: Empty, one: Given): Hint | null {
  const {name: filter, value, parameter} = one;
  const others = empty.all.filter((other) => other !== one);
  const alone = others.length === 0 ? 0 : countOf(empty, [one]);
  const without = parameter.required ? 0 : countOf(empty, others);
  const total = without > 0 ? {total: without} : {};
  if (alone === 0) return {...aloneHint(empty, one), ...total};
  if (isBlank(empty, one)) return {filter, value, reason: 'blank', ...total};
  if (without === 0) return null;
  const sort = dayKey(empty.dataset, parameter);
  const order = parameter.op === 'gte' ? 'desc' : 'asc';
  const {key} = sort ? first(empty, others, {sort, order}) : {key: null};
  const reason: HintReason = 'excludes';
  return {filter, value, reason, ...(key !== null && {nearest: [key.slice(0, 10)]}), ...total};
}

/** The first two filters without which there are records. */
function hintOnPair(empty: Empty): Hint | null {
  const tried = empty.all.slice(0, MOST_TRIED).filter(({parameter}) => !parameter.required);
  for (const [i, one] of tried.entries()) {
    for (const other of tried.slice(i + 1)) {
      const rest = empty.all.filter((each) => each !== one && each !== other);
      const total = countOf(empty, rest);
      const {name: filter, value} = one;
      if (total > 0) return {filter, value, reason: 'excludes', and: other.name, total};
    }
  }
  return null;
}

/** Why a list or statistics are empty; null where no filter is given, or none tells anything. */
export function hintsOf(call: Call, {dataset}: RouteOf<'list' | 'stats'>, engine: Engine): Hint[] | null {
  // The same filters are counted in many combinations.
  const walk = {};
  const counting: Engine = {...engine, list: (query) => engine.list({...query, walk, apart: true})};
  const all = givenFilters(call, engine);
  const empty: Empty = {engine: counting, dataset, lang: call.lang, all};
  const hints: Hint[] = [];
  for (const one of all.slice(0, MOST_TRIED)) {
    const hint = hintOn(empty, one);
    if (hint) hints.push(hint);
  }
  const isExplained = hints.some(({total}) => total !== undefined);
  const pair = isExplained || all.length < 3 ? null : hintOnPair(empty);
  if (pair) hints.push(pair);
  return hints.length > 0 ? hints : null;
}

function totalOfFive(engine: Engine, text: string): number {
  const groups = engine.search({text, limit: 1});
  return groups.reduce((sum, {total}) => sum + total, 0);
}

/**
 * The same of the search: words that are nowhere, with names that they nearly are, or that are not beside the
 * others.
 */
export function hintsOfSearch(
  q: string,
  engine: Engine,
  totalOfText: (text: string) => number = (text) => totalOfFive(engine, text),
): Hint[] | null {
  const words = [...new Set(fold(q).split(' '))];
  const totalOf = (some: readonly string[]) => totalOfText(some.join(' '));
  const hints: Hint[] = [];
  for (const word of words.slice(0, MOST_TRIED)) {
    const others = words.filter((one) => one !== word);
    const without = others.length > 0 ? totalOf(others) : 0;
    const total = without > 0 ? {total: without} : {};
    const alone = others.length > 0 ? totalOf([word]) : 0;
    if (alone === 0) {
      const nearest = nearestValues(engine, Object.values(NAMES), word);
      const some = isList(nearest) ? {nearest: nearest.slice(0, 5)} : {};
      hints.push({filter: 'q', value: word, reason: 'no_match', ...some, ...total});
    } else if (without > 0) hints.push({filter: 'q', value: word, reason: 'excludes', ...total});
  }
  return hints.length > 0 ? hints : null;
}

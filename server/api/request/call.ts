/** Parses and validates a request: route, parameter values and output format. */
import {fold} from '../../../datasets/rules/text.ts';
import {TIERS, type TierName} from '../../accounts/tiers.ts';
import {ApiError} from '../errors.ts';
import {answerColumns, distanceColumn, furtherStatsColumns, GROUP_KEY} from '../routes/answers.ts';
import {feedSorts} from '../routes/feeds.ts';
import {type ExportFormat, type Format, formatsOf} from '../routes/formats.ts';
import {inFrench} from '../routes/french.ts';
import type {Match} from '../routes/match.ts';
import type {Detail, Language} from '../routes/parameters.ts';
import type {Route} from '../routes/types.ts';
import {queryFingerprint} from './cursor.ts';
import {refuseMisspelled} from './misspelled.ts';
import {applyDistanceSort, type Proximity, parseProximity} from './near.ts';
import {negotiateFormat} from './negotiate_format.ts';
import {type PageRequest, resolvePage} from './paging.ts';
import {canonicalText, type RoutePlan, routePlan} from './plan.ts';
import {type ParameterValues, parsePairs, parseValues} from './query.ts';

export interface Call {
  route: Route;
  path: Match['path'];
  /** Values of the operation's own parameters; texts of filters are folded. */
  values: ParameterValues;
  /** Centre and radius of a search by distance, else null. */
  proximity: Proximity | null;
  /** Null if the answer is one object. */
  page: PageRequest | null;
  /** Fingerprint that cursors of this query carry. */
  fingerprint: string;
  format: Format;
  /** How an export is written; null for every other answer. */
  exported: ExportFormat | null;
  /** CSV is made safe for spreadsheets. */
  excel: boolean;
  lang: Language;
  /** Selected item fields, in order; null for all. */
  fields: readonly string[] | null;
  /** Facets that are asked for, in table order. */
  facets: readonly string[];
  /** Unknown parameters, as given. */
  ignored: readonly string[];
  /** The canonical query, which the entity tag is made of. */
  canonical: string;
}

/** Folds texts that are compared folded, so that their spellings share one canonical query. */
function foldTexts(values: ParameterValues, names: readonly string[]): ParameterValues {
  let folded = values;
  for (const name of names) {
    const value = values[name];
    if (typeof value === 'string') folded = {...folded, [name]: fold(value)};
  }
  return folded;
}

function ownValues(texts: ReadonlyMap<string, string>, plan: RoutePlan): ParameterValues {
  const values = parseValues(texts, plan.own);
  return values === plan.defaults ? values : foldTexts(values, plan.folded);
}

const ownText = (own: ParameterValues, plan: RoutePlan): string =>
  own === plan.defaults ? plan.defaultsText : canonicalText(own, plan.names);

/** The format of an export. The Parquet file is served as it is and takes no other parameter. */
function exportFormat(texts: ReadonlyMap<string, string>, output: ParameterValues): ExportFormat {
  const format = output['format'] as ExportFormat;
  if (format === 'parquet' && texts.size > 1) throw new ApiError('whole_file');
  return format;
}

/**
 * The route with the fields of single records where an export asks for them, and with French ones for
 * `lang=fr`. Other values are checked in their turn.
 */
function routeOf(matched: Route, texts: ReadonlyMap<string, string>): Route {
  const asks = (name: string, value: Detail | Language) => texts.get(name)?.trim().toLowerCase() === value;
  if (matched.kind === 'export' && matched.full && asks('detail', 'full')) return matched.full;
  return asks('lang', 'fr') ? inFrench(matched) : matched;
}

/** Everything about the form of an answer that the entity tag depends on. */
function formText(format: ExportFormat | Format, excel: boolean, route: Route): string {
  const details = route.kind === 'export' && route.details ? ' full' : '';
  return `${format}${details}${excel ? ' excel' : ''}`;
}

/** In a search by distance: the values with the effective sort order, and the search. */
function withProximity(
  route: Route,
  own: ParameterValues,
  plan: RoutePlan,
  texts: ReadonlyMap<string, string>,
): {own: ParameterValues; proximity: Proximity | null} {
  if (own === plan.defaults || distanceColumn(route) === null) return {own, proximity: null};
  const proximity = parseProximity(own);
  return {own: route.kind === 'list' ? applyDistanceSort(own, proximity, texts) : own, proximity};
}

/** The selected fields, without those that only other answers of the operation have. */
function fieldsOf(
  route: Route,
  output: ParameterValues,
  values: ParameterValues,
  proximity: Proximity | null,
): readonly string[] | null {
  const fields = output['fields'] as readonly string[] | undefined;
  if (!fields) return null;
  const present = furtherFields({route, values, proximity});
  const absent = furtherNames(route).filter((name) => !present.includes(name));
  return absent.length > 0 ? fields.filter((name) => !absent.includes(name)) : fields;
}

/** The facets asked for; formats of rows alone have no place for them. */
function facetsIn(output: ParameterValues, format: Format): readonly string[] {
  const facets = (output['facets'] ?? []) as readonly string[];
  if (facets.length > 0 && ROWS_ALONE.has(format)) throw new ApiError('facets_format');
  return facets;
}

/** Formats without `meta` in their body. */
const ROWS_ALONE: ReadonlySet<Format> = new Set(['csv', 'ndjson', 'atom']);

/**
 * The format that `format` or `Accept` asks for. A list in another order than by date is no feed:
 * `format=atom` is refused then, and `Accept` is offered the other formats.
 */
function formatOf(
  route: Route,
  texts: ReadonlyMap<string, string>,
  output: ParameterValues,
  values: ParameterValues,
  accept: string | undefined,
): Format {
  const formats = formatsOf(route);
  if (formats.length === 1) return 'json';
  if (accept === undefined && !texts.has('format')) return 'json';
  const sorts = feedSorts(route);
  const isFeed = sorts.includes(String(values['sort_by']));
  if (!texts.has('format')) {
    return negotiateFormat(accept, isFeed ? formats : formats.filter((format) => format !== 'atom'));
  }
  const format = output['format'] as Format;
  if (format === 'atom' && !isFeed) throw new ApiError('feed_sort', {values: sorts.join(', ')});
  return format;
}

/** Largest page that the tier allows. */
const maxLimit = (route: Route, tier: TierName): number =>
  'tiered' in route && route.tiered ? TIERS[tier].permits : Number.POSITIVE_INFINITY;

/** Validates the query in the order of the operation's parameters; throws the first error. */
export function parseCall(
  {route: matched, path}: Match,
  pairs: readonly [string, string][],
  accept: string | undefined,
  tier: TierName,
): Call {
  const {texts, ignored} = parsePairs(pairs, routePlan(matched).known);
  const route = routeOf(matched, texts);
  const plan = routePlan(route);
  const {own, proximity} = withProximity(route, ownValues(texts, plan), plan, texts);
  const rows = 'limit' in route ? route : null;
  const fingerprint =
    own === plan.defaults || !rows ? plan.defaultsFingerprint : queryFingerprint(route.path, own);
  const paging = parseValues(texts, plan.page);
  const page = rows && resolvePage(rows, paging, texts, fingerprint, maxLimit(route, tier));
  const output = parseValues(texts, plan.output);
  const format = formatOf(route, texts, output, own, accept);
  const exported = route.kind === 'export' ? exportFormat(texts, output) : null;
  const excel = (exported ?? format) === 'csv' && output['excel'] === true;
  const lang = output['lang'] as Language;
  const fields = fieldsOf(route, output, own, proximity);
  const facets = facetsIn(output, format);
  refuseMisspelled(ignored, plan.allNames);
  const position = page?.cursor ? paging['cursor'] : page?.offset;
  const rest = JSON.stringify([path, page?.limit, position, fields, ...(facets.length > 0 ? [facets] : [])]);
  const canonical = `${route.path} ${formText(exported ?? format, excel, route)} ${lang} ${ownText(own, plan)} ${rest}`;
  return {
    route,
    path,
    values: own,
    proximity,
    page,
    fingerprint,
    format,
    exported,
    excel,
    lang,
    fields,
    facets,
    ignored,
    canonical,
  };
}

/** The dimensions of statistics, one or two; none for other calls. */
export const groupsOf = ({values}: Pick<Call, 'values'>): readonly string[] =>
  (values['group_by'] ?? []) as readonly string[];

/** Fields that only some answers of the route have, after all others. */
function furtherNames(route: Route): readonly string[] {
  if (route.kind === 'stats') return Object.keys(furtherStatsColumns(route.dataset));
  const distance = distanceColumn(route)?.name;
  return distance ? [distance] : [];
}

/** Those of them that a call asks for. */
function furtherFields({route, values, proximity}: Pick<Call, 'route' | 'values' | 'proximity'>): string[] {
  const names = furtherNames(route);
  if (route.kind !== 'stats') return proximity ? [...names] : [];
  const groups = groupsOf({values});
  const isThere = (name: string): boolean => {
    if (name === 'median_value') return values['median'] === true;
    return name === GROUP_KEY ? groupColumns(route, groups)[GROUP_KEY] !== undefined : groups.length > 1;
  };
  return names.filter(isThere);
}

/** Columns of items, of statistics by their first dimension: the key of a group stands behind its value. */
const groupColumns = (route: Route, groups: readonly string[]) => answerColumns(route, groups.slice(0, 1));

/** Names of the item fields in the response. */
export function outputFields(call: Call): readonly string[] {
  const {route, fields} = call;
  const own = Object.keys(groupColumns(route, groupsOf(call)));
  return fields ?? [...own, ...furtherFields(call).filter((name) => !own.includes(name))];
}

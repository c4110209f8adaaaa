/** Parses and validates a request: route, parameter values and output format. */
import {fold} from '../../../datasets/rules/text.ts';
import type {Columns} from '../../../datasets/types.ts';
import {TIERS, type TierName} from '../../accounts/tiers.ts';
import {ApiError} from '../errors.ts';
import {statsColumns} from '../routes/answers.ts';
import {canonicalText} from '../routes/compile.ts';
import type {Format} from '../routes/formats.ts';
import type {Match} from '../routes/match.ts';
import type {Detail, Language} from '../routes/parameters.ts';
import type {ParameterValues, Route} from '../routes/types.ts';
import {queryFingerprint} from './cursor.ts';
import {refuseMisspelled} from './misspelled.ts';
import {applyDistanceSort, type Proximity, parseProximity} from './near.ts';
import {negotiateFormat} from './negotiate_format.ts';
import {type PageRequest, resolvePage} from './paging.ts';
import {parsePairs, parseValues} from './query.ts';

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
  /** CSV is made safe for spreadsheets; `fr`: for those with semicolons and decimal commas. */
  excel: boolean | 'fr';
  lang: Language;
  /** Fields of the items (lists, stats) or of `data` (others), in order. */
  columns: Columns;
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

function ownValues(texts: ReadonlyMap<string, string>, {own, folded}: Route): ParameterValues {
  const values = parseValues(texts, own);
  return values === own.defaults ? values : foldTexts(values, folded);
}

/**
 * The route with the fields of single records where an export asks for them, and with French ones for
 * `lang=fr`. Other values are checked in their turn.
 */
function routeOf(matched: Route, texts: ReadonlyMap<string, string>): Route {
  const {full, fr} = matched.variants;
  const asks = (name: string, value: Detail | Language) => texts.get(name)?.trim().toLowerCase() === value;
  return (full && asks('detail', 'full') && full) || (fr && asks('lang', 'fr') && fr) || matched;
}

/** Everything about the form of an answer that the entity tag depends on. */
function formText(format: Format, excel: Call['excel'], route: Route): string {
  const details = route.kind === 'export' && route.details ? ' full' : '';
  return `${format}${details}${excel ? ` excel ${excel}` : ''}`;
}

/** In a search by distance: the values with the effective sort order, and the search. */
function withProximity(
  route: Route,
  own: ParameterValues,
  texts: ReadonlyMap<string, string>,
): {own: ParameterValues; proximity: Proximity | null} {
  if (own === route.own.defaults || route.distance === null) return {own, proximity: null};
  const proximity = parseProximity(own);
  return {own: route.kind === 'list' ? applyDistanceSort(own, proximity, texts) : own, proximity};
}

/** The fields of the items or of `data`; of statistics those of their dimensions. */
function columnsOf(route: Route, values: ParameterValues, proximity: Proximity | null): Columns {
  if (route.kind === 'stats')
    return statsColumns(route.dataset, groupsOf({values}), values['median'] === true);
  const {columns, distance} = route;
  return proximity && distance ? {...columns, [distance.name]: distance.column} : columns;
}

/** What `excel` says. */
const excelOf = (value: ParameterValues[string] | undefined): Call['excel'] =>
  value === 'fr' ? 'fr' : value === 'true';

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
 * `format=atom` is refused then, and `Accept` is offered the other formats. The Parquet file of an export is
 * served as it is and takes no other parameter.
 */
function formatOf(
  {kind, formats, feedSorts}: Route,
  texts: ReadonlyMap<string, string>,
  output: ParameterValues,
  values: ParameterValues,
  accept: string | undefined,
): Format {
  const format = (output['format'] ?? 'json') as Format;
  if (format === 'parquet' && texts.size > 1 && !texts.has('since')) throw new ApiError('whole_file');
  if (kind === 'export' || formats.length === 1) return output['format'] === undefined ? formats[0]! : format;
  if (accept === undefined && !texts.has('format')) return 'json';
  const isFeed = feedSorts.includes(String(values['sort_by']));
  if (!texts.has('format')) {
    return negotiateFormat(accept, isFeed ? formats : formats.filter((one) => one !== 'atom'));
  }
  if (format === 'atom' && !isFeed) throw new ApiError('feed_sort', {values: feedSorts.join(', ')});
  return format;
}

/** Formats of operations. */
const SINCE_FORMATS: ReadonlySet<string> = new Set(['ndjson', 'parquet']);

/**
 * Refuses filters and other formats beside the changes of an export: what a filter leaves out now it may have
 * had before.
 */
function checkSince({kind, own}: Route, values: ParameterValues, output: ParameterValues): void {
  if (kind !== 'export' || values['since'] === undefined) return;
  const filters = Object.keys(values).filter((name) => name !== 'since' && own.parameters[name]);
  const format = output['format'] ?? 'ndjson';
  if (filters.length > 0 || !SINCE_FORMATS.has(String(format))) throw new ApiError('since_alone');
}

/** Largest page that the tier allows. */
const maxLimit = (route: Route, tier: TierName): number =>
  'tiered' in route && route.tiered ? TIERS[tier].permits : Number.POSITIVE_INFINITY;

/** Of a query with pages; that of changes names what it asks about in its path. */
function fingerprintOf(route: Route, path: Match['path'], own: ParameterValues): string {
  if (route.kind === 'changes') return queryFingerprint(`${route.path} ${JSON.stringify(path)}`, own);
  const isDefault = own === route.own.defaults || !('limit' in route);
  return isDefault ? route.defaultsFingerprint : queryFingerprint(route.path, own);
}

/** Validates the query in the order of the operation's parameters; throws the first error. */
export function parseCall(
  {route: matched, path}: Match,
  pairs: readonly [string, string][],
  accept: string | undefined,
  tier: TierName,
): Call {
  const {texts, ignored} = parsePairs(pairs, matched.takes);
  const route = routeOf(matched, texts);
  const {own, proximity} = withProximity(route, ownValues(texts, route), texts);
  const isDefault = own === route.own.defaults;
  const rows = 'limit' in route ? route : null;
  const fingerprint = fingerprintOf(route, path, own);
  const paging = parseValues(texts, route.page);
  const page = rows && resolvePage(rows, paging, texts, fingerprint, maxLimit(route, tier));
  const output = parseValues(texts, route.output);
  checkSince(route, own, output);
  const format = formatOf(route, texts, output, own, accept);
  const excel = format === 'csv' && excelOf(output['excel']);
  const lang = output['lang'] as Language;
  const columns = columnsOf(route, own, proximity);
  const selected = output['fields'] as readonly string[] | undefined;
  // Without those that only other answers of the operation have.
  const fields = selected?.filter((name) => Object.hasOwn(columns, name)) ?? null;
  const facets = facetsIn(output, format);
  refuseMisspelled(ignored, route.takes);
  const position = page?.cursor ? paging['cursor'] : page?.offset;
  const rest = JSON.stringify([path, page?.limit, position, fields, ...(facets.length > 0 ? [facets] : [])]);
  const ownText = isDefault ? route.defaultsText : canonicalText(own, route.names);
  return {
    route,
    path,
    values: own,
    proximity,
    page,
    fingerprint,
    format,
    excel,
    lang,
    columns,
    fields,
    facets,
    ignored,
    canonical: `${route.path} ${formText(format, excel, route)} ${lang} ${ownText} ${rest}`,
  };
}

/** The dimensions of statistics, one or two; none for other calls. */
export const groupsOf = ({values}: Pick<Call, 'values'>): readonly string[] =>
  (values['group_by'] ?? []) as readonly string[];

/** Names of the item fields in the response. */
export const outputFields = ({columns, fields}: Call): readonly string[] => fields ?? Object.keys(columns);

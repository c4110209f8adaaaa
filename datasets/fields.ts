/** Constructors of field functions for declarations; types/fields.ts says what each does. */
import type {Box, CodeTable, Field, PointLocation, Rules, Sum} from './types.ts';

/** A column, or several in order. */
export type Names = string | readonly string[];
export const names = (from: Names): readonly string[] => (typeof from === 'string' ? [from] : from);

export const text = (from: Names, blank: readonly string[] = [], filler?: RegExp): Field => ({
  op: 'text',
  from: names(from),
  blank,
  filler,
});
export const multiline = (
  from: Names,
  blank: readonly string[] = [],
  how: Pick<Extract<Field, {op: 'multiline'}>, 'references' | 'changes'> = {},
): Field => ({op: 'multiline', from: names(from), blank, ...how});
/** A field of the columns alone. */
const reads =
  (op: 'date' | 'date_of_timestamp' | 'html_text' | 'timestamp' | 'money' | 'integer' | 'fiscal_year') =>
  (from: Names): Field => ({op, from: names(from)});

export const date = reads('date');
/** Dates that may lie before 1900. */
export const historicalDate = (from: Names, since: number): Field => ({op: 'date', from: names(from), since});
/** The day of a timestamp, with or without an offset. */
export const dateOfTimestamp = reads('date_of_timestamp');
/** The text of an HTML fragment. */
export const htmlText = reads('html_text');
/** A time in UTC. */
export const timestamp = reads('timestamp');
/** The texts of a JSON array. */
export const jsonItems = (from: string, among?: readonly string[]): Field => ({
  op: 'json_items',
  from,
  among,
});
export const money = reads('money');
/**
 * Amounts of cities that write English; 0 and the `blank` texts give null. Toronto's `50,00` is a typing
 * error of 50,000.
 */
export const cost = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'money',
  from: names(from),
  zero: 'null',
  comma: 'groups',
  blank,
});
export const number = (
  from: Names,
  how: Omit<Extract<Field, {op: 'number'}>, 'op' | 'from'> = {},
): Field => ({op: 'number', from: names(from), ...how});
/** Square metres with one decimal; 0 becomes null. */
export const squareMetres = (from: Names): Field => number(from, {decimals: 1, zero: 'null'});
/** A square foot in square metres. */
const SQUARE_FOOT = 0.09290304;
export const squareFeet = (from: Names): Field =>
  number(from, {factor: SQUARE_FOOT, decimals: 1, zero: 'null'});
export const sum = (options: Omit<Extract<Field, {op: 'sum'}>, 'op'>): Field => ({op: 'sum', ...options});
export const columnsOf = (...columns: string[]): Sum => ({terms: columns.map((column) => ({column}))});
export const rules = (table: Rules): Field => ({op: 'rules', rules: table});
/** The value of a field if the rules give one of these results. */
export const when = (value: Field, table: Rules, ...equals: string[]): Field => ({
  op: 'when',
  value,
  rules: table,
  equals,
});
export const replace = (
  from: Names,
  changes: readonly (readonly [RegExp, string])[],
  blank: readonly string[] = [],
): Field => ({op: 'replace', from: names(from), blank, changes});
/** A day that is neither before 1950 nor more than a year after the fetch. */
export const day = (from: Names, form?: 'compact' | 'epoch' | 'mixed' | 'slashes' | 'workbook'): Field => ({
  op: 'date',
  from: names(from),
  plausible: true,
  form,
});
/** A day that may lie years ahead. */
export const futureDay = (from: Names, form: 'epoch'): Field => ({op: 'date', from: names(from), form});
/** A place in a cell with GeoJSON, and in two columns of degrees. */
export const geojson = (column: string): PointLocation => ({form: 'geojson', column});
export const degrees = (lat: string, lng: string): PointLocation => ({form: 'columns', lat, lng});
/** Latitude and longitude as the columns `lat` and `lng`. */
export const point = (within: Box, ...locations: PointLocation[]): {lat: Field; lng: Field} => ({
  lat: {op: 'degree', axis: 'lat', locations, within},
  lng: {op: 'degree', axis: 'lng', locations, within},
});
export const lookup = (
  from: string,
  table: string,
  value: string,
  as: 'text' | 'number' = 'text',
): Field => ({op: 'lookup', from, table, value, as});
/** Geometry and area in square metres as the columns `geometry` and `area_m2`. */
export const polygon = (from = 'geometry'): {geometry: Field; area_m2: Field} => ({
  geometry: {op: 'polygon', from, value: 'geometry'},
  area_m2: {op: 'polygon', from, value: 'area'},
});
export const inCad = (amount: Names, currency: string): Field => ({
  op: 'in_cad',
  amount: names(amount),
  currency,
});
export const integer = reads('integer');
export const code = (from: Names, table: CodeTable): Field => ({op: 'code', from: names(from), table});
export const bilingual = (en: string, fr: string, blank: readonly string[] = []): Field => ({
  op: 'bilingual',
  en,
  fr,
  blank,
});
export const department = (columns: {code?: string; en?: string; fr?: string; both?: string}): Field => ({
  op: 'department',
  ...columns,
});
export const lines = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'lines',
  from: names(from),
  blank,
});
/** Lines joined to one text. */
export const joinedLines = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'lines',
  from: names(from),
  blank,
  joinWith: ', ',
});
export const matches = (from: string, pattern: RegExp): Field => ({op: 'matches', from, pattern});
export const split = (from: Names, separator: string, blank: readonly string[] = []): Field => ({
  op: 'split',
  from: names(from),
  separator,
  blank,
});
/** Pieces joined to one text by `joinWith`. */
export const splitAndJoin = (
  from: Names,
  separator: string,
  joinWith: string,
  blank: readonly string[] = [],
): Field => ({op: 'split', from: names(from), separator, blank, joinWith});
export const bilingualCell = (from: string, blank: readonly string[] = []): Field => ({
  op: 'bilingual_cell',
  from,
  blank,
});
export const fiscalYear = reads('fiscal_year');
export const joinAll = (from: readonly string[], separator: string): Field => ({
  op: 'join_all',
  from,
  separator,
});
/** The columns that are not blank, separated by spaces: names of people. */
export const joinNonBlank = (from: readonly string[], separator?: string): Field => ({
  op: 'join_non_blank',
  from,
  separator,
});
/** Identifies a person in files without numbers. */
export const personKey = (name: readonly string[], location: string): Field => ({
  op: 'person_key',
  name,
  location,
});
/** Codes or names from a code table of the source. */
export const decode = (from: string, table: string, value: 'code' | 'name', separator?: string): Field => ({
  op: 'decode',
  from,
  table,
  value,
  separator,
});
export const identifier = (from: string, blank: readonly string[], otherwise: readonly string[]): Field => ({
  op: 'identifier',
  from,
  blank,
  otherwise,
});
export const progress = (columns: {published?: string; start: Names; end: Names}): Field => ({
  op: 'progress',
  ...columns,
  start: names(columns.start),
  end: names(columns.end),
});
export const firstCharacters = (from: string, length: number, pattern: RegExp): Field => ({
  op: 'first_characters',
  from,
  length,
  pattern,
});
export const constant = (value: string): Field => ({op: 'constant', value});
export const address = (options: Omit<Extract<Field, {op: 'address'}>, 'op'>): Field => ({
  op: 'address',
  ...options,
});
export const vendorKey = (from: Names, blank: readonly string[] = []): Field => ({
  op: 'vendor_key',
  from: names(from),
  blank,
});
/** The session of Parliament on a date within a text. */
export const session = (from: string, pattern: RegExp): Field => ({op: 'session', from, pattern});
export const extract = (from: Names, pattern: RegExp): Field => ({op: 'extract', from: names(from), pattern});

/**
 * Reads tables of JSON objects: JSON Lines, arrays, responses of CKAN, and the features of
 * FeatureCollections.
 */

import {type JsonObject, parseObject} from '../runtime/unknown_json.ts';
import {foldName} from './header.ts';
import {cellOf, checkCells, type RowCells} from './json_cells.ts';
import {arrayElements, type JsonElement, linesOf} from './json_elements.ts';
import {readTitled} from './json_titles.ts';
import {type RawTable, ReadError, type RecordLocation, type RereadableFile} from './types.ts';

/** Where the rows stand; JSON Lines are a row a line. */
const PATHS = {jsonl: null, array: [], answer: ['result', 'records'], geojson: ['features']};

/** Variants with an object a row. */
export type Variant = Exclude<JsonVariant, 'json'>;

/** A row, or why it is refused. */
type Row = RecordLocation & {record: JsonObject | string};

/** Portal bookkeeping, renewed with every reload of the table. */
const ROW_ID = '_id';

/** Share of the records that have a usual name. */
const USUAL = 0.9;

const CUT = 'it was cut or damaged: fetch it again';

/**
 * Reads a table. Refuses rows that are no objects or features. Throws ReadError for an empty or truncated
 * file, where the first line of JSON Lines is no object, and where a FeatureCollection names another
 * coordinate system than WGS 84, unless its coordinates contradict that.
 */
export async function readJson(
  source: string,
  file: RereadableFile,
  variant: JsonVariant,
): Promise<RawTable> {
  if (variant === 'json') return readTitled(source, file);
  let frame = '';
  let first: unknown;
  const rows = () => rowsIn(source, file, variant, (text) => (frame = text));
  const records = async function* () {
    for await (const {record} of rows()) {
      if (typeof record === 'string') continue;
      first ??= record['geometry'];
      yield record;
    }
  };
  const {header, cellsOf} = await columnsOf(records(), file.known);
  const rawRows = async function* () {
    for await (const {record, ...location} of rows())
      yield {...location, ...(typeof record === 'string' ? {refused: record} : cellsOf(record))};
  };
  const table = {header, rows: rawRows()};
  const system = variant === 'geojson' ? otherSystem(frame) : null;
  if (!system) return table;
  if (system.isDegrees || !hasDegrees(first))
    throw new ReadError(source, file.name, ...otherSystemFault(system.name));
  const note = `it says that its coordinates are in ${system.name}, but they are degrees and are read so`;
  return {...table, note};
}

/** The elements of a text, each a row; see arrayElements. */
export const elementsIn = (
  variant: Variant,
  stream: AsyncIterable<Buffer>,
  fault: (problem: string) => ReadError,
  onFrame?: (text: string) => void,
): AsyncIterable<JsonElement> => {
  const path = PATHS[variant];
  return path ? arrayElements(stream, path, fault, onFrame) : linesOf(stream);
};

/**
 * The record of an element: an object, or the properties and geometry of a feature; else why there is none.
 */
export function recordIn(variant: Variant, text: string): JsonObject | string {
  const object = parseObject(text);
  if (!object) return 'not a JSON record';
  if (variant !== 'geojson') return object;
  const {properties, geometry} = object;
  if (geometry === undefined && properties === undefined) return 'not a feature: it has no properties';
  if (properties !== null && properties !== undefined && typeof properties !== 'object')
    return 'not a feature: its properties are no object';
  return {...properties, geometry: geometry ?? null};
}

async function* rowsIn(
  source: string,
  {name, again}: RereadableFile,
  variant: Variant,
  onFrame: (text: string) => void,
): AsyncGenerator<Row> {
  const fault = (problem: string, remedy = CUT) => new ReadError(source, name, problem, remedy);
  const empty = () => fault('the file is empty', 'fetch it again');
  const isLines = variant === 'jsonl';
  let isEmpty = isLines;
  for await (const {text, line, from, to, ended} of elementsIn(variant, again(), fault, onFrame)) {
    const record = recordIn(variant, text);
    isEmpty = false;
    if (isLines && typeof record === 'string') {
      const isBlank = text.trim() === '';
      if (line === 1) throw isBlank ? empty() : fault('the first line is no JSON record', 'fetch it again');
      if (!ended)
        throw fault(`the file ends inside the record of line ${line}`, 'it was cut: fetch it again');
      if (isBlank) continue;
    }
    yield {line, from, to, record};
  }
  if (isEmpty) throw empty();
}

/**
 * The columns are all names that occur, in order of first occurrence, since portals omit nulls. A record with
 * an undeclared name is refused where it lacks a usual name that this one probably replaces, and where nearly
 * all records have the same names.
 */
async function columnsOf(records: AsyncIterable<JsonObject>, known?: (name: string) => boolean) {
  const counts = new Map<string, number>();
  /** Records by number of names. */
  const widths = new Map<number, number>();
  let total = 0;
  for await (const record of records) {
    total += 1;
    const names = Object.keys(record);
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    widths.set(names.length, (widths.get(names.length) ?? 0) + 1);
  }
  const header = [...counts.keys()].filter((name) => name !== ROW_ID);
  const usual = [...counts.keys()].filter((name) => counts.get(name)! >= USUAL * total);
  const spelled = new Set(usual.map(foldName));
  // Another spelling of a usual name is as strange as an undeclared name.
  const strange = new Set(
    header.filter((name) => known && !usual.includes(name) && (!known(name) || spelled.has(foldName(name)))),
  );
  const regular = (widths.get(usual.length) ?? 0) >= USUAL * total;
  const cellsOf = (record: JsonObject): RowCells => {
    const isOdd = strange.size > 0 && (regular || usual.some((name) => !(name in record)));
    const stray = isOdd ? Object.keys(record).find((name) => strange.has(name)) : undefined;
    return stray === undefined
      ? checkCells(header.map((name) => cellOf(record[name])))
      : {refused: `unknown key: ${stray}`};
  };
  return {header, cellsOf};
}

/** Start of a CKAN response, with or without a help link. */
const ANSWER = /^\{\s*(?:"help"\s*:\s*"[^"]*"\s*,\s*)?"success"\s*:\s*true\b/;

export type JsonVariant = 'answer' | 'array' | 'geojson' | 'json' | 'jsonl';

/**
 * `array`: of objects. `answer`: CKAN records. `geojson`: a FeatureCollection. `json`: titles and rows.
 * `jsonl`: an object per line. `declared` applies where the first bytes show none of the first three. Throws
 * ReadError for a web page.
 */
export function jsonVariantOf(
  source: string,
  name: string,
  head: Buffer,
  declared: 'json' | 'jsonl' | 'geojson',
): JsonVariant {
  const fault = (problem: string, remedy: string) => new ReadError(source, name, problem, remedy);
  const text = head
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (text.startsWith('<')) throw fault('an HTML or XML page instead of JSON', 'fetch it again later');
  if (text.startsWith('[')) return 'array';
  if (ANSWER.test(text)) return 'answer';
  if (!/"type"\s*:\s*"FeatureCollection"/.test(text)) {
    if (declared !== 'geojson') return declared;
    if (!text) throw fault('the file is empty', 'fetch it again');
    if (!/"features"\s*:/.test(text)) {
      const shown = text.slice(0, 60).replace(/\s+/g, ' ');
      throw fault(
        `no FeatureCollection: it begins ${shown}`,
        'the publisher answered otherwise: fetch it again',
      );
    }
  }
  return 'geojson';
}

/** Systems whose degrees equal those of WGS 84 within a metre or two, and others of degrees. */
const SAME = /CRS:?8[34]|EPSG:+(4326|4269|4617)$/i;
const OTHER_DEGREES = /CRS:?27|EPSG:+4\d{3}$/i;

/** The system named in the text around the features, where it is none of WGS 84. */
export function otherSystem(frame: string): {name: string; isDegrees: boolean} | null {
  const member = /"crs"\s*:\s*\{[^}]*\{[^}]*?"(?:name|code|href)"\s*:\s*"?([^",}]*)/.exec(frame)?.[1]?.trim();
  const name = member && /^\d+$/.test(member) ? `EPSG:${member}` : member;
  return name && !SAME.test(name) ? {name, isDegrees: OTHER_DEGREES.test(name)} : null;
}

/** What is wrong with a file in this system. */
export const otherSystemFault = (name: string): [problem: string, remedy: string] => [
  `its coordinates are in ${name}, no degrees of WGS 84`,
  'fetch the form in EPSG:4326',
];

/**
 * Whether a geometry's first position is one of degrees: no projection has metres near its origin in Canada.
 */
export function hasDegrees(geometry: unknown): boolean {
  const [, x, y] =
    /\[\s*(-?[\d.]+(?:e[-+]?\d+)?)\s*,\s*(-?[\d.]+(?:e[-+]?\d+)?)/i.exec(JSON.stringify(geometry)) ?? [];
  return x !== undefined && Math.abs(Number(x)) <= 180 && Math.abs(Number(y)) <= 90;
}

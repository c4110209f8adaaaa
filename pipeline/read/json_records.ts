/** Turns JSON objects into rows, whatever contains them. */
import type {Readable} from 'node:stream';
import {foldName} from './header.ts';
import type {OpenFile} from './open.ts';
import type {RawRow, RawTable, RecordLocation} from './types.ts';

/**
 * A file that is read twice: for its column names, then for its rows. `known`: whether a name is declared.
 */
export type RereadableFile = Pick<OpenFile, 'name' | 'stream'> & {
  again: () => Readable;
  known?: (name: string) => boolean;
};

/** Values of one row by column. */
export type JsonRecord = Record<string, unknown>;

/** One element of the file: its record, or why it is refused. */
export type JsonRow = RecordLocation & ({record: JsonRecord} | {refused: string});

/** Portal bookkeeping, renewed with every reload of the table. */
const ROW_ID = '_id';

/** Share of the records that have a usual name. */
const USUAL = 0.9;

/**
 * The columns are all names that occur, in order of first occurrence, since portals omit nulls. A record with
 * an undeclared name is refused where it lacks a usual name that this one probably replaces, and where nearly
 * all records have the same names.
 */
export async function tableOf(
  file: RereadableFile,
  rowsIn: (stream: AsyncIterable<Buffer>) => AsyncIterable<JsonRow>,
): Promise<RawTable> {
  const counts = new Map<string, number>();
  /** Records by number of names. */
  const widths = new Map<number, number>();
  let records = 0;
  for await (const row of rowsIn(file.stream)) {
    if (!('record' in row)) continue;
    records++;
    const names = Object.keys(row.record);
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    widths.set(names.length, (widths.get(names.length) ?? 0) + 1);
  }
  const header = [...counts.keys()].filter((name) => name !== ROW_ID);
  const usual = [...counts.keys()].filter((name) => counts.get(name)! >= USUAL * records);
  const spelled = new Set(usual.map(foldName));
  // Another spelling of a usual name is as strange as an undeclared name.
  const strange = new Set(
    header.filter((name) => file.known && (!file.known(name) || spelled.has(foldName(name)))),
  );
  for (const name of usual) strange.delete(name);
  const regular = (widths.get(usual.length) ?? 0) >= USUAL * records;
  const strayIn = (record: JsonRecord) =>
    strange.size > 0 && (regular || usual.some((name) => !(name in record)))
      ? Object.keys(record).find((name) => strange.has(name))
      : undefined;
  return {header, rows: cellsOf(rowsIn(file.again()), header, strayIn)};
}

async function* cellsOf(
  rows: AsyncIterable<JsonRow>,
  header: readonly string[],
  strayIn: (record: JsonRecord) => string | undefined,
): AsyncGenerator<RawRow> {
  for await (const row of rows) {
    const {line, from, to} = row;
    if ('refused' in row) {
      yield {line, from, to, refused: row.refused};
      continue;
    }
    const stray = strayIn(row.record);
    const cells = header.map((name) => cellOf(row.record[name]));
    if (stray !== undefined) yield {line, from, to, refused: `unknown key: ${stray}`};
    else if (cells.some((one) => one?.includes('\0'))) yield {line, from, to, refused: 'NUL byte in a cell'};
    else yield {line, from, to, cells};
  }
}

/** Cell of a JSON value: nulls and blanks as null, objects and arrays as JSON, everything else as text. */
function cellOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The object in a text; null for any other text. */
export function parseObject(text: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as JsonRecord)
      : null;
  } catch {
    return null;
  }
}

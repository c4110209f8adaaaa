/** Fast path: DuckDB loads all plain records of a CSV file at once into a Parquet file of text. */
import {closeSync, createWriteStream, openSync} from 'node:fs';
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {pipeline} from 'node:stream/promises';
import type {DuckDBConnection} from '@duckdb/node-api';
import {ident, literal, literals} from '../../datasets/rules/sql.ts';
import {readFullySync} from '../runtime/read_fully.ts';
import {type CsvScan, MAX_LISTED} from './csv_scan.ts';
import type {OpenFile} from './open.ts';
import type {RowNumbers} from './row_numbers.ts';
import type {Delimiter, RecordLocation} from './types.ts';

/** Rows that a thread buffers while writing: fewer than DuckDB's default, to save memory. */
const ROW_GROUP = 40_960;

/** Bytes copied at a time. */
const PIECE = 1 << 22;

/** Share of odd records above which the tolerant reader takes the whole file. */
const MOST_ODD = 0.05;

/** The file as UTF-8 on disk: in place, or a copy in `folder`. */
export async function localText(file: OpenFile, folder: string, number: number): Promise<string> {
  if (file.path !== null) {
    file.stream.destroy();
    return file.path;
  }
  const copy = join(folder, `text_${number}`);
  await pipeline(file.stream, createWriteStream(copy));
  return copy;
}

/** Whether the plain records can be loaded at once and the odd ones parsed one by one. */
export function isMostlyPlain(shape: CsvScan): boolean {
  const most = Math.min(MAX_LISTED, Math.max(100, MOST_ODD * shape.plain.length));
  return shape.width > 1 && !shape.open && shape.odd <= most;
}

/** Row numbers, file number, Parquet file to write, null tokens, and delimiter. */
interface LoadOptions {
  numbers: Pick<RowNumbers, 'base' | 'step'>;
  file: number;
  to: string;
  nulls: readonly string[];
  delimiter?: Delimiter;
}

/**
 * Writes the used columns of all plain records to a Parquet file, in file order; blank cells and null tokens
 * become null. `positions`: used column -> its index in the header; absent columns are null. Returns false,
 * leaving no usable file, where DuckDB finds other records than the scan.
 */
export async function loadPlain(
  db: DuckDBConnection,
  text: string,
  shape: CsvScan,
  positions: ReadonlyMap<string, number>,
  columns: readonly string[],
  {numbers, file, to, nulls, delimiter = ','}: LoadOptions,
): Promise<boolean> {
  const regular = await regularText(text, shape, `${to}.csv`);
  const names = Array.from({length: shape.width}, (_, at) => `${literal(`c${at}`)}: 'VARCHAR'`);
  const values = columns.map((name) => {
    const at = positions.get(name);
    return `${at === undefined ? 'NULL::VARCHAR' : `c${at}`} AS ${ident(name)}`;
  });
  try {
    await db.run(`COPY (
        SELECT ${numbers.base}::BIGINT AS _base, ${numbers.step}::BIGINT AS _step, ${file}::INTEGER AS _file, ${values.join(', ')}
        FROM read_csv(${literal(regular)}, auto_detect = false, columns = {${names.join(', ')}}, header = ${regular === text},
          delim = ${literal(delimiter)}, quote = '"', escape = '"', strict_mode = true, nullstr = [${literals(['', ...nulls])}], null_padding = false, ignore_errors = true)
      ) TO ${literal(to)} (FORMAT parquet, COMPRESSION lz4_raw, ROW_GROUP_SIZE ${ROW_GROUP})`);
  } catch (error) {
    if (isFormFault(error)) return false;
    throw error;
  }
  const counted = await db.runAndReadAll(`SELECT count(*) FROM read_parquet(${literal(to)})`);
  return Number(counted.getRows()[0]?.[0]) === shape.plain.length;
}

/** DuckDB's errors about the text itself, unlike a full disk or memory. */
const isFormFault = (error: unknown): boolean =>
  error instanceof Error &&
  /^Invalid Input Error: (CSV Error|The CSV Parser|Error when sniffing)/.test(error.message);

/**
 * The file itself where DuckDB splits it as the scan does and skips odd records by their width; else a copy
 * without header and odd records.
 */
async function regularText(text: string, shape: CsvScan, copy: string): Promise<string> {
  if (shape.malformed === 0 && shape.header_from === 0) return text;
  const {size} = await stat(text);
  const between: Pick<RecordLocation, 'from' | 'to'>[] = [];
  let start = shape.header_end;
  for (const location of [...shape.oddLocations, {from: size, to: size}]) {
    for (; start < location.from; start += PIECE)
      between.push({from: start, to: Math.min(start + PIECE, location.from)});
    start = location.to;
  }
  const pieces = function* () {
    for (const [, bytes] of readRecords(text, between)) yield bytes;
  };
  await pipeline(pieces, createWriteStream(copy));
  return copy;
}

/**
 * Yields the bytes of some records. Synchronous: thousands of short reads cost more to schedule than to make.
 */
export function* readRecords<P extends Pick<RecordLocation, 'from' | 'to'>>(
  text: string,
  locations: readonly P[],
): Generator<[P, Buffer]> {
  const file = openSync(text, 'r');
  try {
    for (const location of locations) {
      const buffer = Buffer.allocUnsafe(location.to - location.from);
      readFullySync(file, buffer, location.from);
      yield [location, buffer];
    }
  } finally {
    closeSync(file);
  }
}

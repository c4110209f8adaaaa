/** Rows that are JSON objects, whatever they are gathered in. */
import type {Readable} from 'node:stream';
import type {OpenFile} from './open.ts';
import type {Place, RawRow, RawTable} from './types.ts';

/** A file that is read twice: for the names of its columns, then for its rows. */
export type TwiceFile = Pick<OpenFile, 'name' | 'stream'> & {again: () => Readable};

/** The values of one row by column. */
export type JsonRecord = Record<string, unknown>;

/** A piece of the file that is one row: its record, or why there is none. */
export type JsonRow = Place & ({record: JsonRecord} | {refused: string});

/** Portal bookkeeping that is no data: re-issued with every reload of the table. */
const ROW_ID = '_id';

/**
 * The columns are all names that any record has, in the order in which they first come: portals leave out what is null,
 * so that no row need have them all.
 */
export async function tableOf(
  file: TwiceFile,
  rowsIn: (stream: AsyncIterable<Buffer>) => AsyncIterable<JsonRow>,
): Promise<RawTable> {
  const names = new Set<string>();
  for await (const row of rowsIn(file.stream)) {
    if ('record' in row) for (const name of Object.keys(row.record)) names.add(name);
  }
  names.delete(ROW_ID);
  const header = [...names];
  return {header, rows: cellsOf(rowsIn(file.again()), header)};
}

async function* cellsOf(rows: AsyncIterable<JsonRow>, header: readonly string[]): AsyncGenerator<RawRow> {
  for await (const row of rows) {
    const {line, from, to} = row;
    if ('refused' in row) {
      yield {line, from, to, refused: row.refused};
      continue;
    }
    const cells = header.map((name) => cellOf(row.record[name]));
    if (cells.some((one) => one?.includes('\0'))) yield {line, from, to, refused: 'NUL byte in a cell'};
    else yield {line, from, to, cells};
  }
}

/** Cell of a JSON value: null and blanks as null, objects and arrays as their JSON, everything else as text. */
function cellOf(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The object that a text is; null for any other text. */
export function recordIn(text: string): JsonRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as JsonRecord)
      : null;
  } catch {
    return null;
  }
}

/** JSON Lines of flat records as rows: the keys of the first record are the header. */
import {createInterface} from 'node:readline';
import type {OpenFile} from './open.ts';
import {type RawRow, type RawTable, ReadError} from './types.ts';

/** Portal bookkeeping that is no data: re-issued with every reload of the table. */
const ROW_ID = '_id';

/** Cell of a JSON value: null and blanks as null, everything else as text. */
function cell(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Reads the header from the first record, then streams the rows; a line that is no flat record is refused. */
export async function readJsonl(source: string, file: OpenFile): Promise<RawTable> {
  const lines = createInterface({input: file.stream, crlfDelay: Infinity})[Symbol.asyncIterator]();
  const first = await lines.next();
  if (first.done || first.value.trim() === '') {
    throw new ReadError(source, file.name, 'the file is empty', 'fetch it again');
  }
  const record = parsed(first.value);
  if (!record) {
    throw new ReadError(source, file.name, 'the first line is no JSON record', 'fetch it again');
  }
  const header = Object.keys(record).filter((name) => name !== ROW_ID);
  return {header, rows: rowsOf(lines, header, first.value)};
}

async function* rowsOf(
  lines: AsyncIterator<string>,
  header: string[],
  first: string,
): AsyncGenerator<RawRow> {
  let line = 1;
  let from = 0;
  for (let text: string | undefined = first; text !== undefined; line++) {
    const to = from + Buffer.byteLength(text) + 1;
    const record = parsed(text);
    if (record) {
      const stray = Object.keys(record).find((name) => name !== ROW_ID && !header.includes(name));
      if (stray) yield {line, from, to, refused: `unknown key: ${stray}`};
      else yield {line, from, to, cells: header.map((name) => cell(record[name]))};
    } else if (text.trim() !== '') {
      yield {line, from, to, refused: 'not a JSON record'};
    }
    from = to;
    const next = await lines.next();
    text = next.done ? undefined : next.value;
  }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

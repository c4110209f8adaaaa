/** JSON Lines of flat records as rows: the keys of the first record are the header. */
import type {OpenFile} from './open.ts';
import {type RawRow, type RawTable, ReadError} from './types.ts';

const LF = '\n'.charCodeAt(0);

/** Portal bookkeeping that is no data: re-issued with every reload of the table. */
const ROW_ID = '_id';

/** Cell of a JSON value: null and blanks as null, everything else as text. */
function cell(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Reads the header from the first record, then streams the rows; a line that is no flat record is refused. */
export async function readJsonl(source: string, file: OpenFile): Promise<RawTable> {
  const lines = linesOf(file.stream);
  const first = await lines.next();
  if (first.done || first.value.text.trim() === '') {
    throw new ReadError(source, file.name, 'the file is empty', 'fetch it again');
  }
  const record = parsed(first.value.text);
  if (!record) {
    throw new ReadError(source, file.name, 'the first line is no JSON record', 'fetch it again');
  }
  const header = Object.keys(record).filter((name) => name !== ROW_ID);
  return {header, rows: rowsOf(source, file, lines, header, first.value)};
}

export interface Line {
  text: string;
  /** Bytes of the line, its end included. */
  from: number;
  to: number;
  /** False for the last line of a file that does not end in a line feed. */
  ended: boolean;
}

/** Lines end in LF only: node:readline also cuts at U+2028, which is plain text inside JSON strings. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  let held = Buffer.alloc(0);
  let from = 0;
  const line = (bytes: Buffer, ended: boolean): Line => {
    const text = bytes.toString('utf8').replace(/^\ufeff/, '');
    const made = {text, from, to: from + bytes.length, ended};
    from = made.to;
    return made;
  };
  for await (const chunk of stream) {
    let start = 0;
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, start)) {
      yield line(Buffer.concat([held, chunk.subarray(start, at + 1)]), true);
      held = Buffer.alloc(0);
      start = at + 1;
    }
    held = Buffer.concat([held, chunk.subarray(start)]);
  }
  if (held.length) yield line(held, false);
}

async function* rowsOf(
  source: string,
  file: OpenFile,
  lines: AsyncIterator<Line>,
  header: string[],
  first: Line,
): AsyncGenerator<RawRow> {
  let number = 0;
  for (let current: Line | undefined = first; current; ) {
    number += 1;
    const {text, from, to, ended} = current;
    const place = {line: number, from, to};
    const record = parsed(text);
    if (record) {
      const stray = Object.keys(record).find((name) => name !== ROW_ID && !header.includes(name));
      const cells = header.map((name) => cell(record[name]));
      if (stray) yield {...place, refused: `unknown key: ${stray}`};
      else if (cells.some((one) => one?.includes('\0'))) yield {...place, refused: 'NUL byte in a cell'};
      else yield {...place, cells};
    } else if (!ended) {
      const found = `the file ends inside the record of line ${number}`;
      throw new ReadError(source, file.name, found, 'it was cut: fetch it again');
    } else if (text.trim() !== '') {
      yield {...place, refused: 'not a JSON record'};
    }
    const next = await lines.next();
    current = next.done ? undefined : next.value;
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

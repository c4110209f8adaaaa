/** Streams a JSON table `{"indexTitles": [...], "data": [[...], ...]}` and tolerates its faults. */
import {type ParsedRow, parseRow, refusedRow, skipBlanks} from './json_row.ts';
import type {OpenFile} from './open.ts';
import {type RawRow, type RawTable, ReadError} from './types.ts';

const [COMMA, OPEN, CLOSE, LF] = Buffer.from(',[]\n');

/** The text before the bracket of the titles, between titles and rows, and after the rows. */
const BEFORE_TITLES = /^\ufeff?\s*\{\s*"indexTitles"\s*:\s*$/;
const BEFORE_ROWS = /^\s*,\s*"data"\s*:\s*\[/;
const AFTER_ROWS = /^\s*\]\s*,?\s*\}\s*$/;

/** A larger row means that a string was never closed. */
const LONGEST_ROW = 32 * 1024 * 1024;
/** Longest text between the titles and the rows, and after the rows. */
const LONGEST_FRAME = 4096;

const CUT = 'it was cut or damaged: fetch it again';

/**
 * Reads the titles, then streams the rows. Refuses rows whose number of values differs from the titles',
 * unless the surplus values are empty. Throws ReadError for another form and for a truncated file.
 */
export async function readJson(source: string, file: OpenFile): Promise<RawTable> {
  const bytes = new Window(file.stream);
  const fault = (problem: string, remedy: string) => new ReadError(source, file.name, problem, remedy);
  const titles = await bytes.until((held) => {
    const at = held.indexOf(OPEN ?? 0);
    if (at < 0) return null;
    if (!BEFORE_TITLES.test(held.toString('utf8', 0, at)))
      return {to: at, refused: 'no {"indexTitles": [...]} at its beginning'};
    return parseRow(held, at);
  });
  if (!titles) {
    if (bytes.isBlank()) throw fault('the file is empty', 'fetch it again');
    throw fault('the file ends before its titles do, or has none', 'fetch it again, or compare its form');
  }
  if (!titles.cells) throw fault(`the titles cannot be read: ${titles.refused}`, 'compare its form');
  bytes.drop(titles.to);
  const between = await bytes.frame(BEFORE_ROWS);
  if (between === null)
    throw fault('no "data": [...] behind the titles', 'fetch it again, or compare its form');
  bytes.drop(between);
  const header = titles.cells.map((title) => (title ?? '').trim());
  while (header.at(-1) === '') header.pop();
  return {header, rows: rowsOf(bytes, header.length, fault)};
}

async function* rowsOf(
  bytes: Window,
  width: number,
  fault: (problem: string, remedy: string) => ReadError,
): AsyncGenerator<RawRow> {
  for (;;) {
    const start = await bytes.toNext();
    if (start === undefined) throw fault(`the file ends behind the row of line ${bytes.line}`, CUT);
    if (start === CLOSE) break;
    const rowStart = {line: bytes.line, from: bytes.from};
    const row = await bytes.until((held) =>
      start === OPEN ? parseRow(held, 0) : refusedRow(held, 0, 'text between rows', true),
    );
    if (!row) {
      const problem = bytes.isEnded() ? 'the file ends inside' : 'no end was found of';
      throw fault(`${problem} the row of line ${rowStart.line}`, CUT);
    }
    bytes.drop(row.to);
    yield {...rowStart, to: bytes.from, ...checkRow(row, width)};
  }
  if ((await bytes.frame(AFTER_ROWS, true)) === null) {
    throw fault(`the rows are not followed by the end of the file (line ${bytes.line})`, CUT);
  }
}

/** The values of a row, or why it is refused. */
function checkRow(row: ParsedRow, width: number): {cells: (string | null)[]} | {refused: string} {
  if (!row.cells) return {refused: row.refused};
  const {cells} = row;
  if (cells.length < width) return {refused: `too few cells: ${cells.length} of ${width}`};
  if (cells.slice(width).some((cell) => cell?.trim())) {
    return {refused: `too many cells: ${cells.length} of ${width}`};
  }
  if (cells.some((cell) => cell?.includes('\0'))) return {refused: 'NUL byte in a cell'};
  return {cells: cells.slice(0, width)};
}

/** Sliding window over a stream. */
class Window {
  /** Line and offset of the first byte held. */
  line = 1;
  from = 0;
  #held = Buffer.alloc(0);
  #chunks: AsyncIterator<Buffer>;
  #ended = false;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Applies `parse` to the held bytes, adding more as long as it returns null; null at the end. */
  async until<T>(parse: (held: Buffer) => T | null): Promise<T | null> {
    for (;;) {
      const value = parse(this.#held);
      if (value !== null) return value;
      if (this.#held.length > LONGEST_ROW || !(await this.#more())) return null;
    }
  }

  /** End of the pattern that the held bytes must start with; `whole`: the rest of the file must match it. */
  async frame(pattern: RegExp, whole = false): Promise<number | null> {
    while (this.#held.length <= LONGEST_FRAME && (await this.#more()));
    if (whole && this.#held.length > LONGEST_FRAME) return null;
    const text = this.#held.toString('latin1', 0, LONGEST_FRAME);
    return pattern.exec(text)?.[0].length ?? null;
  }

  /** Drops white space and commas; returns the next byte, or undefined at the end. */
  async toNext(): Promise<number | undefined> {
    for (;;) {
      let at = skipBlanks(this.#held, 0);
      while (this.#held[at] === COMMA) at = skipBlanks(this.#held, at + 1);
      this.drop(at);
      if (this.#held.length || !(await this.#more())) return this.#held[0];
    }
  }

  drop(count: number): void {
    const dropped = this.#held.subarray(0, count);
    for (let at = dropped.indexOf(LF ?? 0); at >= 0; at = dropped.indexOf(LF ?? 0, at + 1)) this.line += 1;
    this.#held = this.#held.subarray(count);
    this.from += count;
  }

  isEnded(): boolean {
    return this.#ended;
  }

  isBlank(): boolean {
    return this.#held.toString('utf8').trim() === '';
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    this.#ended = next.done === true;
    if (!next.done) this.#held = Buffer.concat([this.#held, next.value]);
    return !next.done;
  }
}

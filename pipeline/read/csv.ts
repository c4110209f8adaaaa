/** Streams CSV rows. Records keep their location in the file, so that a refused one can be shown verbatim. */
import {CsvError, type Info, type Options, parse} from 'csv-parse';
import {parse as parseNow} from 'csv-parse/sync';
import type {OpenFile} from './open.ts';
import {regularCells} from './regular_record.ts';
import {hasStrayQuote, mayHaveStrayQuote, RecentBytes} from './stray_quote.ts';
import {type Delimiter, type RawRow, type RawTable, ReadError} from './types.ts';

interface Parsed {
  record: string[];
  info: Info;
}

const NEWLINE = '\n'.charCodeAt(0);

/** A larger record means that a quote was never closed. */
const LONGEST_RECORD = 32 * 1024 * 1024;

/** Parser options. A quote inside an unquoted cell is text: publishers do not double it. */
const DIALECT: Options = {
  info: true,
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n'],
  max_record_size: LONGEST_RECORD,
};

/**
 * Reads the header, then streams the rows. Refuses records whose number of cells differs from the header's,
 * unless the surplus cells are empty: a short one may lack its empty last cells, or a comma in its middle,
 * which moves all that follows into other columns, and nothing says which. Throws ReadError for an empty
 * file, a web page, a truncated file, UTF-16, and unsupported line ends or delimiters.
 */
export async function readCsv(source: string, file: OpenFile, delimiter: Delimiter = ','): Promise<RawTable> {
  const parser = parse({...DIALECT, delimiter, bom: true});
  file.stream.on('error', (error) => parser.destroy(error));
  const end = {newline: false};
  const recent = new RecentBytes();
  file.stream.on('data', (chunk: Buffer) => {
    recent.add(chunk);
    end.newline = chunk.at(-1) === NEWLINE;
  });
  file.stream.pipe(parser);
  const records = parser[Symbol.asyncIterator]() as AsyncIterator<Parsed>;
  let first = await withReadError(source, file, () => records.next());
  const isNamed = !first.done && namesDelimiter(first.value.record);
  if (isNamed) first = await withReadError(source, file, () => records.next());
  if (first.done) throw new ReadError(source, file.name, 'the file is empty', 'fetch it again');
  const header = first.value.record.map((name) => name.trim());
  if (/^\s*</.test(header[0] ?? '')) {
    throw new ReadError(
      source,
      file.name,
      'an HTML or XML page instead of CSV',
      'the publisher answered with a page: fetch it again later, or download the file by hand and use MIRROR=',
    );
  }
  const form = headerFault(header);
  if (form) throw new ReadError(source, file.name, ...form);
  return {
    header,
    rows: rowsOf(
      source,
      file,
      records,
      {width: widthOf(header), delimiter, above: isNamed ? 1 : 0},
      first.value,
      end,
      recent,
    ),
  };
}

/** Whether the record is the line `sep=,` before a header. */
const namesDelimiter = ([first = '', ...rest]: readonly string[]): boolean =>
  /^sep=[^\w]?$/i.test(first) && rest.join('') === '' && rest.length < 2;

/**
 * Cells that a record may have: at least those up to the last name of the header, since commas may follow it.
 */
export interface Width {
  least: number;
  most: number;
}

const widthOf = (header: readonly string[]): Width => ({
  least: header.findLastIndex((name) => name !== '') + 1,
  most: header.length,
});

/** The fault of a whole file that its header reveals, and the remedy. */
function headerFault(header: string[]): [found: string, remedy: string] | null {
  if (header.some((name) => name.includes('\0')))
    return ['NUL bytes in the header: the file is UTF-16 or damaged', 'save it as UTF-8 or fetch it again'];
  // A quoted name may contain a line feed, but no publisher writes a lone CR there.
  if (header.some((name) => /\r(?!\n)/.test(name)))
    return ['its lines end in CR alone', 'save it with LF or CRLF line ends'];
  const delimiter = header.length === 1 ? /[;\t|]/.exec(header[0] ?? '')?.[0] : undefined;
  if (delimiter)
    return [`its cells are parted by ${JSON.stringify(delimiter)}, not by commas`, 'save it with commas'];
  return null;
}

async function* rowsOf(
  source: string,
  file: OpenFile,
  records: AsyncIterator<Parsed>,
  {width, delimiter, above}: {width: Width; delimiter: Delimiter; above: number},
  head: Parsed,
  end: {newline: boolean},
  recent: RecentBytes,
): AsyncGenerator<RawRow> {
  let before = head.info;
  let line = 1 + above + before.empty_lines + linesOf(head, before.lines - before.empty_lines - above);
  let held: RawRow | undefined;
  for (;;) {
    const next = await withReadError(source, file, () => records.next());
    if (held) {
      if (next.done && !end.newline && held.refused?.startsWith('too few'))
        throw truncated(source, file, held);
      yield held;
    }
    if (next.done) return;
    const {record, info} = next.value;
    const empty = info.empty_lines - before.empty_lines;
    line += empty;
    const [from, to] = [before.bytes, info.bytes];
    recent.drop(from);
    held = {line, from, to, ...checkRecord(record, width, delimiter, () => recent.slice(from, to))};
    line += linesOf(next.value, info.lines - before.lines - empty);
    before = info;
  }
}

/** Lines of a record. The parser's count is only a hint: it counts CRLF inside a cell twice. */
function linesOf({record}: Parsed, counted: number): number {
  if (counted <= 1) return 1;
  let lines = 1;
  for (const cell of record) {
    for (let at = cell.indexOf('\n'); at >= 0; at = cell.indexOf('\n', at + 1)) lines += 1;
  }
  return lines;
}

/** The cells of a record, blank ones as null, or why it is refused; `bytes` returns its raw bytes. */
function checkRecord(
  record: string[],
  {least, most}: Width,
  delimiter: Delimiter,
  bytes: () => Buffer,
): {cells: (string | null)[]; refused?: undefined} | {cells?: undefined; refused: string} {
  if (record.length < least) return {refused: `too few cells: ${record.length} of ${least}`};
  if (record.slice(most).some((cell) => cell.trim() !== '')) {
    return {refused: `too many cells: ${record.length} of ${most}`};
  }
  if (record.some((cell) => cell.includes('\0'))) return {refused: 'NUL byte in a cell'};
  if (mayHaveStrayQuote(record) && hasStrayQuote(bytes(), delimiter)) {
    return {refused: 'a stray quote: text follows the closing quote of a cell of several lines'};
  }
  return {cells: record.slice(0, most).map((cell) => (cell === '' ? null : cell))};
}

/** The names in a header record; null where the bytes are not a plain header. */
export function plainHeader(bytes: Buffer, delimiter: Delimiter = ','): string[] | null {
  try {
    const [only, ...more] = parseNow(bytes, {...DIALECT, delimiter, bom: true}) as unknown as Parsed[];
    const header = only?.record.map((name) => name.trim());
    return !header || more.length || /^\s*</.test(header[0] ?? '') || headerFault(header) ? null : header;
  } catch (error) {
    if (error instanceof CsvError) return null;
    throw error;
  }
}

/** The cells of a single record, or why it is refused. */
export function parseRecord(
  bytes: Buffer,
  most: number,
  delimiter: Delimiter = ',',
  least = most,
): {cells: (string | null)[]; refused?: undefined} | {cells?: undefined; refused: string} {
  const width = {least, most};
  const regular = regularCells(bytes.toString(), delimiter);
  if (regular) return checkRecord(regular, width, delimiter, () => bytes);
  try {
    const [only, ...more] = parseNow(bytes, {...DIALECT, delimiter}) as unknown as Parsed[];
    if (!only || more.length) return {refused: 'its quotes do not pair'};
    return checkRecord(only.record, width, delimiter, () => bytes);
  } catch (error) {
    if (error instanceof CsvError) return {refused: `its quotes do not pair (${error.code})`};
    throw error;
  }
}

/** A short last record without a line end: the file was truncated. */
function truncated(source: string, file: OpenFile, last: RawRow): ReadError {
  return new ReadError(
    source,
    file.name,
    `the file ends inside the record of line ${last.line} (${last.refused})`,
    'it was cut: fetch it again',
  );
}

async function withReadError<T>(source: string, file: OpenFile, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const unclosed = error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE';
    throw new ReadError(
      source,
      file.name,
      unclosed ? `a quoted cell is not closed (${error.message})` : error.message,
      'the file was cut or damaged: fetch it again',
    );
  }
}

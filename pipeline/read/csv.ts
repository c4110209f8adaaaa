/** Parses the records of a CSV file that csv_scan.ts found: the header, and those that are not plain. */
import type {Options} from 'csv-parse';
import {parse} from 'csv-parse/sync';
import {type CsvScan, scanCsv} from './csv_scan.ts';
import {readRanges} from './file_bytes.ts';
import {type Delimiter, type RawRow, ReadError, type RecordLocation} from './types.ts';

/** A file by its name and that of its source, for errors, and its text in UTF-8. */
export interface CsvFile {
  source: string;
  name: string;
  path: string;
  delimiter: Delimiter;
}

/** Parser options. A quote inside an unquoted cell is text: publishers do not double it. */
const DIALECT: Options = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n'],
};

/** Bytes parsed at a time: a parser costs more to begin than a record to parse. */
const BATCH = 1 << 20;

const CUT = 'it was cut or damaged: fetch it again';

/**
 * The names in the header; `bytes` are those of its record. Throws ReadError for an empty file, a web page, a
 * header that is not closed, UTF-16, and unsupported line ends or delimiters.
 */
export function headerNames(
  {source, name, delimiter}: Omit<CsvFile, 'path'>,
  scan: CsvScan,
  bytes: Buffer,
): string[] {
  if (!scan.header) {
    refuseUnclosed({source, name}, scan);
    throw new ReadError(source, name, 'the file is empty', 'fetch it again');
  }
  const header = (parse(bytes, {...DIALECT, delimiter})[0] ?? []).map((cell) => cell.trim());
  const fault = headerFault(header);
  if (fault) throw new ReadError(source, name, ...fault);
  return header;
}

/** Throws ReadError for a file that ends inside a quoted cell. */
export function refuseUnclosed({source, name}: Pick<CsvFile, 'source' | 'name'>, {unclosed}: CsvScan): void {
  if (unclosed === null) return;
  throw new ReadError(source, name, `a quoted cell is not closed (in the record of line ${unclosed})`, CUT);
}

/** The fault of a whole file that its header reveals, and the remedy. */
function headerFault(header: readonly string[]): [problem: string, remedy: string] | null {
  if (/^\s*</.test(header[0] ?? ''))
    return [
      'an HTML or XML page instead of CSV',
      'the publisher answered with a page: fetch it again later, or download the file by hand and use MIRROR=',
    ];
  if (header.some((cell) => cell.includes('\0')))
    return ['NUL bytes in the header: the file is UTF-16 or damaged', 'save it as UTF-8 or fetch it again'];
  // A quoted name may contain a line feed, but no publisher writes a lone CR there.
  if (header.some((cell) => /\r(?!\n)/.test(cell)))
    return ['its lines end in CR alone', 'save it with LF or CRLF line ends'];
  const delimiter = header.length === 1 ? /[;\t|]/.exec(header[0] ?? '')?.[0] : undefined;
  if (delimiter)
    return [`its cells are parted by ${JSON.stringify(delimiter)}, not by commas`, 'save it with commas'];
  return null;
}

/** Yields the cells of records at locations that a scan found. */
export function* parseRecords(
  {path, delimiter}: CsvFile,
  locations: Iterable<RecordLocation>,
): Generator<[RecordLocation, string[]]> {
  let batch: [RecordLocation, Buffer][] = [];
  let size = 0;
  function* parsed(): Generator<[RecordLocation, string[]]> {
    const bytes = Buffer.concat(batch.map(([, one]) => one));
    const records: string[][] = parse(bytes, {...DIALECT, delimiter});
    if (records.length !== batch.length)
      throw new Error(`${path}: ${records.length} records are parsed where ${batch.length} were found`);
    for (const [at, [location]] of batch.entries()) yield [location, records[at] ?? []];
    [batch, size] = [[], 0];
  }
  for (const one of readRanges(path, locations)) {
    batch.push(one);
    size += one[1].length;
    if (size >= BATCH) yield* parsed();
  }
  yield* parsed();
}

/**
 * The odd records of a file as rows, numbered in file order with the plain ones: before each plain record
 * stands room for the longest run of odd ones, and `first` is the first number. Refuses records whose number
 * of cells differs from the header's, unless the surplus cells are empty: a short one may lack its empty last
 * cells, or a comma in its middle, which moves all that follows into other columns, and nothing says which.
 * Spreadsheets write commas behind the last name, which rows may lack. Throws ReadError for a truncated file.
 */
export function* oddRows(
  file: CsvFile,
  scan: CsvScan,
  header: readonly string[],
  first: number,
): Generator<RawRow> {
  const [least, most] = [header.findLastIndex((cell) => cell !== '') + 1, header.length];
  let at = 0;
  for (const [location, record] of parseRecords(file, scan.odd)) {
    const row = first + (scan.plainBefore[at] ?? 0) * (scan.longestRun + 1) + (scan.oddBefore[at] ?? 0);
    at += 1;
    const checked = checkedCells(record, least, most, scan.strayQuotes.has(location.from));
    if (record.length < least && !scan.endsLine && location.from === scan.last)
      throw new ReadError(
        file.source,
        file.name,
        `the file ends inside the record of line ${location.line} (${checked.refused})`,
        'it was cut: fetch it again',
      );
    yield {...location, row, ...checked};
  }
}

type Checked = {cells: (string | null)[]; refused?: undefined} | {cells?: undefined; refused: string};

/** The cells of a record, blank ones as null, or why it is refused. */
function checkedCells(record: readonly string[], least: number, most: number, isStray: boolean): Checked {
  if (record.length < least) return {refused: `too few cells: ${record.length} of ${least}`};
  if (record.slice(most).some((cell) => cell.trim() !== ''))
    return {refused: `too many cells: ${record.length} of ${most}`};
  if (record.some((cell) => cell.includes('\0'))) return {refused: 'NUL byte in a cell'};
  if (isStray) return {refused: 'a stray quote: text follows the closing quote of a cell of several lines'};
  return {cells: record.slice(0, most).map((cell) => (cell === '' ? null : cell))};
}

/** The names in a text that is one header record; null for any other text. */
export function plainHeader(bytes: Buffer): string[] | null {
  const header = scannedRecord(bytes).record?.map((cell) => cell.trim());
  return header && !headerFault(header) ? header : null;
}

/** The cells of a text that is one record of `width` cells, or why it is refused. */
export function parseRecord(bytes: Buffer, width: number): Checked {
  const {scan, record} = scannedRecord(bytes);
  if (record) return checkedCells(record, width, width, scan.strayQuotes.size > 0);
  return {refused: `its quotes do not pair${scan.unclosed === null ? '' : ' (CSV_QUOTE_NOT_CLOSED)'}`};
}

function scannedRecord(bytes: Buffer): {scan: CsvScan; record: string[] | null} {
  const scan = scanCsv([bytes], ',', false);
  const isOne = scan.header && scan.unclosed === null && !scan.odd.length;
  return {scan, record: isOne ? (parse(bytes, DIALECT)[0] ?? []) : null};
}

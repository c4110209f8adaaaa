/**
 * Streams the rows of `{"indexTitles": [...], "data": [[...], ...]}` and tolerates the faults of hand-made
 * JSON.
 */
import {checkCells, type RowCells} from './json_cells.ts';
import {Window} from './json_elements.ts';
import {type RawRow, type RawTable, ReadError, type RereadableFile} from './types.ts';

/** The text before the titles, up to the first row, and after the last one. */
const BEFORE_TITLES = /^(?:\xef\xbb\xbf)?\s*\{\s*"indexTitles"\s*:\s*(?=\[)/;
const BEFORE_ROWS = new RegExp(`${BEFORE_TITLES.source}(\\[.*?\\])\\s*,\\s*"data"\\s*:\\s*\\[`, 's');
const AFTER_ROWS = /^\]\s*,?\s*\}\s*$/;

/** The boundary between two rows, which no published text contains. */
const BORDER = /\][ \t\r\n]*,[ \t\r\n]*(?=\[)/g;
/** The end of a refused row; `LATE_END` where its closing bracket has passed. */
const END = /\](?=[ \t\r\n]*\[)|(?=\][ \t\r\n]*,?[ \t\r\n]*\})/g;
const LATE_END = new RegExp(`${END.source}|(?=,[ \\t\\r\\n]*\\[)`, 'g');

/** A string, up to a quote before a comma or bracket, or another value; then the comma or bracket. */
const VALUE =
  /[ \t\r\n]*(?:"([^"\\]*(?:(?:\\.|""|"(?!"|[ \t\r\n]*[,\]]))[^"\\]*)*)"[ \t\r\n]*|([^"[{,\] \t\r\n][^,\]]*)?)([,\]])/sy;
const SCALAR = /^(?:null|true|false|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const ESCAPES: Record<string, string> = {b: '\b', f: '\f', n: '\n', r: '\r', t: '\t'};

/** A larger row means that a string was never closed. */
const LONGEST_ROW = 4 * 1024 * 1024;
/** Characters of a broken value that its reason quotes. */
const SHOWN = 40;

const CUT = 'it was cut or damaged: fetch it again';
const COMPARE = 'fetch it again, or compare its form';

/** `to`: offset behind the row. */
type ParsedRow = {to: number; cells: (string | null)[]} | {to: number; refused: string};

/**
 * Reads the titles, then streams the rows. Refuses rows whose number of values differs from the titles',
 * unless the surplus values are empty. Throws ReadError for another form and for a truncated file.
 */
export async function readTitled(source: string, {name, again}: RereadableFile): Promise<RawTable> {
  const window = new Window(again());
  const fault = (problem: string, remedy: string) => new ReadError(source, name, problem, remedy);
  while (!BEFORE_ROWS.test(window.held) && window.held.length <= LONGEST_ROW && (await window.more()));
  const {held} = window;
  const [before = '', titles] = BEFORE_ROWS.exec(held) ?? [];
  const row = titles ? parseRow(titles, false) : null;
  if (row?.to !== titles?.length || !row) {
    if (!held.trim()) throw fault('the file is empty', 'fetch it again');
    if (!held.includes('[')) throw fault('the file ends before its titles do, or has none', COMPARE);
    if (BEFORE_TITLES.test(held)) throw fault('no "data": [...] behind the titles', COMPARE);
    throw fault('the titles cannot be read: no {"indexTitles": [...]} at its beginning', 'compare its form');
  }
  if ('refused' in row) throw fault(`the titles cannot be read: ${row.refused}`, 'compare its form');
  window.take(before.length);
  const header = row.cells.map((title) => (title ?? '').trim());
  while (header.at(-1) === '') header.pop();
  return {header, rows: rowsOf(window, header.length, (problem) => fault(problem, CUT))};
}

async function* rowsOf(
  window: Window,
  width: number,
  fault: (problem: string) => ReadError,
): AsyncGenerator<RawRow> {
  for (;;) {
    const border = window.next(BORDER);
    if (!border && window.held.length > LONGEST_ROW)
      throw fault(`no end was found of the row of line ${window.line}`);
    if (!border && (await window.more())) continue;
    let left = border ? window.at - border.length + 1 : window.held.length;
    for (;;) {
      const blanks = /^[ \t\r\n,]*/.exec(window.held)?.[0].length ?? 0;
      window.take(blanks);
      left -= blanks;
      if (left <= 0) break;
      if (window.held[0] === ']') {
        if (AFTER_ROWS.test(window.held)) return;
        throw fault(`the rows are not followed by the end of the file (line ${window.line})`);
      }
      const row = parseRow(window.held.slice(0, left), !border);
      if (!row) throw fault(`the file ends inside the row of line ${window.line}`);
      left -= row.to;
      const {line, from, to} = window.take(row.to);
      yield {line, from, to, ...('cells' in row ? checkWidth(row.cells, width) : {refused: row.refused})};
    }
    if (!border) throw fault(`the file ends behind the row of line ${window.line}`);
  }
}

function checkWidth(cells: (string | null)[], width: number): RowCells {
  if (cells.length < width) return {refused: `too few cells: ${cells.length} of ${width}`};
  if (cells.slice(width).some((cell) => cell?.trim()))
    return {refused: `too many cells: ${cells.length} of ${width}`};
  return checkCells(cells.slice(0, width));
}

/**
 * Parses the row at the beginning of a text. `isLast`: the file ends with the text, else a row does; null
 * where the file ends first. Beyond JSON it accepts doubled or unescaped quotes, omitted values (`,,`, read
 * as null), a trailing comma, and line breaks in strings.
 */
function parseRow(text: string, isLast: boolean): ParsedRow | null {
  const refuse = (at: number, refused: string, end = END): ParsedRow | null => {
    end.lastIndex = at;
    const match = end.exec(text);
    if (match) return {to: match.index + match[0].length, refused};
    return isLast ? null : {to: text.length, refused};
  };
  if (text[0] !== '[') return refuse(0, 'text between rows', LATE_END);
  const cells: (string | null)[] = [];
  VALUE.lastIndex = 1;
  for (;;) {
    const at = VALUE.lastIndex;
    const [all, quoted, bare = '', end] = VALUE.exec(text) ?? [];
    if (all === undefined) {
      const begins = text.slice(at).trimStart();
      if (/^[[{]/.test(begins)) return refuse(at, 'a value is no text or number');
      return isLast ? null : refuse(at, 'a string is not closed');
    }
    const value = utf8(quoted ?? bare.trim());
    if (quoted !== undefined) cells.push(unescaped(value) || null);
    else if (value && !SCALAR.test(value)) return refuse(at, `not a JSON value: ${value.slice(0, SHOWN)}`);
    // `[]` has no values, `[,]` two omitted ones.
    else if (value || end === ',' || cells.length) cells.push(scalar(value));
    if (end === ']') break;
  }
  const to = VALUE.lastIndex;
  // Otherwise the bracket was part of a broken text.
  if (/^[ \t\r\n]*(?:[,[\]]|$)/.test(text.slice(to))) return {to, cells};
  return refuse(to, 'text behind the row', LATE_END);
}

const utf8 = (latin1: string): string => Buffer.from(latin1, 'latin1').toString('utf8');

/** Expands exponents. */
function scalar(text: string): string | null {
  if (!text || text === 'null') return null;
  return /^-?\d.*[eE]/.test(text) ? String(Number(text)) : text;
}

/** An invalid escape stays as text. */
function unescaped(text: string): string {
  return text.replace(/""|\\(?:u([\dA-Fa-f]{4})|(.))/gs, (all, code: string | undefined, sign: string) => {
    if (all === '""') return '"';
    if (code) return String.fromCharCode(Number.parseInt(code, 16));
    return ESCAPES[sign] ?? ('"\\/'.includes(sign) ? sign : all);
  });
}

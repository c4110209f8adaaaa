/** Independent scanners of CSV and JSON Lines, for the expected records of damaged files. */

/** A record after the header, as in the file. */
export interface ScannedRow {
  /** Line where it begins; 1 is the first line of the file. */
  line: number;
  /** Its text, without the line end. */
  raw: string;
  /** As many cells as the header has names; null: it has to be refused. */
  cells: string[] | null;
}

/** What the file holds, or why it must be refused as a whole. */
export type Scanned = Held | {fault: string};

export interface Held {
  header: string[];
  /** The header as in the file; empty if the form has none. */
  head: string;
  rows: ScannedRow[];
  /** False where damage leaves open how many records there are: `rows` are those that nobody can doubt. */
  sure: boolean;
}

interface Piece {
  line: number;
  raw: string;
  cells: string[];
  /** A quoted cell of several lines with text after its closing quote: a stray quote has swallowed rows. */
  swallowed: boolean;
}

/** First position from `at` on where an unquoted cell ends: delimiter, LF, CRLF or the end of the file. */
function endOfPlain(text: string, at: number): number {
  for (let position = at; position < text.length; position++) {
    const sign = text[position];
    if (sign === ',' || sign === '\n' || (sign === '\r' && text[position + 1] === '\n')) return position;
  }
  return text.length;
}

/**
 * Records by RFC 4180, with a rule for everything that it leaves open: records end in LF or CRLF; an empty
 * line is none; a quote opens a quoted cell only as its first character; after a closing quote that no
 * delimiter or line end follows the cell goes on as plain text, both quotes kept. Null where the last quote
 * is never closed.
 */
function piecesOf(text: string): Piece[] | null {
  const pieces: Piece[] = [];
  let [at, line] = [0, 1];
  while (at < text.length) {
    const start = at;
    const cells: string[] = [];
    let swallowed = false;
    do {
      if (cells.length) at += 1;
      let cell = '';
      if (text[at] === '"') {
        for (let closed = false; !closed; ) {
          const quote = text.indexOf('"', at + 1);
          if (quote < 0) return null;
          cell += text.slice(at + 1, quote);
          closed = text[quote + 1] !== '"';
          if (!closed) cell += '"';
          at = quote + 1;
        }
        const end = endOfPlain(text, at);
        if (end > at) {
          swallowed ||= cell.includes('\n');
          cell = `"${cell}"${text.slice(at, end)}`;
        }
        at = end;
      } else {
        const end = endOfPlain(text, at);
        cell = text.slice(at, end);
        at = end;
      }
      cells.push(cell);
    } while (text[at] === ',');
    const raw = text.slice(start, at);
    if (raw !== '') pieces.push({line, raw, cells, swallowed});
    line += raw.split('\n').length;
    if (at < text.length) at += text[at] === '\r' ? 2 : 1;
  }
  return pieces;
}

/**
 * The records of a CSV text without its mark. Cells too many are dropped where they are blank, else the
 * record is refused, as are short ones, those with NUL bytes and those in which a stray quote has swallowed
 * rows. A short last record without a line end means that the file was cut.
 */
export function scanCsv(text: string): Scanned {
  const pieces = piecesOf(text);
  if (!pieces) return {fault: 'a quoted cell is not closed'};
  const [head, ...records] = pieces;
  if (!head) return {fault: 'empty'};
  const width = head.cells.length;
  const rows = records.map(({line, raw, cells, swallowed}) => {
    const fits = cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '');
    const refused = !fits || swallowed || raw.includes('\0');
    return {line, raw, cells: refused ? null : cells.slice(0, width)};
  });
  const last = records.at(-1);
  if (last && last.cells.length < width && !text.endsWith('\n')) return {fault: 'cut inside a record'};
  return {header: head.cells.map((name) => name.trim()), head: head.raw, rows, sure: true};
}

function recordOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const flat = typeof value === 'object' && value !== null && !Array.isArray(value);
    return flat ? (value as Record<string, unknown>) : null;
  } catch {
    // What JSON.parse refuses is no record.
    return null;
  }
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/**
 * The records of JSON Lines: one a line, lines end in LF, blank ones are none; the keys of the first but
 * `_id` are the header. A record with another key or a NUL character is refused, a key that it lacks is
 * blank.
 */
/** Names that nine of ten records have: a rare name is a damaged form of one of these, or none. */
function usualNames(lines: readonly (object | null)[]): string[] {
  const records = lines.filter((one) => one !== null);
  const counts = new Map<string, number>();
  for (const name of records.flatMap((one) => Object.keys(one)))
    counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts.keys()].filter((name) => name !== '_id' && counts.get(name)! >= 0.9 * records.length);
}

export function scanJsonl(text: string): Scanned {
  const lines = text.split('\n');
  const open = lines.at(-1) !== '';
  if (!open) lines.pop();
  const first = recordOf(lines[0] ?? '');
  if (!first) return {fault: 'the first line is no record'};
  const own = Object.keys(first).filter((name) => name !== '_id');
  const usual = usualNames(lines.map((line) => recordOf(line.replace(/^\ufeff/, ''))));
  // Of another source nothing is known.
  const header = usual.length > own.length / 2 ? usual : own;
  if (open && !recordOf(lines.at(-1) ?? '')) return {fault: 'cut inside a record'};
  const rows: ScannedRow[] = [];
  for (const [at, raw] of lines.entries()) {
    const record = recordOf(at ? raw.replace(/^\ufeff/, '') : raw);
    if (!record && raw.trim() === '') continue;
    const known = record && Object.keys(record).every((name) => name === '_id' || header.includes(name));
    const cells = known ? header.map((name) => cellOf(record[name])) : null;
    rows.push({
      line: at + 1,
      raw: raw.replace(/\r$/, ''),
      cells: cells?.some((cell) => cell.includes('\0')) ? null : cells,
    });
  }
  return {header, head: '', rows, sure: true};
}

/** A row of a JSON table that is on its own line. */
const JSON_ROW = /^\[.*\](?=,?\r?$)/;

/**
 * The rows of `{"indexTitles": [...], "data": [[...], ...]}`. The reader forgives faults that publishers make
 * by hand, so that only a file that is JSON is sure to hold what it says; of others the whole lines are taken
 * that are rows.
 */
export function scanJson(text: string): Scanned {
  const lines = text.split('\n').map((raw, at) => ({line: at + 1, raw: JSON_ROW.exec(raw)?.[0] ?? ''}));
  let titles: unknown;
  let data: unknown;
  try {
    const table = JSON.parse(text) as Record<string, unknown> | null;
    if (Object.keys(table ?? {}).join() !== 'indexTitles,data') return {fault: 'no table'};
    [titles, data] = [table?.['indexTitles'], table?.['data']];
  } catch {
    // Not JSON: `sure` expresses the doubt.
    const rows = lines.filter(({raw}) => raw !== '').map((row) => ({...row, cells: null}));
    return {header: [], head: '', rows, sure: false};
  }
  if (!Array.isArray(titles) || !Array.isArray(data)) return {fault: 'no table'};
  const width = titles.length;
  const rows = data.map((row: unknown, at): ScannedRow => {
    const line = lines.filter(({raw}) => raw !== '')[at];
    const position = {line: line?.line ?? 0, raw: line?.raw ?? JSON.stringify(row)};
    if (!Array.isArray(row)) return {...position, cells: null};
    const cells = row.map(cellOf);
    const fits = cells.length >= width && cells.slice(width).every((cell) => cell.trim() === '');
    const flat = row.every((value) => typeof value !== 'object' || value === null);
    const refused = !fits || !flat || cells.some((cell) => cell.includes('\0'));
    return {...position, cells: refused ? null : cells.slice(0, width)};
  });
  return {header: titles.map((title) => cellOf(title).trim()), head: '', rows, sure: true};
}

/** Reads XLSX and XLS workbooks: every sheet with a header that a layout declares. */
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type CellObject, type Range, read, SSF, utils, type WorkBook, type WorkSheet} from '@e965/xlsx';
import yauzl from 'yauzl';
import type {Layout} from '../../datasets/types.ts';
import type {FileFacts} from './documents/file_summary.ts';
import {tableLayouts, unexpectedTable} from './header.ts';
import type {OpenFile} from './open.ts';
import {stageRows} from './stage_rows.ts';
import type {StagingContext} from './staging.ts';
import {TextLines} from './text_lines.ts';
import {type RawRow, ReadError} from './types.ts';

/** Limit of the unpacked size: a workbook is held in memory. */
const LARGEST = 512 * 1024 * 1024;

const XLSX = Buffer.from('PK\u0003\u0004', 'latin1');
const XLS = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

const CUT = 'it was cut or damaged: fetch it again, or save it as CSV by hand';

/**
 * Stages the rows of all sheets with a known header and warns of the others. The text of a row names its sheet and row
 * (`Permits!12`). Throws ReadError for a file that is not a workbook or too large, and where no sheet has a known
 * header.
 */
export async function stageWorkbook(
  work: StagingContext,
  file: OpenFile,
  number: number,
): Promise<FileFacts> {
  const {source, folder, staged, emit} = work;
  const book = await bookOf(source.slug, file);
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const layouts = tableLayouts(source, file.name).filter(({sheet}) => sheet);
  if (!layouts.length) throw unexpectedTable(source, file.name);
  const text = new TextLines(join(folder, `text_${number}`));
  staged.texts[number] = text.path;
  const [read, passed]: [FileFacts[], string[]] = [[], []];
  const warn = (message: string) =>
    emit({kind: 'warning', source: source.slug, file: file.name, text: message});
  try {
    for (const name of book.SheetNames) {
      const sheet = book.Sheets[name];
      const grid = sheet && gridOf(sheet, date1904);
      const top = grid ? headerRow(grid, layouts) : null;
      if (!grid || top === null) {
        passed.push(name);
        continue;
      }
      const table = tableOf(name, grid, top, text);
      const sheetFile = {name: `${file.name}!${name}`, bytes: file.bytes};
      const {layout, unknown, missing} = await stageRows(
        work,
        sheetFile,
        {...table, rows: stream(table.rows)},
        number,
      );
      read.push({layout: layout.name, unknown, missing});
      if (table.headings)
        warn(`sheet ${name}: ${table.headings} rows of one merged cell are headings, no records`);
    }
  } finally {
    text.close();
  }
  const needed = layouts.map(({sheet}) => String(sheet?.header)).join(' or ');
  if (!read.length) {
    const reason = `no sheet has a header cell ${needed}: there are ${passed.join(', ') || 'none'}`;
    throw new ReadError(source.slug, file.name, reason, 'compare it with the layout');
  }
  if (passed.length) warn(`sheets without a header cell ${needed} are passed over: ${passed.join(', ')}`);
  const all = <T>(lists: T[][]): T[] => [...new Set(lists.flat())];
  return {
    layout: all(read.map((one) => [one.layout])).join(', '),
    unknown: all(read.map((one) => one.unknown)),
    missing: all(read.map((one) => one.missing)),
  };
}

async function bookOf(source: string, file: OpenFile): Promise<WorkBook> {
  const fault = (dataRows: string, remedy = CUT) => new ReadError(source, file.name, dataRows, remedy);
  const bytes = await bytesOf(file, fault);
  const isXlsx = bytes.subarray(0, 4).equals(XLSX);
  if (!bytes.length) throw fault('the file is empty', 'fetch it again');
  if (!isXlsx && !bytes.subarray(0, 4).equals(XLS)) {
    const page = /^[\s\ufeff]*</.test(bytes.toString('utf8', 0, 200));
    throw fault(
      page ? 'an HTML or XML page instead of a workbook' : 'the bytes are no workbook, neither XLSX nor XLS',
      'open it by hand; give it the ending that it should have, or fetch it again',
    );
  }
  try {
    if (isXlsx) {
      if ((await unpackedSize(bytes)) > LARGEST)
        throw fault('it is too large to be read as a whole', 'save its sheets as CSV');
      await checkSizes(bytes);
    }
    return read(bytes, {type: 'buffer', dense: false, cellNF: true, cellHTML: false, cellFormula: false});
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw fault(`broken workbook${why(error)}`);
  }
}

/** The library's message about the file; its internal errors are of no use. */
function why(error: unknown): string {
  const text = error instanceof Error && error.constructor === Error ? error.message : '';
  return text === '' ? '' : ` (${text})`;
}

async function bytesOf(file: OpenFile, fault: (dataRows: string, remedy: string) => Error): Promise<Buffer> {
  if (file.bytes > LARGEST) throw fault('it is too large to be read as a whole', 'save its sheets as CSV');
  if (file.path !== null) {
    file.stream.destroy();
    return readFile(file.path);
  }
  const pieces: Buffer[] = [];
  for await (const piece of file.stream) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** Total unpacked size of an XLSX, by its directory. */
async function unpackedSize(bytes: Buffer): Promise<number> {
  const zip = await yauzl.fromBufferPromise(bytes);
  let sum = 0;
  for await (const entry of zip.eachEntry()) sum += entry.uncompressedSize;
  return sum;
}

/**
 * Throws where an entry unpacks to another size than the directory says. The library unpacks all of it into memory before it
 * compares them.
 */
async function checkSizes(bytes: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(bytes);
  for await (const entry of zip.eachEntry()) {
    for await (const _ of await zip.openReadStreamPromise(entry)) {
      // Read to the end: the stream counts its bytes.
    }
  }
}

/** Texts of a sheet by zero-based row and column. */
interface Grid {
  range: Range;
  /** Row and column of cells merged over several columns. */
  merged: ReadonlySet<string>;
  text: (r: number, c: number) => string | null;
}

function gridOf(sheet: WorkSheet, date1904: boolean): Grid {
  const wide = (sheet['!merges'] ?? []).filter(({s, e}) => e.c > s.c);
  return {
    range: utils.decode_range(sheet['!ref'] ?? 'A1:A1'),
    merged: new Set(wide.map(({s}) => `${s.r} ${s.c}`)),
    text: (r, c) => textOf(sheet[utils.encode_cell({r, c})] as CellObject | undefined, date1904),
  };
}

/** The first row with a header cell that one of the layouts declares; null where there is none. */
function headerRow({range, text}: Grid, layouts: readonly Layout[]): number | null {
  for (let r = range.s.r; r <= range.e.r; r += 1) {
    for (let c = range.s.c; c <= range.e.c; c += 1) {
      const cell = text(r, c)?.trim();
      if (cell && layouts.some((layout) => layout.sheet?.header.test(cell))) return r;
    }
  }
  return null;
}

/**
 * The rows below a header, without blank rows and rows whose only cell is merged over several columns. An unnamed
 * column is named by its letter, and omitted where it is empty.
 */
function tableOf(
  name: string,
  {range, merged, text}: Grid,
  top: number,
  lines: TextLines,
): {header: string[]; rows: RawRow[]; headings: number} {
  const columns = Array.from({length: range.e.c - range.s.c + 1}, (_, at) => range.s.c + at);
  const dataRows: {r: number; cells: (string | null)[]}[] = [];
  let headings = 0;
  for (let r = top + 1; r <= range.e.r; r += 1) {
    const cells = columns.map((c) => text(r, c));
    const given = columns.filter((_, at) => cells[at]?.trim());
    if (!given.length) continue;
    if (given.length === 1 && merged.has(`${r} ${given[0]}`)) headings += 1;
    else dataRows.push({r, cells});
  }
  const named = columns.map((c) => text(top, c)?.trim() || null);
  const kept = columns.flatMap((c, at) => {
    const title =
      named[at] ?? (dataRows.some(({cells}) => cells[at]) ? `column ${utils.encode_col(c)}` : null);
    return title === null ? [] : [{at, title}];
  });
  const rows = dataRows.map(({r, cells}): RawRow => {
    const own = kept.map(({at}) => cells[at] ?? null);
    const shown = kept.flatMap(({title}, at) => (own[at] === null ? [] : [[title, own[at]] as const]));
    const span = lines.add({place: `${name}!${r + 1}`, row: Object.fromEntries(shown)});
    const location = {line: r + 1, ...span};
    return own.some((cell) => cell?.includes('\0'))
      ? {...location, refused: 'NUL byte in a cell'}
      : {...location, cells: own};
  });
  return {header: kept.map(({title}) => title), rows, headings};
}

async function* stream<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
}

/**
 * Text of a cell: dates in ISO form, numbers in their shortest form; null for blanks and errors. `date1904`: days
 * count from 1904.
 */
function textOf(cell: CellObject | undefined, date1904: boolean): string | null {
  if (!cell || cell.v === undefined || cell.v === null || cell.t === 'e' || cell.t === 'z') return null;
  if (cell.t !== 'n') return String(cell.v) || null;
  const value = Number(cell.v);
  if (cell.z !== undefined && SSF.is_date(String(cell.z))) {
    const {y, m, d} = SSF.parse_date_code(value, {date1904}) ?? {};
    // A time without a date.
    if (y && m && d)
      return [String(y).padStart(4, '0'), ...[m, d].map((n) => String(n).padStart(2, '0'))].join('-');
  }
  return plainNumber(value);
}

/** Digits without an exponent. */
function plainNumber(value: number): string {
  const text = String(value);
  if (!/e/.test(text)) return text;
  return Math.abs(value) >= 1 ? BigInt(value).toString() : value.toFixed(20).replace(/0+$/, '');
}

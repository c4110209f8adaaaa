/**
 * Turns the bytes of a workbook into tables of text. The library holds a workbook whole: it runs in a process
 * of its own.
 */
import {readFile, stat} from 'node:fs/promises';
import {type CellObject, read, SSF, utils, type WorkBook, type WorkSheet} from '@e965/xlsx';
import yauzl from 'yauzl';

/**
 * Limit of the size, packed and unpacked: beyond it a workbook cannot be read within the memory of its
 * process.
 */
const LARGEST = 128 * 1024 * 1024;

const XLSX = Buffer.from('PK\u0003\u0004', 'latin1');
const XLS = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

export const CUT = 'it was cut or damaged: fetch it again, or save it as CSV by hand';
export const SAVE_AS_CSV = 'save its sheets as CSV';

/** What is wrong with a workbook, and the remedy. */
export class WorkbookFault extends Error {
  readonly remedy: string;
  constructor(problem: string, remedy: string) {
    super(problem);
    this.remedy = remedy;
  }
}

/** A row of a sheet. */
export interface SheetRow {
  /** Number of the row, from 1. */
  line: number;
  cells: (string | null)[];
  /**
   * Index and text of the cells that say something which is no value: errors, and formulas that were never
   * computed.
   */
  unread: [at: number, text: string][];
}

/** The rows below the header of a sheet. */
export interface SheetTable {
  name: string;
  header: string[];
  rows: SheetRow[];
  /** Rows of one cell merged over several columns. */
  headings: number;
  /** Cells merged over several rows: the value is that of the first row. */
  tall: number;
}

export interface Sheets {
  tables: SheetTable[];
  /** Sheets that are left out: without a known header, and hidden. */
  passed: string[];
  hidden: string[];
}

/** The tables of all visible sheets with a cell that matches one of the `headers`. Throws WorkbookFault. */
export async function sheetsOf(path: string, headers: readonly RegExp[]): Promise<Sheets> {
  const book = await bookOf(path);
  const date1904 = book.Workbook?.WBProps?.date1904 ?? false;
  const sheets: Sheets = {tables: [], passed: [], hidden: []};
  for (const name of book.SheetNames) {
    const sheet = book.Sheets[name];
    if (book.Workbook?.Sheets?.find((one) => one.name === name)?.Hidden) {
      sheets.hidden.push(name);
      continue;
    }
    const rows = sheet ? rowsOf(sheet, date1904) : [];
    const top = rows.findIndex(({cells}) => [...cells.values()].some((one) => isHeader(one, headers)));
    if (!sheet || top < 0) sheets.passed.push(name);
    else sheets.tables.push(tableOf(name, sheet, rows.slice(top)));
  }
  return sheets;
}

async function bookOf(path: string): Promise<WorkBook> {
  if ((await stat(path)).size > LARGEST) throw tooLarge();
  const bytes = await readFile(path);
  const isXlsx = bytes.subarray(0, 4).equals(XLSX);
  if (!bytes.length) throw new WorkbookFault('the file is empty', 'fetch it again');
  if (!isXlsx && !bytes.subarray(0, 4).equals(XLS)) {
    const page = /^[\s\ufeff]*</.test(bytes.toString('utf8', 0, 200));
    throw new WorkbookFault(
      page ? 'an HTML or XML page instead of a workbook' : 'the bytes are no workbook, neither XLSX nor XLS',
      'open it by hand; give it the ending that it should have, or fetch it again',
    );
  }
  try {
    if (isXlsx) await checkSizes(bytes);
    // The range that a sheet declares is never asked. XLS keeps no formula without its value.
    const options = {dense: true, nodim: true, cellNF: true, cellHTML: false};
    return read(bytes, {type: 'buffer', cellFormula: isXlsx, sheetStubs: isXlsx, ...options});
  } catch (error) {
    if (error instanceof WorkbookFault) throw error;
    throw new WorkbookFault(`broken workbook${why(error)}`, CUT);
  }
}

const tooLarge = () => new WorkbookFault('it is too large to be read as a whole', SAVE_AS_CSV);

/** The library's message about the file; its internal errors are of no use. */
function why(error: unknown): string {
  const text = error instanceof Error && error.constructor === Error ? error.message : '';
  return text === '' ? '' : ` (${text})`;
}

/**
 * Throws where an XLSX is too large unpacked, or an entry unpacks to another size than the directory says:
 * the library unpacks all of it into memory before it compares them.
 */
async function checkSizes(bytes: Buffer): Promise<void> {
  const zip = await yauzl.fromBufferPromise(bytes);
  let sum = 0;
  for await (const entry of zip.eachEntry()) {
    sum += entry.uncompressedSize;
    if (sum > LARGEST) throw tooLarge();
    for await (const _ of await zip.openReadStreamPromise(entry)) {
      // Read to the end: the stream counts its bytes.
    }
  }
}

/** A cell with text: a value, or what stands in the place of one. */
interface Cell {
  text: string;
  isValue: boolean;
}

/** A row of a sheet by zero-based numbers. */
interface GridRow {
  r: number;
  cells: Map<number, Cell>;
}

/** The cells with text, row by row: the work is that of the cells that exist, wherever they are. */
function rowsOf(sheet: WorkSheet, date1904: boolean): GridRow[] {
  return Object.entries(sheet['!data'] ?? []).map(([r, row]) => ({
    r: Number(r),
    cells: new Map(
      Object.entries(row).flatMap(([c, cell]): [number, Cell][] => {
        const text = textOf(cell, date1904);
        return text ? [[Number(c), text]] : [];
      }),
    ),
  }));
}

const isHeader = ({text}: Cell, headers: readonly RegExp[]): boolean =>
  headers.some((header) => header.test(text.trim()));

/**
 * The rows below a header, the first of the rows, without blank rows and rows whose only cell is merged over
 * several columns. An unnamed column is named by its letter, and omitted where it is empty.
 */
function tableOf(name: string, sheet: WorkSheet, [head, ...below]: GridRow[]): SheetTable {
  const merges = sheet['!merges'] ?? [];
  const wide = new Set(merges.filter(({s, e}) => e.c > s.c).map(({s}) => `${s.r} ${s.c}`));
  const filled = below.filter(({cells}) => cells.size > 0);
  const isHeading = ({r, cells}: GridRow) => cells.size === 1 && wide.has(`${r} ${[...cells.keys()][0]}`);
  const data = filled.filter((row) => !isHeading(row));
  const titles = new Map([...(head?.cells ?? [])].map(([c, {text}]) => [c, text.trim()]));
  for (const c of data.flatMap(({cells}) => [...cells.keys()]))
    if (!titles.has(c)) titles.set(c, `column ${utils.encode_col(c)}`);
  const columns = [...titles.keys()].sort((a, b) => a - b);
  const rows = data.map(({r, cells}): SheetRow => {
    const own = columns.map((c) => cells.get(c));
    return {
      line: r + 1,
      cells: own.map((cell) => (cell?.isValue ? cell.text : null)),
      unread: own.flatMap((cell, at) => (cell && !cell.isValue ? [[at, cell.text]] : [])),
    };
  });
  return {
    name,
    header: columns.map((c) => titles.get(c) ?? ''),
    rows,
    headings: filled.length - data.length,
    tall: merges.filter(({s, e}) => e.r > s.r && s.r > (head?.r ?? 0)).length,
  };
}

/**
 * Text of a cell: dates in ISO form, numbers in their shortest form; null for blanks. `date1904`: days count
 * from 1904.
 */
function textOf(cell: CellObject, date1904: boolean): Cell | null {
  if (cell.t === 'e') return {text: utils.format_cell(cell), isValue: false};
  if (cell.t === 'z') return cell.f ? {text: `=${cell.f}`, isValue: false} : null;
  if (cell.v === undefined || cell.v === null) return null;
  const text = cell.t === 'n' ? numberText(cell, Number(cell.v), date1904) : String(cell.v);
  return text.trim() ? {text, isValue: true} : null;
}

function numberText({z}: CellObject, value: number, date1904: boolean): string {
  if (z !== undefined && SSF.is_date(String(z))) {
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

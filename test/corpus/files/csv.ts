/** One generated CSV file in the framing and encoding of its publisher, rows mixed in a bounded window. */
import {mkdir, open} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import iconv from 'iconv-lite';
import {random} from '../prng.ts';

/** How a publisher frames a file. */
export interface FileForm {
  /** Begins with `synthetic-`. */
  name: string;
  /** Names of the header line, in order, and where they differ the names of the cells. */
  header: readonly string[];
  columns?: readonly string[];
  /** `utf-16`: little-endian. */
  encoding: 'utf-8' | 'utf-16' | 'windows-1252';
  bom: boolean;
  end: '\r\n' | '\n';
  /** `minimal`: where needed; `all`: every cell; `mixed`: cells with blanks too. */
  quoting: 'minimal' | 'all' | 'mixed';
  /** What stands in a cell without a value; nothing unless given. */
  blank?: string;
  /** What parts cells; a comma unless given. */
  delimiter?: ';';
}

/** Cells by column name; a column that is not named has no value. */
export type Cells = Record<string, string>;

/** One row to write. `change` bends the cells after they stand in order, for rows of the wrong width. */
export interface Row {
  cells: Cells;
  change?: (cells: string[]) => string[];
}

export interface CsvFile {
  readonly form: FileForm;
  /** Records written so far, the header not counted. */
  readonly rows: number;
  /** Writes a row at once, before everything that the window still holds. */
  first(row: Row): void;
  /** Takes rows that stay together in this order; where they stand among the others is mixed. */
  add(...rows: Row[]): void;
  /** Hands full buffers to the disk and waits for it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const NEEDS_QUOTES = {minimal: /[",\r\n]/, mixed: /[",\r\n\s]/, all: /^/} as const;
const WINDOW = 1024;
const BUFFER = 1 << 20;

/** A record in the publisher's framing, with its end. */
export function frame(
  cells: readonly string[],
  {quoting, end, delimiter: given}: Pick<FileForm, 'quoting' | 'end' | 'delimiter'>,
): string {
  const delimiter = given ?? ',';
  const needs = NEEDS_QUOTES[quoting];
  const quoted = (cell: string) => needs.test(cell) || cell.includes(delimiter);
  return cells.map((cell) => (quoted(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter) + end;
}

function encode(text: string, form: FileForm): Buffer {
  if (form.encoding === 'utf-8') return Buffer.from(text, 'utf-8');
  if (form.encoding === 'utf-16') return Buffer.from(text, 'utf16le');
  const bytes = iconv.encode(text, 'windows-1252');
  if (iconv.decode(bytes, 'windows-1252') !== text) {
    throw new Error(`${form.name}: a text has characters that Windows-1252 lacks: change the text`);
  }
  return bytes;
}

/** Opens `folder/form.name` for writing; `seed` decides how rows are mixed. */
export async function createCsv(folder: string, form: FileForm, seed: string): Promise<CsvFile> {
  const path = join(folder, form.name);
  await mkdir(dirname(path), {recursive: true});
  const handle = await open(path, 'w');
  const order = random(seed, 'order', form.name);
  const columns = form.columns ?? form.header;
  const window: string[][] = [];
  let buffer: string[] = [(form.bom ? '\ufeff' : '') + frame(form.header, form)];
  let size = 0;
  let rows = 0;

  const framed = ({cells, change}: Row): string => {
    const inOrder = columns.map((name) => cells[name] ?? form.blank ?? '');
    return frame(change ? change(inOrder) : inOrder, form);
  };
  const put = (records: string[]) => {
    for (const record of records) {
      buffer.push(record);
      size += record.length;
      rows++;
    }
  };
  const flush = async () => {
    const text = buffer.join('');
    buffer = [];
    size = 0;
    await handle.appendFile(encode(text, form));
  };
  return {
    form,
    get rows() {
      return rows;
    },
    first: (row) => put([framed(row)]),
    add: (...unit) => {
      const records = unit.map(framed);
      if (window.length < WINDOW) {
        window.push(records);
        return;
      }
      const slot = order.int(WINDOW);
      put(window[slot] ?? []);
      window[slot] = records;
    },
    settle: async () => {
      if (size > BUFFER) await flush();
    },
    close: async () => {
      for (const records of window) put(records);
      window.length = 0;
      await flush();
      await handle.close();
    },
  };
}

/** Reads rows of publishers' files as they lie in `raw/`, by other means than the project: papaparse, JSON, a library of workbooks. */
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {read, SSF, type WorkBook} from '@e965/xlsx';
import {unzipSync} from 'fflate';
import Papa from 'papaparse';

/** A row as an answer names it. */
export interface NamedRow {
  file: string;
  sha256: string;
  encoding: string;
  line: number | null;
  element: number | null;
  place: string | null;
  first_byte: number | null;
  bytes: number | null;
}

type Cells = (column: string) => unknown;

const UTF8 = new TextDecoder('utf-8', {fatal: true});
const WINDOWS = new TextDecoder('windows-1252');

/** A line in UTF-8, or in Windows-1252 where it is none. */
function decoded(line: Buffer): string {
  try {
    return UTF8.decode(line);
  } catch {
    return WINDOWS.decode(line);
  }
}

/** The lines of a text with their ends. */
function linesOf(bytes: Buffer, encoding: string): string[] {
  if (encoding === 'utf-16') return new TextDecoder('utf-16').decode(bytes).split(/(?<=\n)/);
  const lines: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const next = end < 0 ? bytes.length : end + 1;
    lines.push(decoded(bytes.subarray(at, next)));
    at = next;
  }
  if (lines[0]) lines[0] = lines[0].replace(/^\ufeff/, '');
  return lines;
}

/** The first record of a text that begins with one. */
const recordIn = (text: string, delimiter: string): string[] =>
  Papa.parse<string[]>(text, {delimiter, preview: 1, newline: text.includes('\r\n') ? '\r\n' : '\n'})
    .data[0] ?? [];

/** Lines that one record of the corpus has at most. */
const LONGEST = 60;

export class RawRows {
  readonly #data: string;
  readonly #files = new Map<string, Buffer>();
  readonly #texts = new Map<string, unknown>();

  constructor(data: string) {
    this.#data = data;
  }

  /** The bytes of a file of a source by their hash, which is compared. */
  file(slug: string, sha256: string): Buffer {
    const known = this.#files.get(sha256);
    if (known) return known;
    const folder = join(this.#data, 'raw', slug);
    const name = readdirSync(folder).find((one) => one.startsWith(sha256) && one !== `${sha256}.json`);
    const bytes = readFileSync(join(folder, name ?? `${sha256}.json`));
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (hash !== sha256) throw new Error(`${slug}: ${name} has the hash ${hash}`);
    this.#files.set(sha256, bytes);
    return bytes;
  }

  /** The cells of a row by the names of its columns. */
  cells(slug: string, row: NamedRow): Cells {
    const {file, sha256, place, element, line} = row;
    if (place?.includes('!')) return this.#sheetCells(slug, row);
    if (place !== null) return this.#documentCells(slug, row);
    const entry = file.split('!')[1];
    const bytes = entry ? this.#entry(slug, sha256, entry) : this.file(slug, sha256);
    const lines = this.#once(`${sha256} ${file}`, () => linesOf(bytes, row.encoding));
    if (/\.geojson$/.test(file)) return this.#featureCells(sha256, bytes, element ?? 0);
    const text = lines[line! - 1]!;
    if (/\.jsonl$/.test(file)) {
      const record = JSON.parse(text) as Record<string, unknown>;
      return (column) => record[column];
    }
    return this.#csvCells(`${sha256} ${file}`, lines, line!);
  }

  #once<T>(key: string, make: () => T): T {
    if (!this.#texts.has(key)) this.#texts.set(key, make());
    return this.#texts.get(key) as T;
  }

  #entry(slug: string, sha256: string, entry: string): Buffer {
    const all = this.#once(`zip ${sha256}`, () => unzipSync(this.file(slug, sha256)));
    return Buffer.from(all[entry]!);
  }

  #csvCells(key: string, lines: readonly string[], line: number): Cells {
    const {delimiter, header} = this.#once(`header ${key}`, () => {
      const first = lines.findIndex((one) => one.trim() !== '' && !/^sep=/i.test(one));
      const sign = /^[^\n"]*;/.test(lines[first]!) && !lines[first]!.includes(',') ? ';' : ',';
      const names = recordIn(lines.slice(first, first + LONGEST).join(''), sign).map((one) => one.trim());
      return {delimiter: sign, header: names};
    });
    const record = recordIn(lines.slice(line - 1, line - 1 + LONGEST).join(''), delimiter);
    return (column) => record[header.indexOf(column)];
  }

  #featureCells(sha256: string, bytes: Buffer, element: number): Cells {
    const {features} = this.#once(`features ${sha256}`, () => JSON.parse(bytes.toString())) as {
      features: {properties: Record<string, unknown>; geometry: unknown}[];
    };
    const feature = features[element - 1]!;
    return (column) => (column === 'geometry' ? feature.geometry : feature.properties[column]);
  }

  /** Of the cells below a header with the name, the one in the row: days and numbers as they are written. */
  #sheetCells(slug: string, {sha256, place}: NamedRow): Cells {
    const book = this.#once(`book ${sha256}`, () =>
      read(this.file(slug, sha256), {dense: true, cellNF: true}),
    ) as WorkBook;
    const at = place!.lastIndexOf('!');
    const rows = book.Sheets[place!.slice(0, at)]!['!data']!;
    return (column) => {
      const heads = rows.find((one) => one?.some((cell) => String(cell?.v ?? '').trim() === column));
      const place_ = heads?.findIndex((cell) => String(cell?.v ?? '').trim() === column) ?? -1;
      const cell = rows[Number(place!.slice(at + 1)) - 1]?.[place_];
      const isDay = cell?.t === 'n' && cell.z !== undefined && SSF.is_date(String(cell.z));
      return isDay ? SSF.format('yyyy-mm-dd', cell.v) : cell?.v;
    };
  }

  /** A document that holds the text somewhere: it comes back where it does. */
  #documentCells(slug: string, {file, sha256, place}: NamedRow): Cells {
    const bytes = this.file(slug, sha256);
    const texts = this.#once(`documents ${sha256}`, () => {
      if (!file.endsWith('.documents.ndjson')) return new Map([[file, leaves(bytes.toString())]]);
      const documents = bytes.toString().trimEnd().split('\n');
      return new Map(
        documents.map((one) => {
          const {name, text} = JSON.parse(one) as {name: string; text: string};
          return [name, leaves(text)];
        }),
      );
    });
    const held = texts.get(place!);
    return (column) => ({held, column});
  }
}

/** All that a document says, as one text: strings of JSON without escapes, XML and HTML without references. */
function leaves(text: string): string {
  const [json] = /[[{].*/s.exec(text) ?? [''];
  const plain = /^\s*</.test(text) ? text : (tryJson(json.replace(/\)\s*;?\s*$/, '')) ?? text);
  return plain
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function tryJson(text: string): string | null {
  try {
    const found: string[] = [];
    JSON.parse(text, (_, value: unknown) => {
      if (value === null || typeof value !== 'object') found.push(String(value));
      return value;
    });
    return found.join('\n');
  } catch {
    return null;
  }
}

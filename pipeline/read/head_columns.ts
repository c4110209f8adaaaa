/** The columns of a file by its first bytes, and how they fit the layouts of its source. */
import {isUtf8} from 'node:buffer';
import {Readable} from 'node:stream';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import {readCsv} from './csv.ts';
import {BOM_BYTES, bomOf, encodingFrom} from './decode.ts';
import {delimiterIn} from './delimiter.ts';
import {otherSystem, otherSystemFault} from './geojson_crs.ts';
import {matchHeader, shortList, tableLayouts, tryLayout} from './header.ts';
import type {JsonObject} from './json_cells.ts';
import {elementsIn, readJson, recordIn, type Variant} from './json_table.ts';
import {jsonVariantOf} from './json_variant.ts';
import {lineKindsOf, mainEncoding, mixedAsUtf8} from './mixed_text.ts';
import type {OpenFile} from './open.ts';
import {ReadError} from './types.ts';

/** The first bytes of a file; `whole`: they are all. */
export interface FileHead {
  name: string;
  format: Snapshot['format'];
  bytes: Buffer;
  whole: boolean;
}

export interface HeadColumns {
  columns: string[];
  /** Rows that named the columns, others may name more; null where all columns are known. */
  rows: number | null;
}

export interface HeadFit {
  layout: string;
  unknown: string[];
  missing: string[];
  /** What the first rows leave open; null where the header settles it. */
  open: string | null;
}

/**
 * Null for formats whose first bytes name no columns, and where the first row is longer. Throws ReadError for
 * a file that could not be read.
 */
export async function headColumns(source: Source, head: FileHead): Promise<HeadColumns | null> {
  const {format, name} = head;
  if (format === 'csv') return {columns: await csvColumns(source, head), rows: null};
  if (format !== 'json' && format !== 'jsonl' && format !== 'geojson') return null;
  const variant = jsonVariantOf(source.slug, name, head.bytes, format);
  if (variant === 'json') {
    const again = () => Readable.from([head.bytes]);
    const {header} = await readJson(source.slug, {name, again}, variant);
    return {columns: header, rows: null};
  }
  const system = variant === 'geojson' ? otherSystem(head.bytes.toString('utf8')) : null;
  if (system) throw new ReadError(source.slug, name, ...otherSystemFault(system.name));
  const names = new Set<string>();
  let rows = 0;
  for await (const record of recordsIn(source, head, variant)) {
    rows += 1;
    for (const column of Object.keys(record)) names.add(column);
  }
  if (rows === 0) return null;
  names.delete('_id');
  return {columns: [...names], rows: head.whole ? null : rows};
}

/**
 * The complete rows of the head as a file of their own; none for formats whose rows cannot be parted from the
 * rest.
 */
export async function headRows(source: Source, head: FileHead): Promise<FileHead[]> {
  const {format, name} = head;
  const asRows = (bytes: Buffer, as: FileHead['format']) => [{name, format: as, bytes, whole: true}];
  if (format === 'csv') {
    const bytes = await utf8Of(source, head);
    return asRows(head.whole ? bytes : bytes.subarray(0, await endOfRecords(source, head, bytes)), format);
  }
  if (format !== 'json' && format !== 'jsonl' && format !== 'geojson') return [];
  const variant = jsonVariantOf(source.slug, name, head.bytes, format);
  if (variant === 'json') return [];
  const lines: string[] = [];
  for await (const record of recordsIn(source, head, variant)) lines.push(`${JSON.stringify(record)}\n`);
  return asRows(Buffer.from(lines.join('')), 'jsonl');
}

/** Where the last complete record of a CSV that goes on ends; the last one may be a part of a longer one. */
async function endOfRecords(source: Source, head: FileHead, bytes: Buffer): Promise<number> {
  const {rows} = await readCsv(source.slug, openFile(head, bytes), delimiterIn(source, bytes));
  let ends = [0, 0];
  try {
    for await (const {to} of rows) ends = [ends[1] ?? 0, to];
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
  }
  return ends[0] ?? 0;
}

/**
 * Throws ReadError as matchHeader does, unless only the first rows are known and they have some of the
 * columns.
 */
export function fitHead(source: Source, name: string, {columns, rows}: HeadColumns): HeadFit {
  if (rows === null) {
    const {layout, unknown, missing} = matchHeader(source, name, columns);
    return {layout: layout.name, unknown, missing, open: null};
  }
  const tried = tableLayouts(source, name).map((layout) => tryLayout(layout, columns));
  const near = tried.toSorted((a, b) => a.lacking.length - b.lacking.length)[0];
  if (!near || near.lacking.length === usedColumns(near.layout).length || near.lacking.length === 0) {
    const {layout, unknown, missing} = matchHeader(source, name, columns);
    return {layout: layout.name, unknown, missing, open: null};
  }
  const open = `the first ${rows} rows lack ${shortList(near.lacking)}`;
  return {layout: near.layout.name, unknown: near.unknown, missing: near.missing, open};
}

async function csvColumns(source: Source, head: FileHead): Promise<string[]> {
  const bytes = await utf8Of(source, head);
  const {header} = await readCsv(source.slug, openFile(head, bytes), delimiterIn(source, bytes));
  return header;
}

const openFile = ({name, format}: FileHead, bytes: Buffer): OpenFile => ({
  name,
  format: format === 'zip' ? 'csv' : format,
  encoding: 'utf-8',
  bytes: bytes.length,
  path: null,
  stream: Readable.from([bytes], {objectMode: false}),
});

/** The complete lines in UTF-8. Throws for an encoding that the source does not declare. */
async function utf8Of(source: Source, {name, bytes, whole}: FileHead): Promise<Buffer> {
  const mark = bomOf(bytes);
  const isWide = mark === 'utf-16le' || mark === 'utf-16be';
  const end = whole ? bytes.length : bytes.lastIndexOf('\n') + 1;
  const lines = isWide ? bytes.subarray(0, bytes.length & ~1) : bytes.subarray(0, end || bytes.length);
  const sniffed = encodingFrom(bytes.subarray(0, BOM_BYTES), isUtf8(lines));
  const main = sniffed === 'windows-1252' ? mainEncoding(await lineKindsOf(Readable.from([lines]))) : null;
  const encoding = main?.encoding ?? sniffed;
  if (!source.encodings.includes(encoding))
    throw new ReadError(
      source.slug,
      name,
      `the bytes are not valid ${source.encodings.join(' or ')}`,
      'the publisher changed the encoding: declare it in the source',
    );
  if (main?.mixed) return Buffer.concat(await mixedAsUtf8(Readable.from([lines])).toArray());
  if (encoding === 'utf-8') return lines;
  return Buffer.from(new TextDecoder(isWide ? mark : 'windows-1252').decode(lines));
}

/**
 * The records up to the end of the first bytes. Throws where the first one is complete and cannot be read.
 */
async function* recordsIn(source: Source, head: FileHead, variant: Variant): AsyncGenerator<JsonObject> {
  const fault = (problem: string) =>
    new ReadError(source.slug, head.name, problem, 'it was cut or damaged: fetch it again');
  let rows = 0;
  let broken: ReadError | null = null;
  try {
    for await (const {text, ended} of elementsIn(variant, Readable.from([head.bytes]), fault)) {
      const record = recordIn(variant, text);
      if (typeof record !== 'string') {
        rows += 1;
        yield record;
      } else if (rows === 0 && (head.whole || ended)) {
        broken = fault('the first row is no JSON record');
        break;
      }
    }
  } catch (error) {
    // The text ends where the first bytes do.
    if (head.whole || !(error instanceof ReadError)) throw error;
  }
  if (broken) throw broken;
  if (rows === 0 && head.whole) throw fault('it holds no row');
}

/** The columns of a file by its first bytes, and how they fit the layouts of its source. */
import {isUtf8} from 'node:buffer';
import {Readable} from 'node:stream';
import {buffer} from 'node:stream/consumers';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {usedColumns} from '../../datasets/used_columns.ts';
import type {JsonObject} from '../runtime/unknown_json.ts';
import {headerNames} from './csv.ts';
import {scanCsv} from './csv_scan.ts';
import {encodingFrom} from './decode.ts';
import {delimiterIn} from './dialect.ts';
import {factsOf, matchHeader, nearestLayout, shortList} from './header.ts';
import {
  elementsIn,
  jsonVariantOf,
  otherSystem,
  otherSystemFault,
  readJson,
  recordIn,
  type Variant,
} from './json_table.ts';
import {openText} from './open.ts';
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
  if (format === 'csv') {
    const {bytes, scan, delimiter} = await scanHead(source, head);
    const header = bytes.subarray(scan.header?.from, scan.header?.to);
    return {columns: headerNames({source: source.slug, name, delimiter}, scan, header), rows: null};
  }
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
    const {bytes, scan} = await scanHead(source, head);
    // The last record may be a part of a longer one.
    return asRows(head.whole ? bytes : bytes.subarray(0, scan.last), format);
  }
  if (format !== 'json' && format !== 'jsonl' && format !== 'geojson') return [];
  const variant = jsonVariantOf(source.slug, name, head.bytes, format);
  if (variant === 'json') return [];
  const lines: string[] = [];
  for await (const record of recordsIn(source, head, variant)) lines.push(`${JSON.stringify(record)}\n`);
  return asRows(Buffer.from(lines.join('')), 'jsonl');
}

/**
 * Throws ReadError as matchHeader does, unless only the first rows are known and they have some of the
 * columns.
 */
export function fitHead(source: Source, name: string, {columns, rows}: HeadColumns): HeadFit {
  const near = nearestLayout(source, name, columns);
  const lacks = near?.lacking.length ?? 0;
  if (rows === null || !near || lacks === 0 || lacks === usedColumns(near.layout).length)
    return {...factsOf(matchHeader(source, name, columns)), open: null};
  return {...factsOf(near), open: `the first ${rows} rows lack ${shortList(near.lacking)}`};
}

/** The complete lines of a CSV in UTF-8, scanned. Throws for an encoding that the source does not declare. */
async function scanHead(source: Source, head: FileHead) {
  const bytes = await utf8Of(source, head);
  const delimiter = delimiterIn(source, bytes);
  return {bytes, delimiter, scan: scanCsv([bytes], delimiter)};
}

async function utf8Of(source: Source, {name, bytes, whole}: FileHead): Promise<Buffer> {
  const isWide = encodingFrom(bytes, true) === 'utf-16';
  const end = isWide ? bytes.length & ~1 : bytes.lastIndexOf('\n') + 1 || bytes.length;
  const lines = whole ? bytes : bytes.subarray(0, end);
  const open = async () => Readable.from([lines], {objectMode: false});
  const text = await openText(source, name, encodingFrom(bytes, isUtf8(lines)), open, () => undefined);
  return buffer(await text.open());
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

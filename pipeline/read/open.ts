/** Opens the files of a snapshot as UTF-8 streams: plain files, or the entries of a zip. */
import {createReadStream} from 'node:fs';
import {basename} from 'node:path';
import type {Readable} from 'node:stream';
import {crc32} from 'node:zlib';
import yauzl from 'yauzl';
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import type {Emit} from '../runtime/events.ts';
import {isBrokenUtf8} from './broken_utf8.ts';
import {type Encoding, sniffEncoding, toUtf8} from './decode.ts';
import {refuseBinary} from './file_head.ts';
import {formatOf} from './formats.ts';
import {tableLayouts} from './header.ts';
import {ReadError} from './types.ts';

export interface OpenFile {
  name: string;
  format: Exclude<Snapshot['format'], 'zip'>;
  /** `binary`: not text. */
  encoding: Encoding | 'binary';
  bytes: number;
  /** Path of the same bytes on disk; null where they must be unpacked or recoded. */
  path: string | null;
  stream: Readable;
}

/**
 * Opens the files of a snapshot one by one; warns of files that no layout reads. Throws ReadError for an undeclared
 * encoding, and for a zip that is broken or has no matching entry.
 */
export async function* openFiles(source: Source, snapshot: Snapshot, emit: Emit): AsyncGenerator<OpenFile> {
  if (snapshot.format === 'zip' || snapshot.format === 'shapefile') {
    yield* openZip(source, snapshot, emit);
    return;
  }
  if (!hasLayout(source, snapshot.name)) {
    warnUnread(source, snapshot.name, [snapshot.name], emit);
    return;
  }
  if (snapshot.format === 'workbook') {
    const {name, format, bytes, path} = snapshot;
    yield {name, format, encoding: 'binary', bytes, path, stream: createReadStream(path)};
    return;
  }
  refuseBinary(source.slug, snapshot.name, snapshot.path);
  const encoding = acceptedEncoding(source, snapshot.name, snapshot.encoding);
  if (encoding === 'windows-1252' && (await isBrokenUtf8(createReadStream(snapshot.path)))) {
    throw damaged(source, snapshot.name, 'utf-8');
  }
  const bytes = createReadStream(snapshot.path, {highWaterMark: 1 << 18});
  const stream = toUtf8(bytes, encoding, () => damaged(source, snapshot.name, encoding));
  const path = encoding === 'utf-8' ? snapshot.path : null;
  yield {name: snapshot.name, format: snapshot.format, encoding, bytes: snapshot.bytes, path, stream};
}

const damaged = (source: Source, file: string, encoding: Encoding): ReadError =>
  new ReadError(
    source.slug,
    file,
    `the bytes are not valid ${encoding}`,
    'it was cut or damaged: fetch it again',
  );

function acceptedEncoding(source: Source, file: string, encoding: Snapshot['encoding']): Encoding {
  if (encoding !== 'binary' && source.encodings.includes(encoding)) return encoding;
  throw new ReadError(
    source.slug,
    file,
    `the bytes are not valid ${source.encodings.join(' or ')}`,
    'the publisher changed the encoding or the file is damaged: fetch it again, or declare the encoding in the source',
  );
}

/** Opens the entries of a zip that layouts read, by name; a zip with a shapefile is read as its shapefiles. */
async function* openZip(source: Source, snapshot: Snapshot, emit: Emit): AsyncGenerator<OpenFile> {
  const broken = (error: unknown): ReadError =>
    new ReadError(source.slug, snapshot.name, `broken zip (${message(error)})`, 'fetch it again');
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(snapshot.path, {autoClose: false});
  } catch (error) {
    throw broken(error);
  }
  try {
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const all = dataEntries(entries);
    const shapes = all.filter(({fileName}) => /\.shp$/i.test(fileName) && hasLayout(source, fileName));
    const isShapes = shapes.length > 0 || all.some(({fileName}) => /\.(shx|dbf)$/i.test(fileName));
    if (isShapes || snapshot.format === 'shapefile') yield* openShapes(source, snapshot, all, shapes, emit);
    else
      for (const entry of wantedEntries(source, snapshot.name, entries, emit))
        yield await openEntry(source, snapshot.name, zip, entry);
  } catch (error) {
    throw error instanceof ReadError ? error : broken(error);
  } finally {
    zip.close();
  }
}

/** Files of a zip by name, without folders and what macOS adds to archives. */
const dataEntries = (entries: readonly yauzl.Entry[]): yauzl.Entry[] =>
  entries
    .filter(({fileName}) => !fileName.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(fileName))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));

/** The entries that the source declares and a layout reads; warns of the others. Throws where there is none. */
export function wantedEntries(
  source: Source,
  archive: string,
  entries: readonly yauzl.Entry[],
  emit: Emit,
): yauzl.Entry[] {
  const all = dataEntries(entries);
  const patterns = source.files.flatMap(({via}) => ('entries' in via && via.entries ? [via.entries] : []));
  const isExcluded = (name: string) => (source.excluded ?? []).some(({files}) => files.test(basename(name)));
  const isWanted = ({fileName}: yauzl.Entry) =>
    !isExcluded(fileName) &&
    (!patterns.length || patterns.some((one) => one.test(basename(fileName)))) &&
    hasLayout(source, fileName);
  const wanted = all.filter(isWanted);
  const others = all.filter((entry) => !wanted.includes(entry)).map(({fileName}) => fileName);
  warnUnread(source, archive, others, emit);
  if (wanted.length) return wanted;
  const names = entries.map(({fileName}) => fileName).join(', ') || 'nothing';
  throw new ReadError(source.slug, archive, `the zip holds ${names}`, 'declare its entries in the source');
}

/** Opens one entry; the encoding of a text is known only after a first pass over it. */
async function openEntry(
  source: Source,
  archive: string,
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
): Promise<OpenFile> {
  const {fileName, uncompressedSize: bytes} = entry;
  const format = entryFormat(fileName);
  const file = {name: `${archive}!${fileName}`, format, bytes, path: null};
  if (format === 'workbook')
    return {...file, encoding: 'binary', stream: await zip.openReadStreamPromise(entry)};
  const encoding = acceptedEncoding(source, fileName, await entryEncoding(zip, entry));
  const packed = await zip.openReadStreamPromise(entry);
  return {...file, encoding, stream: toUtf8(packed, encoding, () => damaged(source, fileName, encoding))};
}

/** The shapefiles of a zip, each named by its .shp; `path` is the zip, which contains their other members. */
function* openShapes(
  source: Source,
  {name, path}: Snapshot,
  all: readonly yauzl.Entry[],
  shapes: readonly yauzl.Entry[],
  emit: Emit,
): Generator<OpenFile> {
  if (!shapes.length) {
    const names = all.map(({fileName}) => fileName).join(', ') || 'nothing';
    throw new ReadError(source.slug, name, `no shapefile: the zip holds ${names}`, 'compare it by hand');
  }
  const stems = shapes.map(({fileName}) => fileName.replace(/shp$/i, '').toLowerCase());
  const others = all.filter(({fileName}) => !stems.some((stem) => fileName.toLowerCase().startsWith(stem)));
  warnUnread(
    source,
    name,
    others.map(({fileName}) => fileName),
    emit,
  );
  for (const {fileName, uncompressedSize: bytes} of shapes) {
    const stream = createReadStream(path, {end: 0});
    yield {name: `${name}!${fileName}`, format: 'shapefile', encoding: 'binary', bytes, path, stream};
  }
}

/** Whether a layout may read a file. Documents are recognised by content, not by file name. */
const hasLayout = (source: Source, name: string): boolean =>
  source.layouts.some(({rows}) => rows) || tableLayouts(source, name).length > 0;

/** Warns of skipped files: excluded ones with their reason, others by name. */
function warnUnread({slug, excluded = []}: Source, file: string, names: readonly string[], emit: Emit): void {
  const rest = new Set(names);
  const warn = (text: string) => emit({kind: 'warning', source: slug, file, text});
  for (const {files, content, reason} of excluded) {
    const own = [...rest].filter((name) => files.test(basename(name)));
    if (own.length) warn(`left out: ${content}: ${reason}: ${own.join(', ')}`);
    for (const name of own) rest.delete(name);
  }
  if (rest.size) warn(`files that no layout reads are passed over: ${[...rest].join(', ')}`);
}

/** Encoding of an entry, `binary` where unknown. Throws where its checksum fails. */
async function entryEncoding(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Snapshot['encoding']> {
  let sum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) sum = crc32(chunk, sum);
  if (sum !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} does not hold`);
  const encoding = await sniffEncoding(await zip.openReadStreamPromise(entry));
  if (encoding !== 'windows-1252') return encoding ?? 'binary';
  return (await isBrokenUtf8(await zip.openReadStreamPromise(entry))) ? 'binary' : encoding;
}

/** A zip inside a zip is not supported. */
function entryFormat(name: string): OpenFile['format'] {
  const format = formatOf(name);
  return format === null || format === 'zip' ? 'csv' : format;
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

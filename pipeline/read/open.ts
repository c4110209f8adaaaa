/** Opens the files of a snapshot as UTF-8 streams: plain files, or the entries of a zip. */

import {createReadStream, createWriteStream} from 'node:fs';
import {basename, join} from 'node:path';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {crc32} from 'node:zlib';
import yauzl from 'yauzl';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {messageOf} from '../runtime/errors.ts';
import type {Emit} from '../runtime/events.ts';
import {type Encoding, encodingSniffer, utf16AsUtf8} from './decode.ts';
import {headOf} from './file_bytes.ts';
import {formatOf} from './formats.ts';
import {tableLayouts} from './header.ts';
import {lineKindsOf, mainEncoding, mixedAsUtf8} from './mixed_text.ts';
import {ReadError} from './types.ts';

export interface OpenFile {
  name: string;
  format: Exclude<Snapshot['format'], 'zip'>;
  /** `binary`: not text. */
  encoding: Encoding | 'binary';
  bytes: number;
  /** Path of the same bytes on disk; null where they must be unpacked or recoded. */
  path: string | null;
  /** Opens the bytes, texts as UTF-8. */
  open: () => Promise<Readable>;
}

const bytesOf = (path: string) => async () => createReadStream(path, {highWaterMark: 1 << 18});

/** The file as UTF-8 on disk: in place, or a copy in `folder`. */
export async function localText(file: OpenFile, folder: string, number: number): Promise<string> {
  if (file.path !== null) return file.path;
  const copy = join(folder, `text_${number}`);
  await pipeline(await file.open(), createWriteStream(copy));
  return copy;
}

/** Binary formats by their first bytes. */
const BINARY: Record<string, string> = {
  '504b0304': 'a zip or an XLSX workbook',
  d0cf11e0: 'an old workbook or document of Microsoft',
  '25504446': 'a PDF',
  '50415231': 'a Parquet file',
  '1f8b': 'a gzip',
};

/** Throws ReadError for a file whose first bytes are those of a binary format. */
function refuseBinary(source: string, name: string, path: string): void {
  const start = headOf(path).toString('hex', 0, 4);
  const [, kind] = Object.entries(BINARY).find(([bytes]) => start.startsWith(bytes)) ?? [];
  if (kind)
    throw new ReadError(
      source,
      name,
      `the bytes are ${kind}, no text`,
      'give the file the ending that it should have, or fetch it again',
    );
}

/**
 * Opens the files of a snapshot one by one; warns of files that no layout reads. Throws ReadError for an
 * undeclared encoding, and for a zip that is broken or has no matching entry.
 */
export async function* openFiles(source: Source, snapshot: Snapshot, emit: Emit): AsyncGenerator<OpenFile> {
  const {name, format, bytes, path} = snapshot;
  if (format === 'zip' || format === 'shapefile') {
    yield* openZip(source, snapshot, emit);
    return;
  }
  if (!hasLayout(source, name)) {
    warnUnread(source, name, [name], emit);
    return;
  }
  const open = bytesOf(path);
  if (format === 'workbook') {
    yield {name, format, encoding: 'binary', bytes, path, open};
    return;
  }
  refuseBinary(source.slug, name, path);
  const text = await openText(source, name, snapshot.encoding, open, emit);
  yield {name, format, bytes, path: text.isUtf8 ? path : null, ...text};
}

/**
 * A text as UTF-8, and the encoding of most of its lines. Warns of the others. Throws for an encoding that is
 * not declared.
 */
export async function openText(
  source: Source,
  name: string,
  sniffed: Snapshot['encoding'],
  open: OpenFile['open'],
  emit: Emit,
): Promise<{encoding: Encoding; open: OpenFile['open']; isUtf8: boolean}> {
  const main = sniffed === 'windows-1252' ? mainEncoding(await lineKindsOf(await open())) : null;
  const fault = (problem: string, remedy: string) => new ReadError(source.slug, name, problem, remedy);
  if (main?.mixed && !main.isAccident)
    throw fault(
      `too many lines are in another encoding: ${main.mixed}`,
      'save it in one encoding by hand, and set MIRROR to its folder',
    );
  const encoding = main?.encoding ?? sniffed;
  if (encoding === 'binary' || !source.encodings.includes(encoding))
    throw fault(
      `the bytes are not valid ${source.encodings.join(' or ')}`,
      'the publisher changed the encoding or the file is damaged: fetch it again, or declare the encoding in the source',
    );
  if (main?.mixed) emit({kind: 'warning', source: source.slug, file: name, text: main.mixed});
  if (main) return {encoding, open: async () => mixedAsUtf8(await open()), isUtf8: false};
  if (encoding === 'utf-8') return {encoding, open, isUtf8: true};
  const damaged = () => fault(`the bytes are not valid ${encoding}`, 'it was cut or damaged: fetch it again');
  return {encoding, open: async () => utf16AsUtf8(await open(), damaged), isUtf8: false};
}

/**
 * Opens the entries of a zip that layouts read, by name; a zip with a shapefile is read as its shapefiles.
 */
async function* openZip(source: Source, snapshot: Snapshot, emit: Emit): AsyncGenerator<OpenFile> {
  let zip: yauzl.ZipFile | null = null;
  try {
    zip = await yauzl.openPromise(snapshot.path, {autoClose: false});
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const all = dataEntries(entries);
    const shapes = all.filter(({fileName}) => /\.shp$/i.test(fileName) && hasLayout(source, fileName));
    const isShapes = shapes.length > 0 || all.some(({fileName}) => /\.(shx|dbf)$/i.test(fileName));
    if (isShapes || snapshot.format === 'shapefile') yield* openShapes(source, snapshot, all, shapes, emit);
    else
      for (const entry of wantedEntries(source, snapshot.name, entries, emit))
        yield await openEntry(source, snapshot.name, zip, entry, emit);
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError(source.slug, snapshot.name, `broken zip (${messageOf(error)})`, 'fetch it again');
  } finally {
    zip?.close();
  }
}

/** Files of a zip by name, without folders and what macOS adds to archives. */
const dataEntries = (entries: readonly yauzl.Entry[]): yauzl.Entry[] =>
  entries
    .filter(({fileName}) => !fileName.endsWith('/') && !/(^|\/)(__MACOSX\/|\.)/.test(fileName))
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));

const nameOf = ({fileName}: yauzl.Entry): string => fileName;
const listed = (entries: readonly yauzl.Entry[]): string => entries.map(nameOf).join(', ') || 'nothing';

/**
 * The entries that the source declares and a layout reads; warns of the others. Throws where there is none.
 */
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
  const others = all.filter((entry) => !wanted.includes(entry));
  warnUnread(source, archive, others.map(nameOf), emit);
  if (wanted.length) return onceByName(source, archive, wanted, emit);
  const problem = `the zip holds ${listed(entries)}`;
  throw new ReadError(source.slug, archive, problem, 'declare its entries in the source');
}

/**
 * One entry of each name. A name that comes again, in another folder or the same one, is a copy where its
 * bytes are the same; else nothing says which one is meant. Throws ReadError.
 */
function onceByName(
  {slug}: Source,
  archive: string,
  entries: readonly yauzl.Entry[],
  emit: Emit,
): yauzl.Entry[] {
  const named = Map.groupBy(entries, ({fileName}) => basename(fileName).toLowerCase());
  return [...named.values()].flatMap(([first, ...others]) => {
    if (!first || !others.length) return first ? [first] : [];
    const names = listed([first, ...others]);
    const isSame = (one: yauzl.Entry) =>
      one.crc32 === first.crc32 && one.uncompressedSize === first.uncompressedSize;
    if (!others.every(isSame))
      throw new ReadError(
        slug,
        archive,
        `it has several files of one name, which differ: ${names}`,
        'remove those that are out of date by hand, and set MIRROR to the folder of the archive',
      );
    const text = `the same file comes again and is read once: ${names}`;
    emit({kind: 'warning', source: slug, file: archive, text});
    return [first];
  });
}

/** Opens one entry; the encoding of a text is known only after a first pass over it. */
async function openEntry(
  source: Source,
  archive: string,
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  emit: Emit,
): Promise<OpenFile> {
  const {fileName, uncompressedSize: bytes} = entry;
  const known = formatOf(fileName);
  // A zip inside a zip is not supported.
  const format = known === null || known === 'zip' ? 'csv' : known;
  const file = {name: `${archive}!${fileName}`, format, bytes, path: null};
  const open = () => zip.openReadStreamPromise(entry);
  if (format === 'workbook') return {...file, encoding: 'binary', open};
  const sniffer = encodingSniffer();
  let sum = 0;
  for await (const chunk of await open()) {
    sum = crc32(chunk, sum);
    sniffer.add(chunk);
  }
  if (sum !== entry.crc32) throw new Error(`the checksum of ${fileName} does not hold`);
  return {...file, ...(await openText(source, fileName, sniffer.end(), open, emit))};
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
    const problem = `no shapefile: the zip holds ${listed(all)}`;
    throw new ReadError(source.slug, name, problem, 'compare it by hand');
  }
  const stems = shapes.map(({fileName}) => fileName.replace(/shp$/i, '').toLowerCase());
  const others = all.filter(({fileName}) => !stems.some((stem) => fileName.toLowerCase().startsWith(stem)));
  warnUnread(source, name, others.map(nameOf), emit);
  for (const {fileName, uncompressedSize: bytes} of onceByName(source, name, shapes, emit)) {
    const open = bytesOf(path);
    yield {name: `${name}!${fileName}`, format: 'shapefile', encoding: 'binary', bytes, path, open};
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

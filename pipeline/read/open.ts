/** Opens the files of a snapshot as UTF-8 byte streams: plain, or every matching entry of a zip. */
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
  /** `binary`: the bytes are no text. */
  encoding: Encoding | 'binary';
  bytes: number;
  /** Where the same bytes lie on the disk; null where they must be unpacked or recoded. */
  path: string | null;
  stream: Readable;
}

/**
 * Files of one snapshot, opened one after the other; those that no layout reads are passed over and told. Throws
 * ReadError for an encoding that the source does not declare and for a zip that is broken or has no matching entry.
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

/** Entries of a zip, in name order. The encoding of an entry is known only after a first pass over it. */
async function* openZip(source: Source, snapshot: Snapshot, emit: Emit): AsyncGenerator<OpenFile> {
  const patterns = source.files.flatMap(({via}) => ('entries' in via && via.entries ? [via.entries] : []));
  const isWanted = (name: string) =>
    (!patterns.length || patterns.some((one) => one.test(basename(name)))) && hasLayout(source, name);
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(snapshot.path, {autoClose: false});
  } catch (error) {
    throw new ReadError(source.slug, snapshot.name, `broken zip (${message(error)})`, 'fetch it again');
  }
  try {
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const all = entries
      .filter((entry) => !entry.fileName.endsWith('/'))
      // What the desktop of macOS adds to archives is no data.
      .filter((entry) => !/(^|\/)(__MACOSX\/|\.)/.test(entry.fileName))
      .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
    const shapes = all.filter(({fileName}) => /\.shp$/i.test(fileName) && hasLayout(source, fileName));
    const isShapes = shapes.length > 0 || all.some(({fileName}) => /\.(shx|dbf)$/i.test(fileName));
    if (isShapes || snapshot.format === 'shapefile') {
      yield* openShapes(source, snapshot, all, shapes, emit);
      return;
    }
    const files = all.filter((entry) => isWanted(entry.fileName));
    const others = all.filter((entry) => !files.includes(entry));
    warnUnread(
      source,
      snapshot.name,
      others.map((entry) => entry.fileName),
      emit,
    );
    if (!files.length) {
      const names = entries.map((entry) => entry.fileName).join(', ') || 'nothing';
      throw new ReadError(
        source.slug,
        snapshot.name,
        `the zip holds ${names}`,
        'declare its entries in the source',
      );
    }
    for (const entry of files) {
      if (entryFormat(entry.fileName) === 'workbook') {
        const stream = await zip.openReadStreamPromise(entry);
        const name = `${snapshot.name}!${entry.fileName}`;
        yield {
          name,
          format: 'workbook',
          encoding: 'binary',
          bytes: entry.uncompressedSize,
          path: null,
          stream,
        };
        continue;
      }
      const encoding = acceptedEncoding(source, entry.fileName, await entryEncoding(zip, entry));
      yield {
        name: `${snapshot.name}!${entry.fileName}`,
        format: entryFormat(entry.fileName),
        encoding,
        bytes: entry.uncompressedSize,
        path: null,
        stream: toUtf8(await zip.openReadStreamPromise(entry), encoding, () =>
          damaged(source, entry.fileName, encoding),
        ),
      };
    }
  } catch (error) {
    if (error instanceof ReadError) throw error;
    throw new ReadError(source.slug, snapshot.name, `broken zip (${message(error)})`, 'fetch it again');
  } finally {
    zip.close();
  }
}

/** The shapefiles of a zip, each named by its .shp; `path` is that of the zip, in which their other members lie. */
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

/** Whether a layout may read a file. Documents are told apart by what they are, not by the file they lie in. */
const hasLayout = (source: Source, name: string): boolean =>
  source.layouts.some(({rows}) => rows) || tableLayouts(source, name).length > 0;

/** Tells once which files are passed over: those that the source leaves out with its reason, all others by name. */
function warnUnread(
  {slug, excluded: left_out = []}: Source,
  file: string,
  names: readonly string[],
  emit: Emit,
): void {
  const rest = new Set(names);
  const warn = (text: string) => emit({kind: 'noted', source: slug, file, text});
  for (const {files, what, reason} of left_out) {
    const own = [...rest].filter((name) => files.test(basename(name)));
    if (own.length) warn(`left out: ${what}: ${reason}: ${own.join(', ')}`);
    for (const name of own) rest.delete(name);
  }
  if (rest.size) warn(`files that no layout reads are passed over: ${[...rest].join(', ')}`);
}

/** Encoding of an entry, `binary` for none. Throws where its bytes are not those that were packed. */
async function entryEncoding(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Snapshot['encoding']> {
  let sum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) sum = crc32(chunk, sum);
  if (sum !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} does not hold`);
  const encoding = await sniffEncoding(await zip.openReadStreamPromise(entry));
  if (encoding !== 'windows-1252') return encoding ?? 'binary';
  return (await isBrokenUtf8(await zip.openReadStreamPromise(entry))) ? 'binary' : encoding;
}

/** A zip inside a zip is none that anybody publishes. */
function entryFormat(name: string): OpenFile['format'] {
  const format = formatOf(name);
  return format === null || format === 'zip' ? 'csv' : format;
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Opens the files of a snapshot as UTF-8 byte streams: plain, or every matching entry of a zip. */
import {createReadStream} from 'node:fs';
import {basename} from 'node:path';
import type {Readable} from 'node:stream';
import {crc32} from 'node:zlib';
import yauzl from 'yauzl';
import type {Snapshot} from '../../datasets/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {type Encoding, encodingOf, toUtf8} from './decode.ts';
import {isSpoiledUtf8} from './spoiled.ts';
import {ReadError} from './types.ts';

export interface OpenFile {
  name: string;
  format: 'csv' | 'jsonl' | 'json';
  encoding: Encoding;
  bytes: number;
  /** Where the same bytes lie on the disk; null where they must be unpacked or recoded. */
  path: string | null;
  stream: Readable;
}

/**
 * Files of one snapshot, opened one after the other. Throws ReadError for an encoding that the source does not
 * declare and for a zip that is broken or has no matching entry.
 */
export async function* openFiles(source: Source, snapshot: Snapshot): AsyncGenerator<OpenFile> {
  if (snapshot.format === 'zip') {
    yield* openZip(source, snapshot);
    return;
  }
  const encoding = accepted(source, snapshot.name, snapshot.encoding);
  if (encoding === 'windows-1252' && (await isSpoiledUtf8(createReadStream(snapshot.path)))) {
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

function accepted(source: Source, file: string, encoding: Snapshot['encoding']): OpenFile['encoding'] {
  if (encoding !== 'binary' && source.encodings.includes(encoding)) return encoding;
  throw new ReadError(
    source.slug,
    file,
    `the bytes are not valid ${source.encodings.join(' or ')}`,
    'the publisher changed the encoding or the file is damaged: fetch it again, or declare the encoding in the source',
  );
}

/** Entries of a zip, in name order. The encoding of an entry is known only after a first pass over it. */
async function* openZip(source: Source, snapshot: Snapshot): AsyncGenerator<OpenFile> {
  const wanted = source.files.flatMap((file) => (file.via.portal === 'zip' ? [file.via.entries] : []));
  let zip: yauzl.ZipFile;
  try {
    zip = await yauzl.openPromise(snapshot.path, {autoClose: false});
  } catch (error) {
    throw new ReadError(source.slug, snapshot.name, `broken zip (${message(error)})`, 'fetch it again');
  }
  try {
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const files = entries
      .filter((entry) => !entry.fileName.endsWith('/'))
      // What the desktop of macOS adds to archives is no data.
      .filter((entry) => !/(^|\/)(__MACOSX\/|\.)/.test(entry.fileName))
      .filter((entry) => !wanted.length || wanted.some((one) => one.test(basename(entry.fileName))))
      .sort((a, b) => (a.fileName < b.fileName ? -1 : 1));
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
      const encoding = accepted(source, entry.fileName, await sniffed(zip, entry));
      yield {
        name: `${snapshot.name}!${entry.fileName}`,
        format: formatOf(entry.fileName),
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

/** Encoding of an entry, `binary` for none. Throws where its bytes are not those that were packed. */
async function sniffed(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Snapshot['encoding']> {
  let sum = 0;
  for await (const chunk of await zip.openReadStreamPromise(entry)) sum = crc32(chunk, sum);
  if (sum !== entry.crc32) throw new Error(`the checksum of ${entry.fileName} does not hold`);
  const encoding = await encodingOf(await zip.openReadStreamPromise(entry));
  if (encoding !== 'windows-1252') return encoding ?? 'binary';
  return (await isSpoiledUtf8(await zip.openReadStreamPromise(entry))) ? 'binary' : encoding;
}

/** By the ending, as the files of a mirror. */
function formatOf(name: string): OpenFile['format'] {
  if (/\.json$/i.test(name)) return 'json';
  return /\.(jsonl|ndjson)$/i.test(name) ? 'jsonl' : 'csv';
}

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

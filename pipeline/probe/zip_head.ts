/** Looks into a zip by its directory and the first bytes of its entries, without the rest of it. */
import {Readable} from 'node:stream';
import yauzl from 'yauzl';
import type {Source} from '../../datasets/types.ts';
import {FetchError, type Target} from '../fetch/errors.ts';
import {firstBytes} from '../fetch/http.ts';
import {unpacksTooLarge} from '../fetch/inspect.ts';
import {formatOf} from '../read/formats.ts';
import {wantedEntries} from '../read/open.ts';
import {ReadError} from '../read/types.ts';
import {messageOf} from '../runtime/errors.ts';
import {HEAD_BYTES, type ReadRange} from './byte_range.ts';
import {lookInto} from './content.ts';
import type {FileProbe} from './types.ts';

/** Bytes of one request inside the archive. */
const PIECE = 1 << 16;

class RangeReader extends yauzl.RandomAccessReader {
  readonly #read: ReadRange;

  constructor(read: ReadRange) {
    super();
    this.#read = read;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const read = this.#read;
    // A stream that is closed early asks for no further piece.
    return Readable.from(
      (async function* () {
        for (let at = start; at < end; at += PIECE) yield await read(at, Math.min(end, at + PIECE));
      })(),
      {objectMode: false},
    );
  }
}

/** The largest member that an ingest would accept, and whose archive it is. */
interface ZipLimit {
  target: Target;
  unpack_max_bytes: number;
}

/**
 * What the entries of an archive hold, added to what is known of it. Throws ReadError for one that cannot be
 * read.
 */
export async function lookIntoZip(
  source: Source,
  known: FileProbe,
  size: number,
  read: ReadRange,
  {target, unpack_max_bytes}: ZipLimit,
): Promise<FileProbe> {
  let zip: yauzl.ZipFile | null = null;
  try {
    zip = await yauzl.fromRandomAccessReaderPromise(new RangeReader(read), size, {autoClose: false});
    const entries: yauzl.Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const large = entries.find(({uncompressedSize}) => uncompressedSize > unpack_max_bytes);
    if (large) throw unpacksTooLarge(target, large.fileName, large.uncompressedSize, unpack_max_bytes);
    if (entries.some(({fileName}) => /\.shp$/i.test(fileName)))
      return {...known, note: `not looked into: a shapefile of ${entries.length} entries`};
    const probes: FileProbe[] = [];
    for (const entry of wantedEntries(source, known.name, entries, () => {})) {
      const {fileName, uncompressedSize} = entry;
      const bytes = await firstBytes(await zip.openReadStreamPromise(entry), HEAD_BYTES);
      const [name, format] = [`${known.name}!${fileName}`, formatOf(fileName) ?? 'csv'];
      const head = {name, format, bytes, whole: bytes.length >= uncompressedSize};
      probes.push(await lookInto(source, {...known, name}, head));
    }
    return merged(known, probes);
  } catch (error) {
    if (error instanceof ReadError || error instanceof FetchError) throw error;
    throw new ReadError(source.slug, known.name, `broken zip (${messageOf(error)})`, 'fetch it again');
  } finally {
    zip?.close();
  }
}

/** One probe of an archive from those of its entries. */
function merged(known: FileProbe, probes: readonly FileProbe[]): FileProbe {
  const texts = (which: 'note' | 'problem') =>
    probes.flatMap((one) => (one[which] === null ? [] : [one[which]])).join('; ') || null;
  return {
    ...known,
    layouts: [...new Set(probes.flatMap(({layouts}) => layouts))],
    unknown: [...new Set(probes.flatMap(({unknown}) => unknown))],
    missing: [...new Set(probes.flatMap(({missing}) => missing))],
    samples: probes.flatMap(({samples}) => samples),
    note: texts('note'),
    problem: texts('problem'),
  };
}

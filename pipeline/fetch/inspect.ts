/** Inspects a file while its bytes pass: hash, size, encoding, format; refuses unusable files. */

import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {openPromise} from 'yauzl';
import type {Snapshot} from '../../builds/artefacts.ts';
import {type Encoding, encodingSniffer} from '../read/decode.ts';
import {messageOf} from '../runtime/errors.ts';
import {byHand, FetchError, type Target} from './errors.ts';

export type Format = Snapshot['format'];

export interface Inspection {
  sha256: string;
  bytes: number;
  encoding: Encoding;
  /** First byte that is not white space, byte order mark or zero; null until there is one. */
  first: number | null;
  /** The first bytes, which identify binary formats. */
  magic: Buffer;
}

const MAGIC = 8;

/** White space, byte order marks, and the zero beside every letter in UTF-16. */
const BLANK = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);

export type Inspector = ReturnType<typeof makeInspector>;

/** Creates an inspector; UTF-8 sequences may be split between chunks. */
export function makeInspector() {
  const hash = createHash('sha256');
  const sniffer = encodingSniffer();
  let bytes = 0;
  let start = Buffer.alloc(0);
  let first: number | null = null;

  return {
    add(chunk: Uint8Array): void {
      hash.update(chunk);
      bytes += chunk.length;
      if (start.length < MAGIC) start = Buffer.concat([start, chunk.subarray(0, MAGIC)]).subarray(0, MAGIC);
      first ??= chunk.find((byte) => !BLANK.has(byte)) ?? null;
      sniffer.add(chunk);
    },
    bytes: () => bytes,
    first: () => first,
    end: (): Inspection => ({
      sha256: hash.digest('hex'),
      bytes,
      encoding: sniffer.end(),
      first,
      magic: start,
    }),
  };
}

/** Inspects a complete file. */
export async function inspectFile(path: string): Promise<Inspection> {
  const inspector = makeInspector();
  for await (const chunk of createReadStream(path)) inspector.add(chunk);
  return inspector.end();
}

const beginsWith = (magic: Buffer, number: number): boolean =>
  magic.length >= 4 && magic.readUInt32BE(0) === number;
const isZip = (magic: Buffer): boolean => beginsWith(magic, 0x504b0304);
/** Microsoft compound files, such as XLS. */
const isCompound = (magic: Buffer): boolean => beginsWith(magic, 0xd0cf11e0);

/** Formats that are not text. */
const isBinary = (format: Format): boolean =>
  format === 'zip' || format === 'shapefile' || format === 'workbook';

/** A workbook by its bytes, else CSV: for portals that do not state the format. */
export const tableFormat = ({magic}: Inspection): Format =>
  isZip(magic) || isCompound(magic) ? 'workbook' : 'csv';

/** Encoding of a stored file. */
export function encodingOf(format: Format, inspection: Inspection): Snapshot['encoding'] {
  return isBinary(format) ? 'binary' : inspection.encoding;
}

/** Throws for a web page where another format is expected, by content type or first visible byte. */
export function refusePage(target: Target, format: Format, type: string, first: number | null): void {
  if (format === 'xml' || format === 'html') return;
  if (!/^\s*(text\/html|application\/xhtml)/i.test(type) && first !== '<'.charCodeAt(0)) return;
  throw new FetchError(
    target,
    `an HTML page came where ${format} was expected`,
    `open the address in a browser; ${byHand(target.source)}`,
  );
}

/**
 * Throws for a complete file that is unusable: empty, a web page, a truncated zip, a member of a zip that
 * unpacks to more than `unpack_max_bytes`, or no workbook. Where the directory of a zip states too small a
 * size, the member is refused while it is read.
 */
export async function refuseInvalid(
  target: Target,
  path: string,
  format: Format,
  inspection: Inspection,
  unpack_max_bytes: number,
): Promise<void> {
  if (inspection.first === null) {
    throw new FetchError(target, 'the file is empty', 'run again later; the last good file stays in use');
  }
  refusePage(target, format, '', inspection.first);
  if (format === 'workbook' && tableFormat(inspection) !== 'workbook') {
    const problem = 'the file is no workbook: it is neither XLSX nor XLS';
    throw new FetchError(
      target,
      problem,
      'open it by hand, and correct the declaration where the publisher changed',
    );
  }
  if (format === 'workbook' && isCompound(inspection.magic)) return;
  if (!isBinary(format)) return;
  try {
    const zip = await openPromise(path, {lazyEntries: true});
    try {
      for await (const {fileName, uncompressedSize} of zip.eachEntry())
        if (uncompressedSize > unpack_max_bytes)
          throw unpacksTooLarge(target, fileName, uncompressedSize, unpack_max_bytes);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof FetchError) throw error;
    const remedy = `run again, or ${byHand(target.source)}`;
    throw new FetchError(target, `truncated zip: ${messageOf(error)}`, remedy, error);
  }
}

/** The error of a member that would fill the disk. */
export const unpacksTooLarge = (target: Target, member: string, bytes: number, most: number): FetchError =>
  new FetchError(
    target,
    `its member ${member} would unpack to ${bytes} bytes, more than ${most}`,
    'if the publisher means it, raise UNPACK_MAX_BYTES and run again',
  );

/**
 * Compares a whole file of a build with everything that is known of it: size, SHA-256, checksums of its
 * blocks.
 */
import {createHash} from 'node:crypto';
import {type FileHandle, open} from 'node:fs/promises';
import {BlockChecksums} from './block_checksums.ts';
import {BLOCK} from './checked_file.ts';
import {readFooter} from './index_file.ts';
import {ELEMENTS} from './sections.ts';

/** A file as its manifest names it, and where the checksums of its blocks are. */
export interface NamedFile {
  path: string;
  bytes: number;
  sha256: string;
  /** Index file and section with the CRC-32 of each block; null where only the hash is known. */
  checksums: {path: string; section: string} | null;
}

/** What was found. */
export interface Verified {
  /** Bytes that were read. */
  read: number;
  /** What is wrong; null for nothing. */
  problem: string | null;
}

/** Bytes that are read at once. */
const PIECE = 1 << 22;

/** A section of 32-bit numbers of an index file, not verified. */
async function readChecksums({path, section}: {path: string; section: string}): Promise<Uint32Array> {
  const found = readFooter(path).sections.find(({name}) => name === section);
  if (!found) throw new Error(`${path} has no section ${section}`);
  const file = await open(path);
  try {
    const bytes = new Uint8Array(found.length * ELEMENTS.u32.BYTES_PER_ELEMENT);
    await file.read(bytes, 0, bytes.length, found.offset);
    return new Uint32Array(bytes.buffer);
  } finally {
    await file.close();
  }
}

/**
 * Calls back with all bytes of a file, in pieces that the next one overwrites; returns their number. Buffers
 * are as large as the file should be: those of many small files would have all garbage collected again and
 * again.
 */
async function readAll(
  file: FileHandle,
  expected: number,
  work: (piece: Uint8Array) => void,
): Promise<number> {
  const piece = Buffer.allocUnsafeSlow(Math.min(PIECE, expected + 1));
  for (let read = 0; ; ) {
    const {bytesRead} = await file.read(piece, 0, piece.length, read);
    if (bytesRead === 0) return read;
    work(piece.subarray(0, bytesRead));
    read += bytesRead;
  }
}

/** Says which blocks differ; null for none. */
function differing(actual: Uint32Array, stated: Uint32Array): string | null {
  const blocks = [...stated.keys()].filter((i) => actual[i] !== stated[i]);
  const [first] = blocks;
  if (first === undefined) return actual.length === stated.length ? null : 'it has another number of blocks';
  const place = `block ${first} (bytes ${first * BLOCK} to ${(first + 1) * BLOCK})`;
  return blocks.length === 1 ? `${place} differs` : `${blocks.length} blocks differ, the first is ${place}`;
}

/** Reads the whole file. A missing or unreadable file is a problem too, not an error. */
export async function verifyFile({path, bytes, sha256, checksums}: NamedFile): Promise<Verified> {
  const file = await open(path).catch((error: Error) => error);
  if (file instanceof Error) return {read: 0, problem: `cannot be read: ${file.message}`};
  try {
    const [hash, blocks] = [createHash('sha256'), new BlockChecksums()];
    const read = await readAll(file, bytes, (piece) => {
      hash.update(piece);
      if (checksums) blocks.add(piece);
    });
    if (read !== bytes) return {read, problem: `has ${read} bytes, its manifest says ${bytes}`};
    const isWhole = hash.digest('hex') === sha256;
    // An index that is damaged itself is named for itself.
    const stated = checksums && (await readChecksums(checksums).catch(() => null));
    const block = stated && differing(blocks.soFar(), stated);
    if (isWhole && !block) return {read, problem: null};
    const problem = isWhole
      ? `${checksums?.path} has other checksums for it`
      : 'is damaged (another SHA-256)';
    return {read, problem: block ? `${problem}: ${block}` : problem};
  } catch (error) {
    return {read: 0, problem: `cannot be read: ${error instanceof Error ? error.message : String(error)}`};
  } finally {
    await file.close();
  }
}

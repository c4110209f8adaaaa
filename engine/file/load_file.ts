/** Loads a whole file to memory: every block is compared with its checksum as soon as it was read. */
import {closeSync, openSync, read as readCallback} from 'node:fs';
import {promisify} from 'node:util';
import {BLOCK, CheckedFile, type SharedFile} from './checked_file.ts';
import {memorySource} from './memory_source.ts';

/**
 * Bytes that are read at once: many calls of the pool of threads, and little enough that a check holds up no
 * request.
 */
const PIECE = 64 * BLOCK;

/** Pieces of a file that are under way, so that some are read while another one is compared. */
const UNDER_WAY = 3;

const readAt = promisify(readCallback);

/** Bytes `from` up to `to`. */
export type ByteRange = readonly [from: number, to: number];

/**
 * Fills `into` with the first bytes of the file, but for ranges that stay there: of them only the blocks are
 * read that they share with others. Rejects as `CheckedFile` where a block is not the one that was written;
 * without checksums blocks are checked when they are first needed. A file that is not open is opened at once:
 * its folder may be renamed while it is read.
 */
export async function loadFile(
  file: SharedFile,
  into: Uint8Array,
  checksums: Uint32Array | null,
  staying: readonly ByteRange[] = [],
): Promise<void> {
  const {path, fd} = file;
  const checked = checksums && new CheckedFile(file, checksums, memorySource(into));
  const opened = fd < 0 ? openSync(path, 'r') : fd;
  const pieces = piecesBetween(into.length, staying);
  const load = async (): Promise<void> => {
    // Shared by all that are under way: each takes the next one.
    for (const [from, to] of pieces) {
      for (let done = from; done < to; ) {
        const {bytesRead} = await readAt(opened, into, done, to - done, done);
        if (bytesRead === 0) throw new Error(`${path} ended while it was read: run \`make compile\``);
        done += bytesRead;
      }
      checked?.check(from, to);
    }
  };
  try {
    await allSettled(Array.from({length: UNDER_WAY}, load));
  } finally {
    if (opened !== fd) closeSync(opened);
  }
}

/** The pieces of so many bytes without the whole blocks of ascending ranges. */
function* piecesBetween(bytes: number, staying: readonly ByteRange[]): Generator<ByteRange, undefined> {
  let at = 0;
  for (const [from, to] of staying) {
    const end = Math.min(bytes, Math.ceil(from / BLOCK) * BLOCK);
    yield* piecesOf(at, end);
    at = Math.max(end, Math.floor(to / BLOCK) * BLOCK);
  }
  yield* piecesOf(at, bytes);
}

function* piecesOf(from: number, to: number): Generator<ByteRange, undefined> {
  for (let at = from; at < to; at += PIECE) yield [at, Math.min(to, at + PIECE)];
}

/** As Promise.all, but rejects only after all promises have settled. */
export async function allSettled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

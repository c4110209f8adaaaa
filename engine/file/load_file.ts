/** Loads a whole file to memory: every block is compared with its checksum as soon as it was read. */
import {open} from 'node:fs/promises';
import {BLOCK, CheckedFile, type SharedFile} from './checked_file.ts';

/** Bytes that are read at once: many calls of the pool of threads, and little enough that a check holds up no request. */
const PIECE = 64 * BLOCK;

/** Pieces of a file that are under way, so that some are read while another one is compared. */
const UNDER_WAY = 3;

/** Fills `into` with the first bytes of the file; rejects as `CheckedFile` where a block is not the one that was written. */
export async function loadFile(file: SharedFile, into: Uint8Array, checksums: Uint32Array): Promise<void> {
  const checked = new CheckedFile(file, checksums, into);
  let next = 0;
  const loadPieces = async (read: ReadPiece): Promise<void> => {
    while (next < into.length) {
      const at = next;
      next += PIECE;
      const end = Math.min(into.length, at + PIECE);
      await read(into, at, end);
      checked.check(at, end);
    }
  };
  await withPieces(file.path, (read) => allSettled(Array.from({length: UNDER_WAY}, () => loadPieces(read))));
}

/** As `loadFile`, for a file whose blocks are checked when they are first needed. */
export const loadUnchecked = ({path}: SharedFile, into: Uint8Array): Promise<void> =>
  withPieces(path, async (read) => {
    for (let at = 0; at < into.length; at += PIECE) await read(into, at, Math.min(into.length, at + PIECE));
  });

/** Reads bytes `from` up to `to` of a file to the same place of `into`. */
type ReadPiece = (into: Uint8Array, from: number, to: number) => Promise<void>;

async function withPieces<T>(path: string, work: (read: ReadPiece) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await work(async (into, from, to) => {
      for (let done = from; done < to; ) {
        const {bytesRead} = await file.read(into, done, to - done, done);
        if (bytesRead === 0) throw new Error(`${path} ended while it was read: run \`make compile\``);
        done += bytesRead;
      }
    });
  } finally {
    await file.close();
  }
}

/** As Promise.all, but rejects only after all promises have settled. */
export async function allSettled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

/** Checksums of the blocks of files, for readers that fetch them one by one. */
import {type FileHandle, open} from 'node:fs/promises';
import {crc32} from 'node:zlib';
import {BLOCK, blocksOf, PAGE_BYTES, pagesOf, SUM_BYTES} from './site_files.ts';

/** Bytes that are read at once, a multiple of a block. */
const PIECE = 256 * BLOCK;

/** A file of the build, on this disk. */
export interface Summed {
  path: string;
  file: string;
  bytes: number;
}

export interface Sums {
  /** Pages of checksums, one file after the other. */
  bytes: Buffer;
  /** By path: its first page. */
  pages: Record<string, number>;
  /** By page: its checksum. */
  roots: number[];
}

async function addBlocks(handle: FileHandle, {file, bytes}: Summed, into: Buffer, at: number): Promise<void> {
  const piece = Buffer.allocUnsafeSlow(PIECE);
  for (let from = 0; from < bytes; from += PIECE) {
    const length = Math.min(PIECE, bytes - from);
    const {bytesRead} = await handle.read(piece, 0, length, from);
    if (bytesRead < length) throw new Error(`${file} ended after ${from + bytesRead} of ${bytes} bytes`);
    for (let begin = 0; begin < length; begin += BLOCK) {
      const block = piece.subarray(begin, Math.min(length, begin + BLOCK));
      into.writeUInt32LE(crc32(block), at + ((from + begin) / BLOCK) * SUM_BYTES);
    }
  }
}

/** The checksums of all blocks of some files: the first bytes of each, as many as are stated. */
export async function sumsOf(files: readonly Summed[]): Promise<Sums> {
  const pages: Record<string, number> = {};
  let count = 0;
  for (const {path, bytes} of files) {
    pages[path] = count;
    count += pagesOf(bytes);
  }
  const sums = Buffer.alloc(count * PAGE_BYTES);
  for (const one of files) {
    if (blocksOf(one.bytes) === 0) continue;
    const handle = await open(one.file, 'r');
    try {
      await addBlocks(handle, one, sums, pages[one.path]! * PAGE_BYTES);
    } finally {
      await handle.close();
    }
  }
  const roots = Array.from({length: count}, (_, i) =>
    crc32(sums.subarray(i * PAGE_BYTES, (i + 1) * PAGE_BYTES)),
  );
  return {bytes: sums, pages, roots};
}

/** Checksums of the blocks of files, for readers that fetch them one by one. */
import {createReadStream} from 'node:fs';
import {crc32} from 'node:zlib';
import {BLOCK, type Sums} from './site_files.ts';

/** Bytes that are read at once. */
const PIECE = 256 * BLOCK;

function crcsOf(bytes: Uint8Array): number[] {
  const crcs: number[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK) crcs.push(crc32(bytes.subarray(at, at + BLOCK)));
  return crcs;
}

/** A file on this disk, and its path in the build. */
export interface Summed {
  path: string;
  file: string;
  bytes: number;
}

/** The checksums of all blocks of some files. Rejects where one has other bytes than it states. */
export async function sumsOf(
  files: readonly Summed[],
): Promise<Pick<Sums, 'firsts' | 'roots'> & {bytes: Uint8Array}> {
  const crcs: number[] = [];
  const firsts: Record<string, number> = {};
  for (const {path, file, bytes} of files) {
    firsts[path] = crcs.length;
    let length = 0;
    for await (const piece of createReadStream(file, {highWaterMark: PIECE})) {
      for (const crc of crcsOf(piece)) crcs.push(crc);
      length += piece.length;
    }
    if (length !== bytes) throw new Error(`${file} has ${length} of ${bytes} bytes`);
  }
  const all = new Uint8Array(Uint32Array.from(crcs).buffer);
  return {bytes: all, firsts, roots: crcsOf(all)};
}

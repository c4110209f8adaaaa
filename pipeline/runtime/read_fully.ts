/** Reads and writes that continue until all bytes are transferred: one system call may transfer fewer. */
import {readSync, writeSync} from 'node:fs';
import type {OpenFile} from '../../builds/files.ts';

/**
 * Fills `buffer` from `position`. Returns the bytes read, fewer than requested only at the end of the file.
 */
export function readFullySync(file: number, buffer: Uint8Array, position: number): number {
  let done = 0;
  while (done < buffer.length) {
    const read = readSync(file, buffer, done, buffer.length - done, position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** Writes all bytes at `position`; null: at the current one. */
export function writeFullySync(file: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(file, bytes, done, bytes.length - done, position === null ? null : position + done);
}

/** Reads the bytes from `from` up to `to`; fewer at the end of the file. */
export async function readFully(file: OpenFile, from: number, to: number): Promise<Buffer> {
  const buffer = Buffer.alloc(to - from);
  let done = 0;
  while (done < buffer.length) {
    const {bytesRead} = await file.read(buffer, done, buffer.length - done, from + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return buffer.subarray(0, done);
}

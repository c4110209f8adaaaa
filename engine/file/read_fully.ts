/** Synchronous reads and writes that repeat until every byte is transferred. */
import {readSync, writeSync} from 'node:fs';

/** Bytes of one system call: far below the largest that any platform takes. */
const MAX_CALL = 1 << 26;

/**
 * Reads `length` bytes at a position into the buffer at `at`; fewer only at the end of the file. Returns
 * their number.
 */
export function readUpTo(fd: number, into: Uint8Array, at: number, length: number, position: number): number {
  let done = 0;
  while (done < length) {
    const read = readSync(fd, into, at + done, Math.min(MAX_CALL, length - done), position + done);
    if (read === 0) break;
    done += read;
  }
  return done;
}

/** Reads exactly `length` bytes; throws `message` where the file ends before. */
export function readFully(
  fd: number,
  into: Uint8Array,
  at: number,
  length: number,
  position: number,
  message: string,
): void {
  if (readUpTo(fd, into, at, length, position) < length) throw new Error(message);
}

/** Writes all bytes, after the last write. */
export function writeFully(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; )
    done += writeSync(fd, bytes, done, Math.min(MAX_CALL, bytes.length - done));
}

/** Where lines lie in their file, and reading them from it: shared by what writes lines and what answers with them. */
import {readSync} from 'node:fs';

/** Places of lines are kept modulo this. */
export const WRAP = 2 ** 32;

/** Byte at which line `n` begins: its place modulo `wrap`, and the lines at which another multiple of it is passed. */
export function rowOffset(at: Uint32Array, wraps: ArrayLike<number>, wrap: number, n: number): number {
  let passed = 0;
  while (passed < wraps.length && wraps[passed]! <= n) passed++;
  return at[n]! + passed * wrap;
}

/** Reads so many bytes from a position to a place in the buffer; throws `short` where the file ends before. */
export function readWhole(
  fd: number,
  into: Buffer,
  place: number,
  length: number,
  position: number,
  short: string,
): void {
  for (let done = 0; done < length; ) {
    const got = readSync(fd, into, place + done, length - done, position + done);
    if (got === 0) throw new Error(short);
    done += got;
  }
}

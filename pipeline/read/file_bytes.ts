/** Reads parts of files. Synchronous: thousands of short reads cost more to schedule than to make. */
import {closeSync, openSync, readSync} from 'node:fs';
import {readFullySync} from '../runtime/read_fully.ts';
import type {RecordLocation} from './types.ts';

/** Bytes that are enough to recognise a format. */
const HEAD = 1 << 16;

const CHUNK = 1 << 20;

export type ByteRange = Pick<RecordLocation, 'from' | 'to'>;

/** Yields ranges of a file with their bytes, fewer at its end. */
export function* readRanges<R extends ByteRange>(path: string, ranges: Iterable<R>): Generator<[R, Buffer]> {
  const file = openSync(path, 'r');
  try {
    for (const range of ranges) {
      const buffer = Buffer.allocUnsafe(range.to - range.from);
      yield [range, buffer.subarray(0, readFullySync(file, buffer, range.from))];
    }
  } finally {
    closeSync(file);
  }
}

/** The bytes of one range. */
export function bytesAt(path: string, range: ByteRange): Buffer {
  for (const [, bytes] of readRanges(path, [range])) return bytes;
  return Buffer.alloc(0);
}

/** The first bytes of a file. */
export const headOf = (path: string): Buffer => bytesAt(path, {from: 0, to: HEAD});

/** Yields a file piece by piece; each is valid until the next one is asked for. */
export function* chunksOf(path: string): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer))
      yield buffer.subarray(0, read);
  } finally {
    closeSync(file);
  }
}

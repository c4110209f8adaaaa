/** The kind of source of files that were read as a whole. */
import {crc32} from 'node:zlib';
import type {ByteSource} from './byte_source.ts';

/** Reads bytes that are in memory. */
export const memorySource = (bytes: Uint8Array): ByteSource => ({
  crc32,
  read(into, at, length, position) {
    const read = bytes.subarray(position, position + length);
    into.set(read, at);
    return read.length;
  },
  bytes: (from, length) => bytes.subarray(from, from + length),
});

/** `node:zlib` for a service worker: checksums, and tiles of the ground. Answers leave it as they are. */
import {buf} from 'crc-32';
import {gunzipSync as gunzip} from 'fflate';

/** The CRC-32 of bytes or a text. */
export const crc32 = (data: Uint8Array | string): number =>
  buf(typeof data === 'string' ? new TextEncoder().encode(data) : data) >>> 0;

export const gunzipSync = (bytes: Uint8Array): Buffer => Buffer.from(gunzip(bytes));

export const constants = {};

const absent = (): never => {
  throw new Error('a worker compresses nothing');
};

export {
  absent as brotliCompressSync,
  absent as createBrotliCompress,
  absent as createGzip,
  absent as gzipSync,
};

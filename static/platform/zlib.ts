/** `node:zlib` for a service worker: checksums, tiles of the ground, pages of Parquet. Answers leave it as they are. */
import {buf} from 'crc-32';
import {gunzipSync as gunzip, gzipSync as gzip} from 'fflate';

/** The CRC-32 of bytes or a text. */
export const crc32 = (data: Uint8Array | string): number =>
  buf(typeof data === 'string' ? new TextEncoder().encode(data) : data) >>> 0;

export const gunzipSync = (bytes: Uint8Array): Buffer => Buffer.from(gunzip(bytes));

export const gzipSync = (bytes: Uint8Array): Buffer => Buffer.from(gzip(bytes, {mtime: 0}));

export const constants = {};

const absent = (): never => {
  throw new Error('a worker compresses no answer');
};

export {
  absent as brotliCompressSync,
  absent as createBrotliCompress,
  absent as createGzip,
  absent as zstdCompressSync,
  absent as zstdDecompressSync,
};

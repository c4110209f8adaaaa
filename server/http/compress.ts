/** Compresses bodies: whole ones in this thread, streams in another while they are sent. */
import {brotliCompressSync, constants, createBrotliCompress, createGzip, gzipSync} from 'node:zlib';
import type {ContentCoding} from './negotiate.ts';
import type {StreamedBody} from './streamed_body.ts';

/** Output chunk size. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Brotli buffers twice its window before the first output: 256 KB hold less for slow readers than the default
 * 4 MB.
 */
const WINDOW_BITS = 18;

const quality = (level: number) => ({[constants.BROTLI_PARAM_QUALITY]: level});

function encoderOf(coding: ContentCoding, level: number) {
  if (coding === 'gzip') return createGzip({chunkSize: CHUNK_BYTES, level});
  const params = {...quality(level), [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS};
  return createBrotliCompress({chunkSize: CHUNK_BYTES, params});
}

/** Compresses a streamed body. Holds one chunk at a time besides the compressor's window. */
export function compressStream(body: StreamedBody, coding: ContentCoding, level: number): StreamedBody {
  const encoder = encoderOf(coding, level);
  const chunks = encoder[Symbol.asyncIterator]();
  let started = false;
  let reading = false;
  let closed = false;

  /** Null after the last chunk, and once the body is closed. */
  async function read(): Promise<Buffer | null> {
    reading = true;
    try {
      const chunk = await body.next();
      return closed ? null : chunk;
    } finally {
      reading = false;
      if (closed) body.close();
    }
  }

  const encode = (chunk: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      encoder.write(chunk, (error) => (error ? reject(error) : resolve()));
    });

  async function feed(): Promise<void> {
    for (let chunk = await read(); chunk; chunk = await read()) await encode(chunk);
    if (!closed) encoder.end();
  }

  return {
    async next() {
      const chunk = chunks.next();
      if (!started) {
        started = true;
        feed().catch((error) => encoder.destroy(error));
      }
      const {value, done} = await chunk;
      return done ? null : value;
    },
    close() {
      closed = true;
      encoder.destroy();
      if (!reading) body.close();
    },
  };
}

/**
 * Compresses a whole body. It may change once this has returned. `level` ranges from 1 (fast) to 9 (small).
 */
export const compress = (body: Buffer, coding: ContentCoding, level: number): Buffer =>
  coding === 'gzip' ? gzipSync(body, {level}) : brotliCompressSync(body, {params: quality(level)});

/** Compresses a whole body while it is sent; it must not change meanwhile. */
export function compressLong(body: Buffer, coding: ContentCoding, level: number): StreamedBody {
  let from = 0;
  const next = (): Buffer | null => {
    if (from >= body.length) return null;
    from += CHUNK_BYTES;
    return body.subarray(from - CHUNK_BYTES, from);
  };
  return compressStream({next, close() {}}, coding, level);
}

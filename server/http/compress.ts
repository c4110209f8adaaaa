/** Compresses bodies: small buffers in this thread, large ones in another, streams while they are sent. */
import {promisify} from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  gzipSync,
} from 'node:zlib';
import type {ContentCoding} from './negotiate.ts';
import type {StreamedBody} from './streamed_body.ts';

/** Output chunk size. */
const CHUNK_BYTES = 64 * 1024;

/** Brotli buffers twice its window before the first output: 256 KB hold less for slow readers than the default 4 MB. */
const WINDOW_BITS = 18;

const brotli = (level: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: level,
  [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
});

const encoders = {
  br: (level: number) => createBrotliCompress({chunkSize: CHUNK_BYTES, params: brotli(level)}),
  gzip: (level: number) => createGzip({chunkSize: CHUNK_BYTES, level}),
};

/** Compresses a streamed body. Holds one chunk at a time besides the compressor's window. */
export function compressStream(body: StreamedBody, coding: ContentCoding, level: number): StreamedBody {
  const encoder = encoders[coding](level);
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

const quality = (level: number) => ({params: {[constants.BROTLI_PARAM_QUALITY]: level}});

const compressors = {
  br: (body: Buffer, level: number) => promisify(brotliCompress)(body, quality(level)),
  gzip: (body: Buffer, level: number) => promisify(gzip)(body, {level}),
};

const compressorsHere = {
  br: (body: Buffer, level: number) => brotliCompressSync(body, quality(level)),
  gzip: (body: Buffer, level: number) => gzipSync(body, {level}),
};

/**
 * Up to this size, handing a body to another thread takes longer than compressing it: 10 KB take 0.05 ms here, and 0.2 there with the waits
 * between the threads, which are longer where processors are short.
 */
const MOST_HERE = 32 * 1024;

let mostHere = MOST_HERE;

/** Sets up to which size this thread compresses bodies by itself: more where nothing waits for it but what others need least. */
export function compressHereUpTo(bytes: number): void {
  mostHere = bytes;
}

/** Compresses a whole body in another thread. `level` ranges from 1 (fast) to 9 (small). */
export const compressBuffer = (body: Buffer, coding: ContentCoding, level: number): Promise<Buffer> =>
  compressors[coding](body, level);

/** Compresses a whole body, at once where it is small. It may change once this has returned. `level` is a fast one. */
export const compressAnswer = (
  body: Buffer,
  coding: ContentCoding,
  level: number,
): Buffer | Promise<Buffer> =>
  body.length <= mostHere
    ? compressorsHere[coding](body, level)
    : compressBuffer(Buffer.from(body), coding, level);

/** Compresses bodies: buffers at once, streams while they are sent. */
import {promisify} from 'node:util';
import {brotliCompress, constants, createBrotliCompress, createGzip, gzip} from 'node:zlib';
import type {ContentCoding} from './negotiate.ts';
import type {StreamedBody} from './streamed_body.ts';

/** Output chunk size. */
const PIECE = 64 * 1024;

/** Brotli buffers twice its window before the first output: 256 KB hold less for slow readers than the default 4 MB. */
const WINDOW_BITS = 18;

const brotli = (level: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: level,
  [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
});

const coders = {
  br: (level: number) => createBrotliCompress({chunkSize: PIECE, params: brotli(level)}),
  gzip: (level: number) => createGzip({chunkSize: PIECE, level}),
};

/** Compresses a streamed body. Holds one chunk at a time besides the compressor's window. */
export function compressStream(body: StreamedBody, coding: ContentCoding, level: number): StreamedBody {
  const coder = coders[coding](level);
  const pieces = coder[Symbol.asyncIterator]();
  let begun = false;
  let asking = false;
  let closed = false;

  /** Null after the last chunk, and once the body is closed. */
  async function ask(): Promise<Buffer | null> {
    asking = true;
    try {
      const piece = await body.next();
      return closed ? null : piece;
    } finally {
      asking = false;
      if (closed) body.close();
    }
  }

  const compressed = (piece: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      coder.write(piece, (error) => (error ? reject(error) : resolve()));
    });

  async function feed(): Promise<void> {
    for (let piece = await ask(); piece; piece = await ask()) await compressed(piece);
    if (!closed) coder.end();
  }

  return {
    async next() {
      const piece = pieces.next();
      if (!begun) {
        begun = true;
        feed().catch((error) => coder.destroy(error));
      }
      const {value, done} = await piece;
      return done ? null : value;
    },
    close() {
      closed = true;
      coder.destroy();
      if (!asking) body.close();
    },
  };
}

const compressors = {
  br: (body: Buffer, level: number) =>
    promisify(brotliCompress)(body, {params: {[constants.BROTLI_PARAM_QUALITY]: level}}),
  gzip: (body: Buffer, level: number) => promisify(gzip)(body, {level}),
};

/** Compresses a whole body. `level` ranges from 1 (fast) to 9 (small). */
export const compressBuffer = (body: Buffer, coding: ContentCoding, level: number): Promise<Buffer> =>
  compressors[coding](body, level);

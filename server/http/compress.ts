/** Compresses bodies: buffers at once, streams while they are sent. */
import {promisify} from 'node:util';
import {brotliCompress, constants, createBrotliCompress, createGzip, gzip} from 'node:zlib';
import type {Coding} from './negotiate.ts';
import type {Streamed} from './streamed_body.ts';

/** Bytes of a piece. */
const PIECE = 64 * 1024;

/** Brotli takes twice its window before it gives anything: 256 KB hold less for slow readers than the usual 4 MB. */
const WINDOW_BITS = 18;

const brotli = (level: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: level,
  [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
});

const coders = {
  br: (level: number) => createBrotliCompress({chunkSize: PIECE, params: brotli(level)}),
  gzip: (level: number) => createGzip({chunkSize: PIECE, level}),
};

/** The body in a coding. At most one piece of it is under way; the compressor holds its window besides. */
export function coded(body: Streamed, coding: Coding, level: number): Streamed {
  const coder = coders[coding](level);
  const pieces = coder[Symbol.asyncIterator]();
  let begun = false;
  let asking = false;
  let closed = false;

  /** Null behind the last piece, and when nobody waits for it any more. */
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

/** The body in a coding. `level` from 1 (fast) to 9 (small). */
export const compress = (body: Buffer, coding: Coding, level: number): Promise<Buffer> =>
  compressors[coding](body, level);

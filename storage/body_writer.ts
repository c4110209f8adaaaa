/** Writes what arrives of an object into a file, in large pieces, while the next one arrives. */
import type {OpenFile} from '../datasets/files.ts';

/** Bytes of a piece, and most chunks of one: the system takes 1,024 in a call. */
const PIECE_BYTES = 1 << 20;
const PIECE_CHUNKS = 1000;

export interface BodyWriter {
  /** Takes a chunk, which must not change any more. Throws where an earlier piece could not be written. */
  add(chunk: Uint8Array): Promise<void>;
  /** Settles when everything is written. */
  end(): Promise<void>;
}

/** A call may write less than it was given, as on a disk that fills up. */
async function writeAll(file: OpenFile, chunks: readonly Uint8Array[]): Promise<void> {
  let left = [...chunks];
  while (left.length > 0) {
    let {bytesWritten} = await file.writev(left);
    const at = left.findIndex((chunk) => {
      if (bytesWritten < chunk.length) return true;
      bytesWritten -= chunk.length;
      return false;
    });
    left = at < 0 ? [] : [left[at]!.subarray(bytesWritten), ...left.slice(at + 1)];
  }
}

/** Writes at the end of a file that was opened with `a`. */
export function bodyWriter(file: OpenFile): BodyWriter {
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  let writing: Promise<void> = Promise.resolve();

  async function begin(): Promise<void> {
    await writing;
    writing = writeAll(file, waiting);
    // Whoever adds or ends next is told.
    writing.catch(() => {});
    waiting = [];
    bytes = 0;
  }

  return {
    async add(chunk) {
      waiting.push(chunk);
      bytes += chunk.length;
      if (bytes >= PIECE_BYTES || waiting.length >= PIECE_CHUNKS) await begin();
    },
    async end() {
      if (waiting.length > 0) await begin();
      await writing;
    },
  };
}

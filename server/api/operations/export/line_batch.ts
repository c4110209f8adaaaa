/** Buffers the lines of one engine result while a client reads them. */
import {lengthOf} from '../../../../engine/rows/json_lines.ts';
import type {Lines} from '../../../../engine/types.ts';

/** Lines per chunk: few enough that writing one does not hold up other requests. */
export const CHUNK_LINES = 512;

export interface LineBatch {
  /** Copies the lines out of the engine's buffer and discards what is left of the previous batch. */
  fill(lines: Lines): void;
  /** The next chunk, null after the last. Valid until the batch is filled again. */
  next(): Buffer | null;
}

export function createLineBatch(): LineBatch {
  let buffer = Buffer.alloc(0);
  let length = 0;
  let offset = 0;
  let chunkEnds: number[] = [];
  return {
    fill(lines) {
      length = lengthOf(lines);
      if (length > buffer.length) buffer = Buffer.allocUnsafeSlow(length);
      lines.bytes.copy(buffer, 0, 0, length);
      offset = 0;
      chunkEnds = [];
      for (let i = CHUNK_LINES; i < lines.count; i += CHUNK_LINES) chunkEnds.push(lines.ends[i - 1]! + 1);
    },
    next() {
      if (offset === length) return null;
      const from = offset;
      offset = chunkEnds.shift() ?? length;
      return buffer.subarray(from, offset);
    },
  };
}

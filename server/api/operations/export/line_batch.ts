/** Buffers the lines of one engine result while a client reads them. */
import {lengthOf} from '../../../../engine/rows/json_lines.ts';
import {convertLines, type LineForm} from '../../../../engine/rows/line_converter.ts';
import type {Lines} from '../../../../engine/types.ts';

/** Lines per chunk: few enough that writing one does not hold up other requests. */
export const CHUNK_LINES = 512;

export interface LineBatch {
  /** Copies the lines out of the engine's buffer and discards what is left of the previous batch. */
  fill(lines: Lines): void;
  /** The next chunk, null after the last. Valid until the next call. */
  next(): Buffer | null;
}

/** A buffer of at least so many bytes. */
const roomFor = (buffer: Buffer<ArrayBuffer>, bytes: number): Buffer<ArrayBuffer> =>
  bytes > buffer.length ? Buffer.allocUnsafeSlow(Math.ceil(1.2 * bytes)) : buffer;

/** Lines from one number to another. */
function slice({bytes, ends}: Lines, from: number, to: number): Lines {
  const begin = from === 0 ? 0 : ends[from - 1]! + 1;
  const shifted = Array.from({length: to - from}, (_, i) => ends[from + i]! - begin);
  return {bytes: bytes.subarray(begin, ends[to - 1]! + 1), count: to - from, ends: shifted};
}

/** Chunks of lines, converted to a form where one is given. */
export function createLineBatch(form: LineForm | null): LineBatch {
  let held = Buffer.allocUnsafeSlow(0);
  let output = Buffer.allocUnsafeSlow(0);
  let lines: Lines = {bytes: held, count: 0, ends: []};
  let done = 0;
  return {
    fill({bytes, count, ends}) {
      const length = lengthOf({bytes, count, ends});
      held = roomFor(held, length);
      bytes.copy(held, 0, 0, length);
      lines = {bytes: held, count, ends: Array.from({length: count}, (_, i) => ends[i]!)};
      done = 0;
    },
    next() {
      if (done === lines.count) return null;
      const part = slice(lines, done, Math.min(lines.count, done + CHUNK_LINES));
      done += part.count;
      if (!form) return part.bytes;
      const converted = convertLines(part, form);
      const length = lengthOf(converted);
      output = roomFor(output, length);
      converted.bytes.copy(output, 0, 0, length);
      return output.subarray(0, length);
    },
  };
}

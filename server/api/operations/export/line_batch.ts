/** Buffers the lines of one engine result, in the form of an export, while a client reads them. */
import {lengthOf} from '../../../../engine/rows/json_lines.ts';
import {LineConverter, type LineForm} from '../../../../engine/rows/line_converter.ts';
import type {Lines} from '../../../../engine/types.ts';

/** Bytes of a chunk. */
const CHUNK_BYTES = 1 << 17;

interface LineBatch {
  /**
   * Copies the lines out of the engine's buffer, behind the bytes of `header`, and discards the previous
   * batch.
   */
  fill(lines: Lines, header: string): void;
  /** The next bytes, null after the last. Valid until the batch is filled again. */
  next(): Buffer | null;
}

/** The lines converted, or as they are; the next call may overwrite them. */
function bytesOf(lines: Lines, converter: LineConverter | null): Buffer {
  const formed = converter ? converter.convert(lines) : lines;
  return formed.bytes.subarray(0, lengthOf(formed));
}

/** The header and all lines in one buffer of their own. */
export const wholeOf = (lines: Lines, form: LineForm | null, header: string): Buffer =>
  Buffer.concat([Buffer.from(header), bytesOf(lines, form && new LineConverter(form))]);

/** `form` is null where lines are written as they are stored. */
export function createLineBatch(form: LineForm | null): LineBatch {
  const converter = form && new LineConverter(form);
  let held = Buffer.allocUnsafeSlow(0);
  let [length, done] = [0, 0];
  return {
    fill(lines, header) {
      const bytes = bytesOf(lines, converter);
      const begin = Buffer.byteLength(header);
      length = begin + bytes.length;
      if (length > held.length) held = Buffer.allocUnsafeSlow(Math.ceil(1.2 * length));
      held.write(header);
      bytes.copy(held, begin);
      done = 0;
    },
    next() {
      if (done === length) return null;
      const from = done;
      done = Math.min(length, from + CHUNK_BYTES);
      return held.subarray(from, done);
    },
  };
}

/** Buffers the lines of one engine result, in the form of an export, while a client reads them. */
import {lengthOf} from '../../../../engine/rows/json_lines.ts';
import type {Lines} from '../../../../engine/types.ts';

/** Bytes of a chunk. */
const CHUNK_BYTES = 1 << 17;

/** How the records of one export are written. */
export interface LineWriter {
  /** What comes before all records; empty for nothing. */
  head: string;
  /** The lines of a batch as they are sent; the next call may overwrite them. Batches come in order. */
  convert(lines: Lines): Lines;
  /** What comes after all records, once the last batch is converted; empty for nothing. */
  tail(): string;
}

/** Where a batch lies among all. */
interface Place {
  isFirst: boolean;
  isLast: boolean;
}

interface LineBatch {
  /** Copies the lines out of the engine's buffer, and discards the previous batch. */
  fill(lines: Lines, place: Place): void;
  /** The next bytes, null after the last. Valid until the batch is filled again. */
  next(): Buffer | null;
}

/** The lines converted; the next call may overwrite them. */
function bytesOf(lines: Lines, writer: LineWriter): Buffer {
  const formed = writer.convert(lines);
  return formed.bytes.subarray(0, lengthOf(formed));
}

/** All records in one buffer of their own. */
export function wholeOf(lines: Lines, writer: LineWriter): Buffer {
  const bytes = bytesOf(lines, writer);
  return Buffer.concat([Buffer.from(writer.head), bytes, Buffer.from(writer.tail())]);
}

export function createLineBatch(writer: LineWriter): LineBatch {
  let held = Buffer.allocUnsafeSlow(0);
  let [length, done] = [0, 0];
  return {
    fill(lines, {isFirst, isLast}) {
      const bytes = bytesOf(lines, writer);
      const [head, tail] = [isFirst ? writer.head : '', isLast ? writer.tail() : ''];
      const begin = Buffer.byteLength(head);
      const end = begin + bytes.length;
      length = end + Buffer.byteLength(tail);
      if (length > held.length) held = Buffer.allocUnsafeSlow(Math.ceil(1.2 * length));
      held.write(head);
      bytes.copy(held, begin);
      held.write(tail, end);
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

/** The lines of one answer of the engine, kept for the time in which a client takes them. */
import {lengthOf} from '../../../../engine/rows/json_lines.ts';
import type {Lines} from '../../../../engine/types.ts';

/** Lines of a piece: few enough that others are not kept waiting while one is written. */
export const PIECE_LINES = 512;

export interface Batch {
  /** Copies the lines out of the engine's room; those that are left of the batch before are lost. */
  fill(lines: Lines): void;
  /** The next lines, null behind the last. They stay as they are until the batch is filled again. */
  next(): Buffer | null;
}

export function openBatch(): Batch {
  let room = Buffer.alloc(0);
  let length = 0;
  let at = 0;
  let cuts: number[] = [];
  return {
    fill(lines) {
      length = lengthOf(lines);
      if (length > room.length) room = Buffer.allocUnsafeSlow(length);
      lines.bytes.copy(room, 0, 0, length);
      at = 0;
      cuts = [];
      for (let i = PIECE_LINES; i < lines.count; i += PIECE_LINES) cuts.push(lines.ends[i - 1]! + 1);
    },
    next() {
      if (at === length) return null;
      const from = at;
      at = cuts.shift() ?? length;
      return room.subarray(from, at);
    },
  };
}

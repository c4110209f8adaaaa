/**
 * One pass over the bytes of a CSV file: which records are plain, that is RFC 4180 to the letter with as many cells as
 * the header, and which are odd. Plain ones mean the same to every reader; odd ones are looked at one by one.
 */
import {closeSync, openSync, readSync} from 'node:fs';
import {LocationList} from './location_list.ts';
import type {Delimiter, RecordLocation} from './types.ts';

export interface CsvScan {
  /** Bytes of the header record; blank lines may stand before it. */
  header_from: number;
  header_end: number;
  /** Cells of the header. */
  width: number;
  /** Places of the plain records behind the header, in file order. */
  plain: LocationList;
  /** Odd records, and the places of the first `LISTED` of them in file order. */
  odd: number;
  oddLocations: RecordLocation[];
  /** Odd records whose form is faulty, not only the number of their cells: other readers may part them otherwise. */
  malformed: number;
  /** The file ends inside a quoted cell, or its last record is odd and has no line end: it may have been cut. */
  open: boolean;
}

/** A file with more odd records than this is no plain file with a few faults. */
export const MAX_LISTED = 20_000;

/** Longest record that counts as plain, bytes: other readers have bounds of their own. */
const LONGEST_PLAIN = 1 << 20;

const CHUNK = 1 << 20;
const [NUL, LF, CR, QUOTE] = [0, 10, 13, 34];

/** Byte order mark, which is no part of the first cell. */
const MARK = Buffer.from('\ufeff');

/** Bytes that mean something inside quotes; the runs between them are skipped. */
const INSIDE = table(NUL, LF, QUOTE);

function table(...bytes: number[]): Uint8Array {
  const marks = new Uint8Array(256);
  for (const byte of bytes) marks[byte] = 1;
  return marks;
}

/** Where the scan stands inside a record. */
const [CELL_START, UNQUOTED, QUOTED, AFTER_QUOTE] = [0, 1, 2, 3] as const;

/** Scans a file in UTF-8 whose cells `delimiter` parts. Synchronous: it passes some hundred megabytes a second. */
export function scanCsv(path: string, delimiter: Delimiter = ','): CsvScan {
  const parting = delimiter.charCodeAt(0);
  /** Bytes that mean something outside quotes. */
  const outside = table(NUL, LF, CR, QUOTE, parting);
  const shape: CsvScan = {
    header_from: 0,
    header_end: 0,
    width: 0,
    plain: new LocationList(),
    odd: 0,
    oddLocations: [],
    malformed: 0,
    open: false,
  };
  const buffer = Buffer.allocUnsafe(CHUNK + 1);
  const file = openSync(path, 'r');
  /** Position in the file of the buffer's first byte, and of the record's first one. */
  let [offset, from] = [0, 0];
  /** Line of the record's first byte, and of the byte at hand. */
  let [line, at] = [1, 1];
  let state: 0 | 1 | 2 | 3 = CELL_START;
  let cells = 1;
  /** Faulty form; cells behind the last one of the header that are not empty. */
  let [bent, wide] = [false, false];
  let crlf = false;

  const close = (to: number, withCr: boolean): void => {
    if (shape.header_end === 0) {
      [shape.header_from, shape.header_end] = [from, to];
      [shape.width, crlf] = [bent ? 0 : cells, withCr];
      return;
    }
    bent ||= withCr !== crlf || to - from > LONGEST_PLAIN;
    if (bent || wide || cells < shape.width) {
      if (shape.odd < MAX_LISTED) shape.oddLocations.push({line, from, to});
      shape.odd += 1;
      if (bent) shape.malformed += 1;
    } else {
      shape.plain.add(line, from, to);
    }
  };
  const begin = (position: number): void => {
    [from, line, state, cells] = [position, at, CELL_START, 1];
    [bent, wide] = [false, false];
  };

  try {
    let held = 0;
    for (;;) {
      const read = readSync(file, buffer, held, CHUNK, null);
      let size = held + read;
      held = 0;
      // Whether a CR belongs to a line end shows in the byte behind it.
      if (read > 0 && buffer[size - 1] === CR) [size, held] = [size - 1, 1];
      let i = offset === 0 && buffer.subarray(0, Math.min(3, size)).equals(MARK) ? MARK.length : 0;
      while (i < size) {
        const marks: Uint8Array = state === QUOTED ? INSIDE : outside;
        const start = i;
        while (i < size && marks[buffer[i] as number] === 0) i += 1;
        if (i > start) {
          if (state === AFTER_QUOTE) bent = true;
          if (cells > shape.width && shape.width > 0) wide = true;
          if (state !== QUOTED) state = UNQUOTED;
          if (i === size) break;
        }
        const byte = buffer[i];
        i += 1;
        if (byte === parting) {
          cells += 1;
          state = CELL_START;
        } else if (byte === QUOTE) {
          if (state === CELL_START || state === AFTER_QUOTE) state = QUOTED;
          else if (state === QUOTED) state = AFTER_QUOTE;
          else bent = true;
          if (cells > shape.width && shape.width > 0) wide = true;
        } else if (byte === LF) {
          at += 1;
          if (state === QUOTED) continue;
          const withCr = i > 1 && buffer[i - 2] === CR;
          // A line without a single byte is no record.
          if (offset + i - from > (withCr ? 2 : 1)) close(offset + i, withCr);
          begin(offset + i);
        } else if (byte === CR) {
          // Behind a CR at the end of the file stands nothing.
          if (buffer[i] !== LF || i >= size + held) bent = true;
        } else {
          bent = true;
          if (state === CELL_START) state = UNQUOTED;
        }
      }
      offset += size;
      if (held) buffer[0] = CR;
      if (read === 0) break;
    }
    const rest = offset + held - from;
    if (rest > 0) {
      const before = shape.odd;
      const inside = state === QUOTED;
      if (held || inside) bent = true;
      close(from + rest, crlf);
      shape.open = inside || shape.odd > before;
    }
  } finally {
    closeSync(file);
  }
  return shape;
}

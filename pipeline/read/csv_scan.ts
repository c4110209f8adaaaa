/**
 * Classifies the records of a CSV file in one pass over its bytes. Plain records follow RFC 4180 to the
 * letter and have as many cells as the header: every reader reads them the same way. Odd ones are parsed one
 * by one.
 */
import {closeSync, openSync, readSync} from 'node:fs';
import {namedDelimiter} from './delimiter.ts';
import {headOf} from './file_head.ts';
import {LocationList} from './location_list.ts';
import type {Delimiter, RecordLocation} from './types.ts';

/** An odd record, and how many plain ones precede it. */
export interface OddLocation extends RecordLocation {
  plain_before: number;
}

export interface CsvScan {
  /** Byte range of the header record; blank lines, or one that names the delimiter, may precede it. */
  header_from: number;
  header_end: number;
  /**
   * Cells of the header, and those up to its last name: spreadsheets write commas behind it that rows may
   * lack.
   */
  width: number;
  least: number;
  /** Locations of the plain records after the header, in file order. */
  plain: LocationList;
  /** Number of odd records, and the locations of the first `MAX_LISTED` of them in file order. */
  odd: number;
  oddLocations: OddLocation[];
  /**
   * Odd records that are malformed, not only of the wrong width: other readers may split them differently.
   */
  malformed: number;
  /**
   * The file ends inside a quoted cell, or its last record is odd and has no line end: it may have been cut.
   */
  open: boolean;
}

/** A file with more odd records than this is not a plain file with a few faults. */
export const MAX_LISTED = 20_000;

/** Longest plain record in bytes: other readers have limits of their own. */
const LONGEST_PLAIN = 1 << 20;

const CHUNK = 1 << 20;
const [NUL, LF, CR, QUOTE] = [0, 10, 13, 34];

/** Byte order mark, not part of the first cell. */
const MARK = Buffer.from('\ufeff');

/** Bytes with a meaning inside quotes; the runs between them are skipped. */
const INSIDE = table(NUL, LF, QUOTE);

function table(...bytes: number[]): Uint8Array {
  const marks = new Uint8Array(256);
  for (const byte of bytes) marks[byte] = 1;
  return marks;
}

/** State of the scan inside a record. */
const [CELL_START, UNQUOTED, QUOTED, AFTER_QUOTE] = [0, 1, 2, 3] as const;

/**
 * Scans a UTF-8 file whose cells are separated by `delimiter`. Synchronous: it passes some hundred megabytes
 * a second.
 */
export function scanCsv(path: string, delimiter: Delimiter = ','): CsvScan {
  const scanner = new Scanner(delimiter, namedDelimiter(headOf(path))?.bytes ?? 0);
  const buffer = Buffer.allocUnsafe(CHUNK + 1);
  const file = openSync(path, 'r');
  try {
    let held = 0;
    for (;;) {
      const read = readSync(file, buffer, held, CHUNK, null);
      let size = held + read;
      held = 0;
      // Whether a CR belongs to a line end shows in the byte after it.
      if (read > 0 && buffer[size - 1] === CR) [size, held] = [size - 1, 1];
      scanner.scan(buffer, size, held);
      if (held) buffer[0] = CR;
      if (read === 0) return scanner.end();
    }
  } finally {
    closeSync(file);
  }
}

/** Scans chunk after chunk; its fields are the state between two chunks. */
class Scanner {
  readonly #result: CsvScan = {
    header_from: 0,
    header_end: 0,
    width: 0,
    least: 0,
    plain: new LocationList(),
    odd: 0,
    oddLocations: [],
    malformed: 0,
    open: false,
  };
  readonly #delimiter: number;
  /** Bytes with a meaning outside quotes. */
  readonly #outside: Uint8Array;
  /** Position in the file of the chunk's first byte, and of the record's first one. */
  #offset = 0;
  #from = 0;
  /** Line of the record's first byte, and of the current byte. */
  #line = 1;
  #at = 1;
  #state: 0 | 1 | 2 | 3 = CELL_START;
  #cells = 1;
  /** Number of the last cell that is not empty. */
  #filled = 0;
  #malformed = false;
  /** Whether cells beyond the last one of the header hold anything. */
  #wide = false;
  #crlf = false;

  /** Bytes before the header. */
  readonly #before: number;

  constructor(delimiter: Delimiter, before: number) {
    [this.#before, this.#from] = [before, before];
    if (before) [this.#line, this.#at] = [2, 2];
    this.#delimiter = delimiter.charCodeAt(0);
    this.#outside = table(NUL, LF, CR, QUOTE, this.#delimiter);
  }

  /**
   * Scans the first `size` bytes of the buffer; the `held` bytes after them, a CR or none, belong to the next
   * chunk.
   */
  scan(buffer: Buffer, size: number, held: number): void {
    const [delimiter, outside, offset] = [this.#delimiter, this.#outside, this.#offset];
    let i =
      offset === 0
        ? this.#before || (buffer.subarray(0, Math.min(3, size)).equals(MARK) ? MARK.length : 0)
        : 0;
    while (i < size) {
      const marks = this.#state === QUOTED ? INSIDE : outside;
      const start = i;
      while (i < size && marks[buffer[i] as number] === 0) i += 1;
      if (i > start) {
        this.#text();
        if (i === size) break;
      }
      const byte = buffer[i];
      i += 1;
      if (byte === delimiter) {
        this.#cells += 1;
        this.#state = CELL_START;
      } else if (byte === QUOTE) {
        this.#quote();
      } else if (byte === LF) {
        this.#lineFeed(offset + i, i > 1 && buffer[i - 2] === CR);
      } else if (byte === CR) {
        // Nothing follows a CR at the end of the file.
        if (buffer[i] !== LF || i >= size + held) this.#malformed = true;
      } else {
        this.#malformed = true;
        if (this.#state === CELL_START) this.#state = UNQUOTED;
      }
    }
    this.#offset += size;
  }

  /** Ends the last record, which may lack its line end. */
  end(): CsvScan {
    const result = this.#result;
    const rest = this.#offset - this.#from;
    if (rest === 0) return result;
    const before = result.odd;
    const inside = this.#state === QUOTED;
    if (inside) this.#malformed = true;
    this.#close(this.#from + rest, this.#crlf);
    result.open = inside || result.odd > before;
    return result;
  }

  #text(): void {
    if (this.#state === AFTER_QUOTE) this.#malformed = true;
    if (this.#cells > this.#result.width) {
      if (this.#result.width > 0) this.#wide = true;
      else this.#filled = this.#cells;
    }
    if (this.#state !== QUOTED) this.#state = UNQUOTED;
  }

  #quote(): void {
    if (this.#state === CELL_START || this.#state === AFTER_QUOTE) this.#state = QUOTED;
    else if (this.#state === QUOTED) this.#state = AFTER_QUOTE;
    else this.#malformed = true;
    if (this.#cells > this.#result.width && this.#result.width > 0) this.#wide = true;
  }

  #lineFeed(to: number, withCr: boolean): void {
    this.#at += 1;
    if (this.#state === QUOTED) return;
    // A line without a single byte is no record.
    if (to - this.#from > (withCr ? 2 : 1)) this.#close(to, withCr);
    [this.#from, this.#line, this.#state, this.#cells] = [to, this.#at, CELL_START, 1];
    [this.#malformed, this.#wide] = [false, false];
  }

  #close(to: number, withCr: boolean): void {
    const result = this.#result;
    const [line, from] = [this.#line, this.#from];
    if (result.header_end === 0) {
      [result.header_from, result.header_end] = [from, to];
      [result.width, this.#crlf] = [this.#malformed ? 0 : this.#cells, withCr];
      result.least = this.#filled;
      return;
    }
    this.#malformed ||= withCr !== this.#crlf || to - from > LONGEST_PLAIN;
    if (this.#malformed || this.#wide || this.#cells < result.least) {
      if (result.odd < MAX_LISTED)
        result.oddLocations.push({line, from, to, plain_before: result.plain.length});
      result.odd += 1;
      if (this.#malformed) result.malformed += 1;
    } else {
      result.plain.add(line, from, to);
    }
  }
}

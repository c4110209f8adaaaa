/**
 * Finds the records of a CSV file in one pass over its bytes, as the parser in csv.ts parts them. Plain ones
 * follow RFC 4180 to the letter and have the cells of the header, and empty ones behind them at most: every
 * reader reads them the same way.
 */

import {namedDelimiter} from './dialect.ts';
import type {Delimiter, RecordLocation} from './types.ts';

/** Longest plain record in bytes: other readers have limits of their own. */
const LONGEST_PLAIN = 1 << 20;

/** A larger record means that a quote was never closed. */
const LONGEST_RECORD = 32 << 20;

const [NUL, LF, CR, QUOTE] = [0, 10, 13, 34];

/** Byte order mark, not part of the header. */
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
 * Scans UTF-8 text whose cells are separated by `delimiter`, some hundred megabytes a second. Without
 * `hasPlain` all records are odd, for a file in which DuckDB does not find the same plain ones.
 */
export function scanCsv(chunks: Iterable<Buffer>, delimiter: Delimiter, hasPlain = true): CsvScan {
  const scan = new CsvScan(delimiter, hasPlain);
  for (const chunk of chunks) if (!scan.add(chunk)) break;
  scan.end();
  return scan;
}

/** The records of a file; private fields are the state between two chunks. */
export class CsvScan {
  /** The header; blank lines, or one that names the delimiter, may precede it. Null without a record. */
  header: RecordLocation | null = null;
  /** Cells of a plain record; 0 where none is plain. */
  width = 0;
  /** The plain records after the header, in file order. */
  readonly plain = new LocationList();
  /** All others in file order; how many plain ones precede each, and how many odd ones behind those. */
  readonly odd = new LocationList();
  readonly plainBefore: number[] = [];
  readonly oddBefore: number[] = [];
  /** Length of the longest run of odd records. */
  longestRun = 0;
  /**
   * Positions of records in which text follows the closing quote of a cell of several lines: that quote
   * opened another cell, and the rows between the two would be lost as text of one cell.
   */
  readonly strayQuotes = new Set<number>();
  /** Bytes scanned, and position of the last record. */
  size = 0;
  last = 0;
  /** Whether the file ends with a line end. */
  endsLine = true;
  /** Line of the record whose quoted cell is never closed, which ends the scan. */
  unclosed: number | null = null;

  readonly #delimiter: number;
  readonly #hasPlain: boolean;
  /** Bytes with a meaning outside quotes. */
  readonly #outside: Uint8Array;
  /** Position of the record's first byte. */
  #from = 0;
  /** Line of the record's first byte, and of the current byte. */
  #line = 1;
  #at = 1;
  #state: 0 | 1 | 2 | 3 = CELL_START;
  #cells = 1;
  #isOdd = false;
  /** Whether a cell beyond the last one of the header holds anything. */
  #isWide = false;
  /** Number of CRs outside quotes in the record, and position of the last one. */
  #returns = 0;
  #returnAt = -1;
  /** Line where the last quoted cell begins, and position of the first text behind one of several lines. */
  #opened = 0;
  #stray = -1;
  /** Whether the header ends with CRLF. */
  #crlf: boolean | null = null;
  #run = 0;

  constructor(delimiter: Delimiter, hasPlain: boolean) {
    this.#delimiter = delimiter.charCodeAt(0);
    this.#hasPlain = hasPlain;
    this.#outside = table(NUL, LF, CR, QUOTE, this.#delimiter);
  }

  /** Returns false where a record is so long that a quote was never closed. */
  add(chunk: Buffer): boolean {
    const [delimiter, outside, offset] = [this.#delimiter, this.#outside, this.size];
    let i = offset === 0 ? this.#skipStart(chunk) : 0;
    for (; i < chunk.length; i++) {
      const marks = this.#state === QUOTED ? INSIDE : outside;
      const start = i;
      while (i < chunk.length && marks[chunk[i] as number] === 0) i++;
      if (i > start) {
        this.#isOdd ||= this.#state === AFTER_QUOTE;
        this.#isWide ||= this.#cells > this.width;
        this.#text(offset + start);
      }
      const byte = chunk[i];
      if (byte === delimiter) {
        this.#cells += 1;
        this.#state = CELL_START;
      } else if (byte === QUOTE) {
        this.#quote();
      } else if (byte === LF) {
        this.#lineFeed(offset + i + 1);
      } else if (byte === CR) {
        // Text unless a line feed follows.
        [this.#returns, this.#returnAt] = [this.#returns + 1, offset + i];
        this.#text(offset + i);
      } else if (byte === NUL) {
        this.#isOdd = true;
        this.#text(offset + i);
      }
    }
    this.size += chunk.length;
    return this.size - this.#from <= LONGEST_RECORD;
  }

  /** Ends the last record, which may lack its line end. */
  end(): void {
    const rest = this.size - this.#from;
    if (rest === 0) return;
    this.endsLine = false;
    if (this.#state === QUOTED || rest > LONGEST_RECORD) {
      [this.last, this.unclosed] = [this.#from, this.#line];
    } else {
      this.#isOdd ||= this.#returns > 0;
      this.#close(this.size);
    }
  }

  /** Bytes before the header: a mark, and a line that names the delimiter. */
  #skipStart(chunk: Buffer): number {
    const named = namedDelimiter(chunk);
    if (named) [this.#from, this.#line, this.#at] = [named.bytes, 2, 2];
    else if (chunk.subarray(0, MARK.length).equals(MARK)) this.#from = MARK.length;
    return this.#from;
  }

  #text(position: number): void {
    if (this.#state === QUOTED) return;
    if (this.#state === AFTER_QUOTE && this.#at > this.#opened && this.#stray < 0) this.#stray = position;
    this.#state = UNQUOTED;
  }

  #quote(): void {
    this.#isWide ||= this.#cells > this.width;
    if (this.#state === CELL_START) this.#opened = this.#at;
    if (this.#state === UNQUOTED) this.#isOdd = true;
    else this.#state = this.#state === QUOTED ? AFTER_QUOTE : QUOTED;
  }

  #lineFeed(to: number): void {
    this.#at += 1;
    if (this.#state === QUOTED) return;
    const withCr = this.#returnAt === to - 2;
    // A line without a single byte is no record.
    if (to - this.#from > (withCr ? 2 : 1)) {
      this.#crlf ??= withCr;
      this.#isOdd ||= withCr !== this.#crlf || this.#returns !== Number(withCr);
      if (withCr && this.#stray === this.#returnAt) this.#stray = -1;
      this.#close(to);
    }
    [this.#from, this.#line, this.#state, this.#cells] = [to, this.#at, CELL_START, 1];
    [this.#isOdd, this.#isWide, this.#returns, this.#stray] = [false, false, 0, -1];
  }

  #close(to: number): void {
    const [line, from] = [this.#line, this.#from];
    this.last = from;
    if (this.#stray >= 0) this.strayQuotes.add(from);
    if (!this.header) {
      this.header = {line, from, to};
      // A line of one cell may be blank, which readers take in different ways.
      if (this.#hasPlain && !this.#isOdd && this.#cells > 1) this.width = this.#cells;
    } else if (
      !this.width ||
      this.#isOdd ||
      this.#isWide ||
      this.#cells < this.width ||
      to - from > LONGEST_PLAIN
    ) {
      this.odd.add(line, from, to);
      this.plainBefore.push(this.plain.length);
      this.oddBefore.push(this.#run);
      this.#run += 1;
      this.longestRun = Math.max(this.longestRun, this.#run);
    } else {
      this.plain.add(line, from, to);
      this.#run = 0;
    }
  }
}

export class LocationList {
  readonly #numbers: number[] = [];

  get length(): number {
    return this.#numbers.length / 3;
  }

  add(line: number, from: number, to: number): void {
    this.#numbers.push(line, from, to);
  }

  /** Throws RangeError outside the list. */
  at(index: number): RecordLocation {
    const [line, from, to] = this.#numbers.slice(3 * index, 3 * index + 3);
    if (line === undefined || from === undefined || to === undefined)
      throw new RangeError(`no record ${index} among ${this.length}`);
    return {line, from, to};
  }

  *[Symbol.iterator](): Generator<RecordLocation> {
    for (let index = 0; index < this.length; index++) yield this.at(index);
  }
}

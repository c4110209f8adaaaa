/**
 * Where the bytes of a file come from that are not in memory as a whole: the reader knows no other place of
 * bytes.
 */

/** Bytes of a file by position. Every kind of source is one file of this room. */
export interface ByteSource {
  /** Its bytes were compared with checksums of their own before they came here. */
  isChecked?: true;
  /** The CRC-32 of bytes. */
  crc32(bytes: Uint8Array): number;
  /**
   * Fills `into` from `at` with `length` bytes at a position, fewer only at the end of the file; returns
   * their number. Throws Missing.
   */
  read(into: Uint8Array, at: number, length: number, position: number): number;
  /** The bytes of a range, fewer only at the end of the file; nobody may change them. Throws Missing. */
  bytes(from: number, length: number): Uint8Array;
  /**
   * Told of all ranges that are about to be read, by their first bytes and lengths. A source that lacks some
   * throws Missing for all.
   */
  expect?(begins: ArrayLike<number>, lengths: ArrayLike<number>, count: number): void;
}

/** Bytes `from` up to `to` of a file. */
export interface MissingRange {
  path: string;
  from: number;
  to: number;
}

/**
 * Thrown by a source that does not have some bytes yet. Whoever asked the engine fetches all ranges and asks
 * the same again; the engine keeps nothing of a query that ended so.
 */
export class Missing extends Error {
  readonly ranges: readonly MissingRange[];

  constructor(ranges: readonly MissingRange[]) {
    super(`${ranges.length} ranges of bytes are to be fetched first`);
    this.name = 'Missing';
    this.ranges = ranges;
  }
}

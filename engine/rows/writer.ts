/** Writes the lines of a table in rank order, and remembers where each begins. */
import {createHash} from 'node:crypto';
import {closeSync, openSync, rmSync, writeSync} from 'node:fs';
import type {IndexWriter, TypedArray, WrittenFile} from '../file/index_file.ts';
import {type RowFileName, SECTIONS} from '../file/section_names.ts';
import {readWhole, rowOffset, WRAP} from './offsets.ts';

/** Bytes that are gathered before they are written. */
const PIECE = 1 << 22;
const LF = 10;

export class RowWriter {
  readonly #name: RowFileName;
  readonly #path: string;
  readonly #fd: number;
  readonly #hash = createHash('sha256');
  readonly #at: Uint32Array;
  readonly #wraps: number[] = [];
  readonly #piece = Buffer.allocUnsafe(PIECE);
  readonly #wrap: number;
  #held = 0;
  #bytes = 0;
  #rank = 0;
  #open = true;

  /** `rows` lines will be written to `path`; places are kept modulo `wrap`. */
  constructor(name: RowFileName, path: string, rows: number, wrap = WRAP) {
    this.#name = name;
    this.#path = path;
    this.#wrap = wrap;
    // Never over a file that a server reads, or that is linked to another build.
    rmSync(path, {force: true});
    this.#fd = openSync(path, 'wx');
    this.#at = new Uint32Array(rows + 1);
  }

  /** The line of the next rank, from its parts; a line feed is put behind it. */
  write(...parts: Uint8Array[]): void {
    let length = 1;
    for (const part of parts) length += part.length;
    if (length > PIECE - this.#held) this.#flush();
    if (length > PIECE) for (const part of parts) this.#put(part);
    else for (const part of parts) this.#hold(part);
    this.#piece[this.#held++] = LF;
    const wrap = this.#wrap;
    const before = this.#bytes;
    this.#bytes += length;
    this.#rank++;
    this.#at[this.#rank] = this.#bytes % wrap;
    if (Math.floor(before / wrap) !== Math.floor(this.#bytes / wrap)) this.#wraps.push(this.#rank);
  }

  /** Closes the file, and writes its places to the index. */
  finish(index: IndexWriter): WrittenFile {
    this.#flush();
    this.#close();
    if (this.#rank + 1 !== this.#at.length) {
      throw new Error(`${this.#rank} lines were written where ${this.#at.length - 1} were announced`);
    }
    index.write(SECTIONS.lines(this.#name), this.#at as TypedArray);
    index.write(SECTIONS.wraps(this.#name), Uint32Array.from(this.#wraps));
    return {bytes: this.#bytes, sha256: this.#hash.digest('hex')};
  }

  /** Calls back with the lines of these ranks of the finished file, each in room that the next one overwrites. */
  each(ranks: Uint32Array, found: (line: Uint8Array) => void): void {
    const fd = openSync(this.#path, 'r');
    let room = Buffer.allocUnsafe(1 << 16);
    try {
      for (const rank of ranks) {
        const from = rowOffset(this.#at, this.#wraps, this.#wrap, rank);
        const length = rowOffset(this.#at, this.#wraps, this.#wrap, rank + 1) - from - 1;
        if (length > room.length) room = Buffer.allocUnsafe(length);
        readWhole(fd, room, 0, length, from, `${this.#path} is shorter than what was written to it`);
        found(room.subarray(0, length));
      }
    } finally {
      closeSync(fd);
    }
  }

  /** Closes a file that will not be finished; one that is finished stays as it is. */
  abandon(): void {
    this.#close();
  }

  #close(): void {
    if (this.#open) closeSync(this.#fd);
    this.#open = false;
  }

  #hold(part: Uint8Array): void {
    this.#piece.set(part, this.#held);
    this.#held += part.length;
  }

  #flush(): void {
    this.#put(this.#piece.subarray(0, this.#held));
    this.#held = 0;
  }

  #put(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
  }
}

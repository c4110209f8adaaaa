/**
 * Files of which the blocks are there that were fetched: a kind of source. What is asked for and is not there
 * is thrown as Missing; whoever catches it fetches the blocks, and asks again.
 */
import {type ByteSource, Missing, type MissingRange} from './byte_source.ts';
import type {SharedFile} from './checked_file.ts';

/** The blocks of files that are in memory, of which those used longest ago are let go of. */
export class FetchedFiles {
  readonly #blockBytes: number;
  readonly #most: number;
  /** By path and number of the block, in the order of use. */
  readonly #blocks = new Map<string, Uint8Array>();
  #bytes = 0;

  /** Blocks of so many bytes, a power of two; `most` bytes of them are kept. */
  constructor(blockBytes: number, most: number) {
    this.#blockBytes = blockBytes;
    this.#most = most;
  }

  /** Whether a block is there. */
  has(path: string, number: number): boolean {
    return this.#blocks.has(`${path} ${number}`);
  }

  /** Keeps a block that was fetched and compared with its checksum. */
  put(path: string, number: number, block: Uint8Array): void {
    const key = `${path} ${number}`;
    if (this.#blocks.has(key)) return;
    this.#blocks.set(key, block);
    this.#bytes += block.length;
  }

  /** Lets go of what was used longest ago. Between queries only: one that is under way needs its blocks. */
  shrink(): void {
    for (const [key, {length}] of this.#blocks) {
      if (this.#bytes <= this.#most) return;
      this.#blocks.delete(key);
      this.#bytes -= length;
    }
  }

  #block(path: string, number: number): Uint8Array | undefined {
    const key = `${path} ${number}`;
    const block = this.#blocks.get(key);
    if (!block) return undefined;
    this.#blocks.delete(key);
    this.#blocks.set(key, block);
    return block;
  }

  /** The source of a file; its bytes are those that the checksums of its blocks promise. */
  sourceOf({path, bytes: size}: Pick<SharedFile, 'path' | 'bytes'>): ByteSource {
    const blockBytes = this.#blockBytes;
    const expect = (begins: ArrayLike<number>, lengths: ArrayLike<number>, count: number): void =>
      this.#demand(path, size, begins, lengths, count);
    const bytes = (from: number, length: number): Uint8Array => {
      expect([from], [length], 1);
      const end = Math.min(size, from + length);
      const first = Math.floor(from / blockBytes);
      if (from >= end) return new Uint8Array(0);
      const head = this.#block(path, first)!.subarray(from - first * blockBytes);
      if (end - from <= head.length) return head.subarray(0, end - from);
      const whole = new Uint8Array(end - from);
      for (let at = from; at < end; ) {
        const number = Math.floor(at / blockBytes);
        const begin = at - number * blockBytes;
        const piece = this.#block(path, number)!.subarray(begin, begin + end - at);
        whole.set(piece, at - from);
        at += piece.length;
      }
      return whole;
    };
    return {
      isChecked: true,
      crc32: () => 0,
      bytes,
      read(into, at, length, position) {
        const read = bytes(position, length);
        into.set(read, at);
        return read.length;
      },
      expect,
    };
  }

  /** Throws Missing for the blocks of some ranges that are not there, each as a range. */
  #demand(
    path: string,
    size: number,
    begins: ArrayLike<number>,
    lengths: ArrayLike<number>,
    count: number,
  ): void {
    const lacking = new Map<number, MissingRange>();
    for (let i = 0; i < count; i++) {
      if (lengths[i] === 0) continue;
      const end = Math.min(size, begins[i]! + lengths[i]!);
      for (let at = begins[i]! - (begins[i]! % this.#blockBytes); at < end; at += this.#blockBytes)
        if (!this.has(path, at / this.#blockBytes))
          lacking.set(at, {path, from: at, to: Math.min(size, at + this.#blockBytes)});
    }
    if (lacking.size > 0) throw new Missing([...lacking.values()]);
  }
}

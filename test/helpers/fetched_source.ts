/** A source of bytes that has only what was fetched: what a reader far from the files would have. */
import {readSync} from 'node:fs';
import {crc32} from 'node:zlib';
import {attachBuild, type SharedBuild} from '../../engine/attach_build.ts';
import {type ByteSource, Missing, type MissingRange} from '../../engine/file/byte_source.ts';
import {BLOCK, type SharedFile} from '../../engine/file/checked_file.ts';
import type {Engine} from '../../engine/types.ts';

/** What was fetched: rounds in which something was missing, ranges that lie apart, and their bytes. */
export interface Fetched {
  rounds: number;
  ranges: number;
  bytes: number;
}

/** The blocks of files that were fetched. */
class FetchedFiles {
  readonly counts: Fetched = {rounds: 0, ranges: 0, bytes: 0};
  readonly #blocks = new Map<string, Uint8Array>();
  readonly #files = new Map<string, SharedFile>();

  sourceOf(file: SharedFile): ByteSource {
    this.#files.set(file.path, file);
    const bytes = (from: number, length: number): Uint8Array => {
      this.#demand(file, [from], [length], 1);
      const end = Math.min(file.bytes, from + length);
      const whole = Buffer.alloc(end - from);
      for (let at = from; at < end; ) {
        const block = this.#blocks.get(keyOf(file, at))!;
        const piece = block.subarray(at % BLOCK, Math.min(block.length, (at % BLOCK) + end - at));
        whole.set(piece, at - from);
        at += piece.length;
      }
      return whole;
    };
    return {
      crc32,
      bytes,
      read(into, at, length, position) {
        const read = bytes(position, length);
        into.set(read, at);
        return read.length;
      },
      expect: (begins, lengths, count) => this.#demand(file, begins, lengths, count),
    };
  }

  /** Throws Missing for the blocks of some ranges that were not fetched. */
  #demand(file: SharedFile, begins: ArrayLike<number>, lengths: ArrayLike<number>, count: number): void {
    const lacking = new Set<number>();
    for (let i = 0; i < count; i++) {
      if (lengths[i] === 0) continue;
      const end = Math.min(file.bytes, begins[i]! + lengths[i]!);
      for (let at = Math.floor(begins[i]! / BLOCK) * BLOCK; at < end; at += BLOCK)
        if (!this.#blocks.has(keyOf(file, at))) lacking.add(at);
    }
    if (lacking.size === 0) return;
    const ranges: MissingRange[] = [];
    for (const from of [...lacking].sort((a, b) => a - b)) {
      const to = Math.min(file.bytes, from + BLOCK);
      const last = ranges.at(-1);
      if (last?.to === from) last.to = to;
      else ranges.push({path: file.path, from, to});
    }
    throw new Missing(ranges);
  }

  /** Fetches what a query lacked. */
  fetch({ranges}: Missing): void {
    this.counts.rounds++;
    for (const {path, from, to} of ranges) {
      this.counts.ranges++;
      this.counts.bytes += to - from;
      const file = this.#files.get(path)!;
      for (let at = from; at < to; at += BLOCK) {
        const block = Buffer.alloc(Math.min(BLOCK, file.bytes - at));
        readSync(file.fd, block, 0, block.length, at);
        this.#blocks.set(keyOf(file, at), block);
      }
    }
  }

  /**
   * Lets go of all blocks, and of what was checked: a reader that begins with nothing checks each block anew.
   */
  forget(): void {
    this.#blocks.clear();
    for (const {checked} of this.#files.values()) new Uint8Array(checked).fill(0);
  }
}

const keyOf = ({path}: SharedFile, at: number): string => `${path} ${Math.floor(at / BLOCK)}`;

/** More rounds than this for one query are a query that does not end. */
const MOST_ROUNDS = 10_000;

/** An engine whose files are fetched block by block, as its queries throw Missing. */
export interface FetchingEngine {
  engine: Engine;
  counts: Fetched;
  forget(): void;
}

/** Attaches a build so that what is not in memory is fetched first; the heads of rows should not be. */
export function fetchingEngine(shared: SharedBuild): FetchingEngine {
  const files = new FetchedFiles();
  const untilHere = <T>(ask: () => T): T => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      try {
        return ask();
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        files.fetch(error);
      }
    }
    throw new Error(`a query lacked bytes ${MOST_ROUNDS} times`);
  };
  const attached = untilHere(() => attachBuild(shared, {sourceOf: (file) => files.sourceOf(file)}));
  const engine = new Proxy(attached, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver);
      if (typeof value !== 'function') return value;
      return (...given: unknown[]) => untilHere(() => Reflect.apply(value, target, given));
    },
  });
  return {engine, counts: files.counts, forget: () => files.forget()};
}

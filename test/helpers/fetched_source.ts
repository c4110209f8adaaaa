/** A build of which nothing is in memory but what was fetched: what a reader far from the files has. */
import {closeSync, openSync, readSync} from 'node:fs';
import {attachBuild, type SharedBuild, type SharedTable} from '../../engine/attach_build.ts';
import {Missing} from '../../engine/file/byte_source.ts';
import {shareFile} from '../../engine/file/checked_file.ts';
import {FetchedFiles} from '../../engine/file/fetched_files.ts';
import type {Engine} from '../../engine/types.ts';

/** What was fetched: rounds in which something was missing, ranges that lie apart, and their bytes. */
export interface Fetched {
  rounds: number;
  ranges: number;
  bytes: number;
}

/** Bytes of a block, as a site without a server fetches them. */
export const FAR_BLOCK = 1 << 13;

/** The same table with nothing in memory. */
function farTable({bytes, file, rows, ...table}: SharedTable): SharedTable {
  return {
    ...table,
    bytes: null,
    file: file ?? shareFile(table.path, -1, bytes!.byteLength),
    rows: rows && {...rows, values: null, heads: null},
  };
}

/** Fetches blocks from files. */
class Fetcher {
  readonly counts: Fetched = {rounds: 0, ranges: 0, bytes: 0};
  files: FetchedFiles;
  readonly #block: number;

  constructor(block: number) {
    this.#block = block;
    this.files = new FetchedFiles(block, Number.POSITIVE_INFINITY);
  }

  /** Fetches what a query lacked. */
  fetch({ranges}: Missing): void {
    this.counts.rounds++;
    for (const {path, from, to} of ranges) {
      this.counts.ranges++;
      this.counts.bytes += to - from;
      const fd = openSync(path, 'r');
      for (let at = from; at < to; at += this.#block) {
        const block = Buffer.alloc(Math.min(this.#block, to - at));
        readSync(fd, block, 0, block.length, at);
        this.files.put(path, at / this.#block, block);
      }
      closeSync(fd);
    }
  }
}

/** More rounds than this for one query are a query that does not end. */
const MOST_ROUNDS = 10_000;

/** An engine whose files are fetched block by block, as its queries throw Missing. */
export interface FetchingEngine {
  engine: Engine;
  counts: Fetched;
  /** Lets go of all blocks, and of what the engine made of them. */
  forget(): void;
}

/** Attaches a build so that all of it is fetched first, by blocks of so many bytes. */
export function fetchingEngine(shared: SharedBuild, block = FAR_BLOCK): FetchingEngine {
  const fetcher = new Fetcher(block);
  const attach = (): Engine =>
    attachBuild(
      {...shared, tables: shared.tables.map(farTable)},
      {sourceOf: (file) => fetcher.files.sourceOf(file)},
    );
  let attached = attach();
  const untilHere = <T>(ask: () => T): T => {
    for (let round = 0; round < MOST_ROUNDS; round++) {
      try {
        return ask();
      } catch (error) {
        if (!(error instanceof Missing)) throw error;
        fetcher.fetch(error);
      }
    }
    throw new Error(`a query lacked bytes ${MOST_ROUNDS} times`);
  };
  const engine = new Proxy(attached, {
    get(_, name) {
      const value: unknown = Reflect.get(attached, name);
      if (typeof value !== 'function') return value;
      // `within` calls the engine itself.
      if (name === 'within') return (run: () => unknown) => run();
      return (...given: unknown[]) =>
        untilHere(() => (Reflect.get(attached, name) as (...all: unknown[]) => unknown)(...given));
    },
  });
  return {
    engine,
    counts: fetcher.counts,
    forget() {
      fetcher.files = new FetchedFiles(block, Number.POSITIVE_INFINITY);
      attached = attach();
    },
  };
}

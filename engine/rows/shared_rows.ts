/** The stored rows of a table in memory that all threads share, and in their files. */
import {hash} from 'node:crypto';
import {open} from 'node:fs/promises';
import type {SharedFile} from '../file/checked_file.ts';
import {DamagedFile} from '../types.ts';
import {PIECE} from './layout.ts';

/** Pages of the memory of a renderer. */
const PAGE = 1 << 16;
/** As many as 32 bits address; only those in use cost anything. */
const MAX_PAGES = 1 << 16;
/** The first bytes stay unused: 0 means none where an address is wanted. */
const BEGIN = 64;
/** Bytes that are read at once. */
const CHUNK = 1 << 24;

const REMEDY = 'run `make compile` to write the index of the build again';

/** What the threads share of a table's rows, as plain data. */
export interface SharedRows {
  /** Holds the values file, the heads where they are kept in memory, and an area of each thread. */
  memory: WebAssembly.Memory;
  /** Address of the values. */
  values: number;
  /** Address of the heads; null where they are read from their file. */
  heads: number | null;
  /** Where a source brings all parts to memory by range; else null. */
  ranges: RowRanges | null;
  files: {heads: SharedFile; rests: SharedFile};
}

/** What a source by range needs to know besides. */
export interface RowRanges {
  /** Address of the rests. */
  address: number;
  /** The memory of each file, as the source knows it: the buffer of the memory itself is replaced when it grows. */
  values: Uint8Array;
  heads: Uint8Array;
  rests: Uint8Array;
  /** Parts of the values that every reader needs: their first and last bytes. */
  opening: readonly [from: number, to: number][];
}

/** The files of a table's rows. */
export interface RowFiles {
  values: SharedFile & {sha256: string};
  heads: SharedFile;
  rests: SharedFile;
}

const aligned = (bytes: number): number => Math.ceil((bytes + PIECE) / BEGIN) * BEGIN;

/** Reads a whole file to an address. */
async function readInto(
  memory: WebAssembly.Memory,
  address: number,
  {path, bytes}: SharedFile,
): Promise<Uint8Array> {
  const view = new Uint8Array(memory.buffer, address, bytes);
  const file = await open(path);
  try {
    for (let done = 0; done < bytes; ) {
      const {bytesRead} = await file.read(view, done, Math.min(CHUNK, bytes - done), done);
      if (bytesRead === 0) throw new Error(`${path} ended while it was read: ${REMEDY}`);
      done += bytesRead;
    }
  } finally {
    await file.close();
  }
  return view;
}

/** A memory of at least so many bytes, which can grow. */
const memoryOf = (bytes: number): WebAssembly.Memory =>
  new WebAssembly.Memory({initial: Math.ceil(bytes / PAGE), maximum: MAX_PAGES, shared: true});

/**
 * Loads the values, and the heads where they are kept in memory, whose blocks are checked when they are first needed. Throws
 * DamagedFile where the values are not those that the manifest names.
 */
export async function loadRows(
  {values, heads, rests}: RowFiles,
  headsInMemory: boolean,
): Promise<SharedRows> {
  const headsAt = BEGIN + aligned(values.bytes);
  const memory = memoryOf(headsInMemory ? headsAt + aligned(heads.bytes) : headsAt);
  const bytes = await readInto(memory, BEGIN, values);
  if (hash('sha256', bytes) !== values.sha256) {
    throw new DamagedFile(
      values.path,
      `${values.path} is not the file that the manifest names (its hash differs): ${REMEDY}`,
    );
  }
  if (headsInMemory) await readInto(memory, headsAt, heads);
  return {memory, values: BEGIN, heads: headsInMemory ? headsAt : null, ranges: null, files: {heads, rests}};
}

/** Rows that a source reads by range. */
export type ReservedRows = SharedRows & {ranges: RowRanges};

/** Reserves memory for rows that a source reads by range. */
export function reserveRows({values, heads, rests}: RowFiles, opening: RowRanges['opening']): ReservedRows {
  const headsAt = BEGIN + aligned(values.bytes);
  const restsAt = headsAt + aligned(heads.bytes);
  const memory = memoryOf(restsAt + aligned(rests.bytes));
  const {buffer} = memory;
  return {
    memory,
    values: BEGIN,
    heads: headsAt,
    ranges: {
      address: restsAt,
      values: new Uint8Array(buffer, BEGIN, values.bytes),
      heads: new Uint8Array(buffer, headsAt, heads.bytes),
      rests: new Uint8Array(buffer, restsAt, rests.bytes),
      opening,
    },
    files: {heads, rests},
  };
}

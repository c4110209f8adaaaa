/** The stored rows of a table in memory that all threads share, and in their files. */
import {randomUUID} from 'node:crypto';
import {checksumsOfText, type SharedFile} from '../file/checked_file.ts';
import {loadFile, loadUnchecked} from '../file/load_file.ts';
import {PIECE} from './layout.ts';
import {rowProgram} from './row_program.ts';
import {allocateAreas} from './thread_areas.ts';

/** Pages of the memory of a renderer. */
const PAGE = 1 << 16;
/** As many as 32 bits address; only those in use cost anything. */
const MAX_PAGES = 1 << 16;
/** The first bytes stay unused: 0 means none where an address is wanted. */
const BEGIN = 64;
/** What the threads share of a table's rows, as plain data. */
export interface SharedRows {
  /** Names the memory: each thread has one renderer in it, also where several builds share it. */
  id: string;
  /** Holds the values file, the heads where they are kept in memory, and an area of each thread. */
  memory: WebAssembly.Memory;
  /** Which thread has which area of the memory. */
  areas: SharedArrayBuffer;
  /** Address of the values. */
  values: number;
  /** What renders the rows. */
  program: WebAssembly.Module;
  /** Address of the heads; null where they are read from their file. */
  heads: number | null;
  files: {heads: SharedFile; rests: SharedFile};
}

/** The files of a table's rows. */
export interface RowFiles {
  values: SharedFile & {checksums: string};
  heads: SharedFile;
  rests: SharedFile;
}

const aligned = (bytes: number): number => Math.ceil((bytes + PIECE) / BEGIN) * BEGIN;

/** A memory of at least so many bytes, which can grow. */
const memoryOf = (bytes: number): WebAssembly.Memory =>
  new WebAssembly.Memory({initial: Math.ceil(bytes / PAGE), maximum: MAX_PAGES, shared: true});

/**
 * Compiles what renders the rows with these values. Threads share it: V8 keeps some of every module for good, however often it has compiled
 * the same one.
 */
export const compiledProgram = (buffer: SharedArrayBuffer, values: number): WebAssembly.Module =>
  new WebAssembly.Module(rowProgram(buffer, values));

/**
 * Loads the values, and the heads where they are kept in memory, whose blocks are checked when they are first needed. Rejects
 * with DamagedFile where the values are not those that were written.
 */
export async function loadRows(
  {values, heads, rests}: RowFiles,
  headsInMemory: boolean,
): Promise<SharedRows> {
  const headsAt = BEGIN + aligned(values.bytes);
  const memory = memoryOf(headsInMemory ? headsAt + aligned(heads.bytes) : headsAt);
  const {buffer} = memory;
  await loadFile(values, new Uint8Array(buffer, BEGIN, values.bytes), checksumsOfText(values.checksums));
  if (headsInMemory) await loadUnchecked(heads, new Uint8Array(buffer, headsAt, heads.bytes));
  return {
    id: randomUUID(),
    memory,
    areas: allocateAreas(),
    values: BEGIN,
    program: compiledProgram(buffer, BEGIN),
    heads: headsInMemory ? headsAt : null,
    files: {heads, rests},
  };
}

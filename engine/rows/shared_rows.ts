/** The stored rows of a table in memory that all threads share, and in their files. */
import {checksumsOfText, type SharedFile} from '../file/checked_file.ts';
import {loadFile} from '../file/load_file.ts';
import {MAX_IN_MEMORY, SLACK} from './layout.ts';

/** What the threads share of a table's rows, as plain data. */
export interface SharedRows {
  /** The values file; null where it is read from its file. */
  values: SharedArrayBuffer | null;
  /** The heads and SLACK bytes; null where they are read from their file. */
  heads: SharedArrayBuffer | null;
  files: {heads: SharedFile; rests: SharedFile; values: SharedFile};
}

/** The files of a table's rows. */
export interface RowFiles {
  values: SharedFile & {checksums: string};
  heads: SharedFile;
  rests: SharedFile;
}

/**
 * Loads the values, and the heads where they are kept in memory and fit there, whose blocks are checked when
 * they are first needed. Rejects with DamagedFile where the values are not those that were written.
 */
export async function loadRows(
  {values, heads, rests}: RowFiles,
  headsInMemory: boolean,
): Promise<SharedRows> {
  const memory = new SharedArrayBuffer(values.bytes);
  const shared: SharedRows = {
    values: memory,
    heads:
      headsInMemory && heads.bytes + SLACK <= MAX_IN_MEMORY
        ? new SharedArrayBuffer(heads.bytes + SLACK)
        : null,
    files: {heads, rests, values},
  };
  await loadFile(values, new Uint8Array(memory), checksumsOfText(values.checksums));
  if (shared.heads) await loadFile(heads, new Uint8Array(shared.heads, 0, heads.bytes), null);
  return shared;
}

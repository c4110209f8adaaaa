/** Working databases of the pipeline: bounded memory, spilling to a folder that is removed afterwards. */
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {dataPaths} from '../../builds/artefacts.ts';
import {PIPELINE_MACROS} from '../../datasets/rules/pipeline_macros.ts';
import {literal} from '../../datasets/rules/sql.ts';

/** Uncompressed rows that a thread buffers while it writes a table: few, because texts are long. */
const ROW_GROUP = 16_384;

export interface DatabaseOptions {
  dataDir: string;
  /** Memory limit of the database (setting MEMORY_MB); the process needs some hundred megabytes on top. */
  memoryMb: number;
  /** Threads of one statement; 2 unless given. */
  threads?: number;
}

/** Runs `work` on a fresh database in `DATA_DIR/tmp/<name>` and always removes that folder. */
export async function withDatabase<T>(
  {dataDir, memoryMb, threads = 2}: DatabaseOptions,
  name: string,
  work: (db: DuckDBConnection, folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(dataPaths(dataDir).temporary, `${process.pid}-${name}`);
  await rm(folder, {recursive: true, force: true});
  await mkdir(folder, {recursive: true});
  try {
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${memoryMb}MB`,
      temp_directory: join(folder, 'spill'),
      // Rows reach Parquet in file order: a row number leads back to its location in the file.
      preserve_insertion_order: 'true',
      threads: String(threads),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    try {
      const db = await instance.connect();
      try {
        await db.run(`ATTACH ${literal(join(folder, 'work.duckdb'))} AS work (ROW_GROUP_SIZE ${ROW_GROUP})`);
        await db.run('USE work');
        // Times without a zone are UTC.
        await db.run("SET GLOBAL TimeZone = 'UTC'");
        // Tables live for minutes: choosing the best compression costs more than it saves.
        await db.run("SET force_compression = 'uncompressed'");
        // The database is deleted when it is closed.
        await db.run('PRAGMA disable_checkpoint_on_shutdown');
        await inTransaction(db, async () => {
          await db.run(PIPELINE_MACROS.join(';\n'));
        });
        return await work(db, folder);
      } finally {
        db.closeSync();
      }
    } finally {
      instance.closeSync();
    }
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/**
 * Runs many small statements as one transaction: each alone would sync the log. Where one fails, its error is
 * thrown and the transaction stays open: the caller gives the database up.
 */
export async function inTransaction(db: DuckDBConnection, work: () => Promise<void>): Promise<void> {
  await db.run('BEGIN');
  await work();
  await db.run('COMMIT');
}

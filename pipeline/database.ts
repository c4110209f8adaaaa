/** The working database of one step of the pipeline: bounded memory, spilling to a folder of its own, then gone. */
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {type DuckDBConnection, DuckDBInstance} from '@duckdb/node-api';
import {places} from '../datasets/artefacts.ts';
import {TEXT_MACROS} from '../datasets/rules/text.ts';

export interface Workshop {
  dataDir: string;
  memoryMb: number;
}

/** Runs `work` on a fresh database in `DATA_DIR/tmp/<name>`; the folder goes whatever happens. */
export async function withDatabase<T>(
  {dataDir, memoryMb}: Workshop,
  name: string,
  work: (db: DuckDBConnection) => Promise<T>,
): Promise<T> {
  const folder = join(places(dataDir).temporary, `${process.pid}-${name}`);
  await rm(folder, {recursive: true, force: true});
  await mkdir(folder, {recursive: true});
  try {
    const instance = await DuckDBInstance.create(join(folder, 'work.duckdb'), {
      memory_limit: `${memoryMb}MB`,
      temp_directory: join(folder, 'spill'),
      threads: '2',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    });
    try {
      const db = await instance.connect();
      try {
        for (const macro of TEXT_MACROS) await db.run(macro);
        return await work(db);
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

/**
 * The DuckDB instance in which an index is compiled: the views of one build, spilling to disk beyond its
 * memory.
 */
import {type DuckDBDataChunk, DuckDBInstance} from '@duckdb/node-api';
import {chunksOf} from '../../builds/duckdb_stream.ts';
import {TEXT_MACROS} from '../../datasets/rules/text.ts';
import type {Build} from '../file/build_files.ts';
import {connected, type Database} from './database.ts';
import {JSON_MACROS} from './json.ts';
import {makeViews} from './views.ts';

export interface CompileDb extends Database {
  build: Build;
  memory_mb: number;
  run(sql: string): Promise<void>;
  /**
   * Chunks of a SELECT in its order; several streams may be read alternately. Throws where it fails, also
   * midway.
   */
  stream(sql: string): AsyncGenerator<DuckDBDataChunk, void, undefined>;
}

/** Whether a statement failed because it does not fit its memory and cannot spill. */
export const isOutOfMemory = (error: unknown): error is Error =>
  error instanceof Error && error.message.startsWith('Out of Memory Error');

/**
 * Opens the build within `memory_mb` and as many threads; more memory spills to the folder `temporary`. Rows keep the order of their files through joins: two optimizers that might not
 * stream the left side are disabled.
 */
export async function openCompileDb(
  build: Build,
  memory_mb: number,
  temporary: string,
  threads: number,
): Promise<CompileDb> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memory_mb}MB`,
    temp_directory: temporary,
    threads: String(threads),
    preserve_insertion_order: 'true',
    // Files are read once; what the system has of them in memory suffices.
    enable_external_file_cache: 'false',
    // Threads that give freed memory back: without them what a scan took stays resident while sections are
    // made.
    allocator_background_threads: 'true',
    disabled_optimizers: 'join_order,build_side_probe_side',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const database = await connected(instance);
  try {
    // Times without a zone are UTC.
    await database.rows("SET GLOBAL TimeZone = 'UTC'");
    await makeViews(database, build);
    for (const macro of [...TEXT_MACROS, ...JSON_MACROS]) await database.rows(macro);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    ...database,
    build,
    memory_mb,
    run: async (sql) => {
      await database.rows(sql);
    },
    stream: (sql) => streamOf(instance, sql),
  };
}

async function* streamOf(instance: DuckDBInstance, sql: string): AsyncGenerator<DuckDBDataChunk, void> {
  const connection = await instance.connect();
  try {
    yield* chunksOf(connection, sql);
  } finally {
    connection.closeSync();
  }
}

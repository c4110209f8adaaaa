/** An in-memory DuckDB over the Parquet files of one build, sealed off from every other file. */
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {literal} from '../../datasets/rules/sql.ts';
import type {Build} from '../../engine/file/build_files.ts';
import {makeViews} from '../../engine/sql/views.ts';
import {type Database, pooled} from './pool.ts';

/** Concurrent statements. */
const CONNECTIONS = 4;

export interface DatabaseLimits {
  memory_mb: number;
  /**
   * Threads of all statements together; by default one for each core, which costs more than it saves where
   * tables are small.
   */
  threads?: number;
}

/**
 * Opens a database of a build within `memory_mb`, without spilling to disk. Compares every file with its
 * declaration; throws, naming the file, where one differs.
 */
export async function openDatabase(build: Build, {memory_mb, threads}: DatabaseLimits): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memory_mb}MB`,
    temp_directory: '',
    ...(threads === undefined ? {} : {threads: String(threads)}),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const database = await pooled(instance, CONNECTIONS);
  try {
    await database.rows("SET GLOBAL TimeZone = 'UTC'");
    await makeViews(database, build);
    await lockDown(database, build);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Restricts the instance to the files of the build and locks its settings. */
async function lockDown(database: Database, {dir, relations}: Build): Promise<void> {
  const paths = relations.flatMap(({files}) => files.map((path) => literal(join(dir, path))));
  await database.rows(`SET allowed_paths = [${paths.join(', ')}]`);
  await database.rows('SET enable_external_access = false');
  await database.rows('SET lock_configuration = true');
}

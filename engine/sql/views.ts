/** An in-memory DuckDB over the Parquet files of one build: macros, views, and no way to anything else. */
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {DATASETS} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {TEXT_MACROS} from '../../datasets/rules/text.ts';
import type {Build} from '../file/build_files.ts';
import {type Database, pooled} from './database.ts';
import {readRelation} from './relations.ts';
import {sourceRows} from './sources.ts';
import {checkRelation} from './verify.ts';

/** Statements at a time; DuckDB spreads each over the processors by itself. */
const CONNECTIONS = 4;

export interface Bounds {
  memory_mb: number;
  /** Longest wait of a statement for its turn; without it any. */
  patience_ms?: number;
}

/**
 * The database of a build, within `memory_mb`; nothing spills to disk. Every file is compared with its declaration
 * first; throws, naming the file, where one does not fit.
 */
export async function openDatabase(build: Build, {memory_mb, patience_ms}: Bounds): Promise<Database> {
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${memory_mb}MB`,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const database = await pooled(instance, CONNECTIONS, patience_ms);
  try {
    await makeViews(database, build);
    await lockDown(database, build);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Views of every relation of the build, named like the datasets and entities. */
export async function makeViews(database: Database, {dir, manifest, relations}: Build): Promise<void> {
  for (const macro of [...TEXT_MACROS, asOfMacro(manifest.data_as_of)]) await database.rows(macro);
  const place = (path: string) => literal(join(dir, path));
  for (const relation of relations) {
    await checkRelation(database, dir, relation);
    await database.rows(`CREATE VIEW ${ident(relation.name)} AS ${readRelation(relation, place, true)}`);
  }
  for (const {name, view} of Object.values(DATASETS)) {
    if (!view) continue;
    const rows = `SELECT * FROM ${ident(view.of)} AS r WHERE ${view.where}`;
    await database.rows(`CREATE VIEW ${ident(name)} AS ${rows}`);
  }
  await database.rows(`CREATE TABLE sources AS ${sourceRows(manifest)}`);
}

/** From here on the instance reads the files of the build and no others, and its settings cannot be changed. */
async function lockDown(database: Database, {dir, relations}: Build): Promise<void> {
  const paths = relations.flatMap(({files}) => files.map((path) => literal(join(dir, path))));
  await database.rows(`SET allowed_paths = [${paths.join(', ')}]`);
  await database.rows('SET enable_external_access = false');
  await database.rows('SET lock_configuration = true');
}

/** Opens a build folder for reading: an in-memory DuckDB with views over the Parquet files, and nothing else. */
import {join} from 'node:path';
import {DuckDBInstance} from '@duckdb/node-api';
import {DATASETS} from '../datasets/index.ts';
import {TEXT_MACROS} from '../datasets/rules/text.ts';
import {type Build, readBuild} from './build.ts';
import {calls} from './calls.ts';
import {type Database, pooled} from './reference/database.ts';
import {detail} from './reference/detail.ts';
import {lifecycle} from './reference/lifecycle.ts';
import {list} from './reference/list.ts';
import {profile} from './reference/profile.ts';
import {literal, quote} from './reference/sql.ts';
import {stats} from './reference/stats.ts';
import {readRelation} from './relations.ts';
import {sourceRows} from './sources.ts';
import type {Engine} from './types.ts';
import {checkRelation} from './verify.ts';

/** Statements at a time; DuckDB spreads each over the processors by itself. */
const CONNECTIONS = 4;

/**
 * The engine over one build. `memory_mb` bounds DuckDB's memory; nothing spills to disk. Throws, naming file and
 * remedy, when the folder is not a build of this format, or a file is missing, damaged or of another shape.
 */
export async function openBuild(buildDir: string, options: {memory_mb: number}): Promise<Engine> {
  const build = await readBuild(buildDir);
  const instance = await DuckDBInstance.create(':memory:', {
    memory_limit: `${options.memory_mb}MB`,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const database = await pooled(instance, CONNECTIONS);
  try {
    await makeViews(database, build);
    await lockDown(database, build);
    const records = await countRecords(database);
    const {build_id, data_as_of, synthetic} = build.manifest;
    const {during, close} = calls(() => database.close());
    return {
      info: {build_id, data_as_of, synthetic, records},
      list: (query) => during(() => list(database, query)),
      detail: (dataset, id) => during(() => detail(database, dataset, id)),
      stats: (query) => during(() => stats(database, query)),
      profile: (entity, name) => during(() => profile(database, entity, name)),
      lifecycle: (solicitation) => during(() => lifecycle(database, solicitation)),
      close,
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

async function makeViews(database: Database, build: Build): Promise<void> {
  for (const macro of TEXT_MACROS) await database.rows(macro);
  const place = (path: string) => literal(join(build.dir, path));
  for (const relation of build.relations) {
    await checkRelation(database, build.dir, relation);
    await database.rows(`CREATE VIEW ${quote(relation.name)} AS ${readRelation(relation, place, true)}`);
  }
  for (const {name, view} of Object.values(DATASETS)) {
    if (view)
      await database.rows(
        `CREATE VIEW ${quote(name)} AS SELECT * FROM ${quote(view.of)} AS r WHERE ${view.where}`,
      );
  }
  await database.rows(`CREATE TABLE sources AS ${sourceRows(build.manifest)}`);
}

/** From here on the instance reads the files of the build and no others, and its settings cannot be changed. */
async function lockDown(database: Database, {dir, relations}: Build): Promise<void> {
  const paths = relations.flatMap(({files}) => files.map((path) => literal(join(dir, path))));
  await database.rows(`SET allowed_paths = [${paths.join(', ')}]`);
  await database.rows('SET enable_external_access = false');
  await database.rows('SET lock_configuration = true');
}

async function countRecords(database: Database): Promise<Record<string, number>> {
  const records: Record<string, number> = {};
  for (const {name, published} of Object.values(DATASETS)) {
    if (!published) continue;
    const [row] = await database.rows(`SELECT count(*) AS n FROM ${quote(name)}`);
    records[name] = Number(row?.['n']);
  }
  return records;
}

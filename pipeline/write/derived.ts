/** Computes the derived entities of a build from its datasets and writes them as Parquet. */
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild} from '../../datasets/artefacts.ts';
import {DERIVED, defaultOrder} from '../../datasets/index.ts';
import {fileMetadata} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import {writeParquet} from './parquet.ts';

/** Writes every derived entity and its names; later entities read earlier ones. Returns the paths by entity. */
export async function writeDerived(
  db: DuckDBConnection,
  build: string,
  synthetic: boolean,
): Promise<Record<string, string[]>> {
  const written: Record<string, string[]> = {};
  for (const entity of Object.values(DERIVED)) {
    if (entity.sql === 'manifest') continue;
    const path = inBuild.derived(entity.name);
    await mkdir(dirname(join(build, path)), {recursive: true});
    const columns = storedColumns(entity.columns).map(
      ([name, column]) => `CAST(${ident(name)} AS ${sqlType(column)}) AS ${ident(name)}`,
    );
    const about = fileMetadata(entity, [], synthetic);
    await writeParquet(
      db,
      `SELECT ${columns.join(', ')} FROM (${entity.sql})`,
      defaultOrder(entity),
      join(build, path),
      about,
    );
    await db.run(`CREATE VIEW ${ident(entity.name)} AS FROM read_parquet(${literal(join(build, path))})`);
    written[entity.name] = [path];
    if (!entity.names) continue;
    const names = inBuild.names(entity.name);
    await writeParquet(
      db,
      `SELECT name, known, entity FROM (${entity.names})`,
      'known, name, entity',
      join(build, names),
      about,
    );
    written[entity.name] = [path, names];
  }
  return written;
}

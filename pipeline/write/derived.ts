/** Computes the derived entities of a build from its datasets and writes them as Parquet. */
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type SourceEntry} from '../../datasets/artefacts.ts';
import {DERIVED, defaultOrder, SOURCES} from '../../datasets/index.ts';
import {fileMetadata} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Source} from '../../datasets/types.ts';
import {dropResolvedNames, resolveNames} from './organizations.ts';
import {writeParquet} from './parquet.ts';

/** Sources by the name of the dataset or entity that is computed from them. */
type Origins = Map<string, ReadonlySet<string>>;

const originsOf = (entries: readonly SourceEntry[]): Origins =>
  new Map(
    [...Map.groupBy(entries, ({dataset}) => dataset)].map(([name, of]) => [
      name,
      new Set(of.map(({slug}) => slug)),
    ]),
  );

/** The relation after `FROM` or `JOIN`. DuckDB looks through views, and names no files. */
const RELATION = /\b(?:FROM|JOIN)\s+"?(\w+)/gi;

/** The sources of all that a SELECT reads, in the order of the build. */
function sourcesRead(sql: string, origins: Origins, entries: readonly SourceEntry[]): Source[] {
  const read = [...sql.matchAll(RELATION)].map(([, name]) => origins.get(name ?? ''));
  return entries.flatMap(({slug}) => (read.some((of) => of?.has(slug)) ? (SOURCES[slug] ?? []) : []));
}

/** Writes every derived entity and its names; later entities read earlier ones. Returns the paths by entity. */
export async function writeDerived(
  db: DuckDBConnection,
  build: string,
  entries: readonly SourceEntry[],
): Promise<Record<string, string[]>> {
  const written: Record<string, string[]> = {};
  const origins = originsOf(entries);
  const synthetic = entries.some((one) => one.synthetic);
  for (const entity of Object.values(DERIVED)) {
    if (entity.sql === 'manifest') continue;
    const path = inBuild.derived(entity.name);
    await mkdir(dirname(join(build, path)), {recursive: true});
    const columns = storedColumns(entity.columns).map(
      ([name, column]) => `CAST(${ident(name)} AS ${sqlType(column)}) AS ${ident(name)}`,
    );
    const {resolved} = entity;
    const sources = sourcesRead(`${resolved?.names} ${resolved?.others} ${entity.sql}`, origins, entries);
    origins.set(entity.name, new Set(sources.map(({slug}) => slug)));
    const about = fileMetadata(entity, sources, synthetic);
    if (resolved) await resolveNames(db, resolved);
    await writeParquet(
      db,
      `SELECT ${columns.join(', ')} FROM (${entity.sql})`,
      defaultOrder(entity),
      join(build, path),
      about,
    );
    if (resolved) await dropResolvedNames(db);
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

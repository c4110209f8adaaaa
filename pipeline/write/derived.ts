/** Computes the derived entities of a build from its datasets and writes them as Parquet; takes over those of the build before. */
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type SourceEntry} from '../../datasets/artefacts.ts';
import {DERIVED, defaultOrder, SOURCES} from '../../datasets/index.ts';
import {fileMetadata} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Derived, Source} from '../../datasets/types.ts';
import {type DerivedInputs, derivedKey, takeOver} from './derived_key.ts';
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

/** The files of an entity, and the key by which a later build takes them over. */
export interface DerivedFiles {
  paths: string[];
  key: string;
}

/**
 * Writes every derived entity and its names, or links those of the build before where nothing changed that they are computed from;
 * later entities read earlier ones.
 */
export async function writeDerived(
  db: DuckDBConnection,
  build: string,
  entries: readonly SourceEntry[],
  inputs: DerivedInputs,
): Promise<Record<string, DerivedFiles>> {
  const written: Record<string, DerivedFiles> = {};
  const origins = originsOf(entries);
  const synthetic = entries.some((one) => one.synthetic);
  for (const entity of Object.values(DERIVED)) {
    if (entity.sql === 'manifest') continue;
    const paths = [inBuild.derived(entity.name), ...(entity.names ? [inBuild.names(entity.name)] : [])];
    const sources = sourcesRead(`${entity.resolved?.others} ${entity.sql}`, origins, entries);
    origins.set(entity.name, new Set(sources.map(({slug}) => slug)));
    const about = fileMetadata(entity, sources, synthetic);
    const read = Object.fromEntries(Object.entries(written).map(([name, {paths}]) => [name, paths]));
    const key = await derivedKey(build, entity, about, {...inputs, files: {...inputs.files, ...read}});
    if (!(await takeOver(build, entity.name, paths, key, inputs)))
      await writeEntity(db, build, entity, about);
    const [path] = paths;
    await db.run(`CREATE VIEW ${ident(entity.name)} AS FROM read_parquet(${literal(join(build, path!))})`);
    written[entity.name] = {paths, key};
  }
  return written;
}

async function writeEntity(
  db: DuckDBConnection,
  build: string,
  entity: Derived,
  about: Record<string, string>,
): Promise<void> {
  const path = join(build, inBuild.derived(entity.name));
  await mkdir(dirname(path), {recursive: true});
  const columns = storedColumns(entity.columns).map(
    ([name, column]) => `CAST(${ident(name)} AS ${sqlType(column)}) AS ${ident(name)}`,
  );
  const {resolved} = entity;
  if (resolved) await resolveNames(db, resolved);
  const select = `SELECT ${columns.join(', ')} FROM (${entity.sql})`;
  await writeParquet(db, select, defaultOrder(entity), path, about);
  if (resolved) await dropResolvedNames(db);
  if (!entity.names) return;
  // Names read the entity under its own name.
  const view = ident(entity.name);
  await db.run(`CREATE VIEW ${view} AS FROM read_parquet(${literal(path)})`);
  const names = join(build, inBuild.names(entity.name));
  await writeParquet(
    db,
    `SELECT name, known, entity FROM (${entity.names})`,
    'known, name, entity',
    names,
    about,
  );
  await db.run(`DROP VIEW ${view}`);
}

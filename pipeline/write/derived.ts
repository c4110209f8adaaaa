/**
 * Computes the derived entities of a build from its datasets and writes them as Parquet; takes over those of
 * the build before.
 */
import {mkdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {inBuild, type SourceEntry} from '../../builds/artefacts.ts';
import {DERIVED, defaultOrder, SOURCES} from '../../datasets/index.ts';
import {fileMetadata} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {sqlType, storedColumns} from '../../datasets/rules/sql_types.ts';
import type {Sql} from '../../datasets/sql_file.ts';
import type {Derived, Source} from '../../datasets/types.ts';
import {type DerivedInputs, derivedKey, takeOver} from './derived_key.ts';
import {resolveNames} from './organizations.ts';
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

/** What is computed of an entity at once: all, or the rows that come of one dataset. */
interface Share {
  /** The file of its rows, and that of their names if it has one. */
  paths: readonly string[];
  sql: Sql;
}

/**
 * The files of an entity with the key by which a later build takes them over; of an entity in shares each has
 * its own.
 */
export interface DerivedFiles {
  key?: string | undefined;
  shares: {paths: readonly string[]; key?: string | undefined}[];
}

/** The shares of an entity. Datasets without files have none, unless there would be no file at all. */
function sharesOf({name, names, sql, byDataset}: Derived, files: DerivedInputs['files']): Share[] {
  if (typeof sql === 'string') return [];
  if (!byDataset) return [{paths: [inBuild.derived(name), ...(names ? [inBuild.names(name)] : [])], sql}];
  const all = Object.entries(byDataset);
  const filled = all.filter(([dataset]) => files[dataset]?.length);
  const kept = filled.length > 0 ? filled : all.slice(0, 1);
  return kept.map(([dataset, own]) => ({paths: [inBuild.part(name, dataset)], sql: own}));
}

/**
 * Writes every derived entity and its names, or links those of the build before where nothing changed that
 * they are computed from; later entities read earlier ones.
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
    if (typeof entity.sql === 'string') continue;
    const {name, resolved, byDataset, ...declared} = entity;
    const read = Object.entries(written).map(([name, {shares}]) => [
      name,
      shares.flatMap(({paths}) => paths),
    ]);
    const files = {...inputs.files, ...Object.fromEntries(read)};
    const from = new Set<string>();
    const shares: {paths: readonly string[]; key: string}[] = [];
    for (const share of sharesOf(entity, inputs.files)) {
      const {paths, sql} = share;
      const sources = sourcesRead(`${resolved} ${sql}`, origins, entries);
      for (const {slug} of sources) from.add(slug);
      const about = fileMetadata(entity, sources, synthetic);
      const key = await derivedKey(build, {...declared, name, resolved, sql}, about, {...inputs, files});
      if (!(await takeOver(build, name, paths, key, inputs)))
        await writeShare(db, build, entity, share, about);
      shares.push({paths, key});
    }
    origins.set(name, from);
    await viewFiles(
      db,
      build,
      name,
      shares.flatMap(({paths}) => paths.slice(0, 1)),
    );
    written[name] = byDataset ? {shares} : {key: shares[0]?.key, shares: shares.map(({paths}) => ({paths}))};
  }
  return written;
}

/** Creates the view of an entity. */
export async function viewFiles(
  db: DuckDBConnection,
  build: string,
  name: string,
  paths: readonly string[],
): Promise<void> {
  const files = paths.map((path) => literal(join(build, path)));
  await db.run(`CREATE VIEW ${ident(name)} AS FROM read_parquet([${files.join(', ')}])`);
}

async function writeShare(
  db: DuckDBConnection,
  build: string,
  entity: Derived,
  {paths: [rows = '', names], sql}: Share,
  about: Record<string, string>,
): Promise<void> {
  const path = join(build, rows);
  await mkdir(dirname(path), {recursive: true});
  const columns = storedColumns(entity.columns).map(
    ([name, column]) => `CAST(${ident(name)} AS ${sqlType(column)}) AS ${ident(name)}`,
  );
  const {resolved} = entity;
  if (resolved) await resolveNames(db, resolved);
  await writeParquet(db, `SELECT ${columns.join(', ')} FROM (${sql})`, defaultOrder(entity), path, about);
  if (resolved) await db.run('DROP TABLE resolved_names');
  if (names === undefined) return;
  await mkdir(dirname(join(build, names)), {recursive: true});
  // Names read the entity under its own name.
  await viewFiles(db, build, entity.name, [rows]);
  await writeParquet(
    db,
    `SELECT name, known, entity FROM (${entity.names})`,
    'known, name, entity',
    join(build, names),
    about,
  );
  await db.run(`DROP VIEW ${ident(entity.name)}`);
}

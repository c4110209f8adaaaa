/**
 * Builds with a quarter and with four times the rows of another, put together by the pipeline's own
 * publishing.
 */
import {copyFile, link, mkdir, readFile, rm} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {inBuild, type Manifest, type SourceEntry} from '../../../builds/artefacts.ts';
import {DATASETS, defaultOrder, SOURCES} from '../../../datasets/index.ts';
import {fileMetadata} from '../../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../../datasets/rules/sql.ts';
import {storedColumns} from '../../../datasets/rules/sql_types.ts';
import type {Dataset} from '../../../datasets/types.ts';
import {publish} from '../../../pipeline/publish/build.ts';
import {enginePrograms} from '../../../pipeline/publish/engine_programs.ts';
import {type DatabaseOptions, withDatabase} from '../../../pipeline/runtime/database.ts';
import {hashText} from '../../../pipeline/runtime/disk.ts';
import {writeParquet} from '../../../pipeline/write/parquet.ts';
import {partPaths} from '../../../pipeline/write/part.ts';
import {IS_SMALLEST} from '../effort.ts';

export const FACTORS = {quarter: 0.25, four: 4} as const;
export type Factor = keyof typeof FACTORS;

const MEMORY_MB = 3000;

/** Datasets that grow: the name of which copies have variants, and the columns that follow from it. */
const GROWING: Record<string, {name: string; follows: Record<string, string>}> = {
  contracts: {name: 'vendor', follows: {vendor_group: 'vendor_key_of(@)'}},
  grants: {name: 'recipient', follows: {recipient_folded: "nullif(fold(@), '')"}},
  research_grants: {name: 'researcher_name', follows: {}},
  lobbying_communications: {name: 'client', follows: {client_folded: "nullif(fold(@), '')"}},
};

/** Every fourth name is another one in a copy, so that dictionaries grow as with years and cities. */
const VARIED = 4;
const DAYS_APART = 3;

/** All sources, or at the smallest scale the first of each dataset. */
const isTaken = ({slug, dataset}: SourceEntry, _: number, all: readonly SourceEntry[]): boolean =>
  !IS_SMALLEST || all.find((one) => one.dataset === dataset)?.slug === slug;

/** Writes the scaled build of `from` (a build folder) to `dataDir` and points its `current` there. */
export async function scaleBuild(from: string, dataDir: string, factor: Factor): Promise<void> {
  await rm(dataDir, {recursive: true, force: true});
  const manifest = JSON.parse(await readFile(join(from, inBuild.manifest), 'utf8')) as Manifest;
  const shop: DatabaseOptions = {dataDir, memoryMb: MEMORY_MB};
  const entries: SourceEntry[] = [];
  for (const entry of manifest.sources.filter(isTaken)) {
    entries.push(await scalePart(shop, from, entry, factor));
  }
  await publish({...shop, changesDays: 0}, entries, null, manifest.built_at, enginePrograms, () => {});
}

async function scalePart(
  shop: DatabaseOptions,
  from: string,
  entry: SourceEntry,
  factor: Factor,
): Promise<SourceEntry> {
  const {slug} = entry;
  const dataset = DATASETS[entry.dataset];
  const source = SOURCES[slug];
  if (!dataset || !source) throw new Error(`the build has source ${slug}, which no table knows`);
  const growing = GROWING[dataset.name];
  const key = growing ? hashText(`${entry.part_key} ${factor}`).slice(0, 32) : entry.part_key;
  const paths = partPaths(shop.dataDir, slug, key);
  const part = join(from, inBuild.part(dataset.name, slug));
  await mkdir(dirname(paths.parquet), {recursive: true});
  await hardLink(join(from, inBuild.rejects(slug)), paths.rejects);
  // Of the rows as they were: copies of a record have none, and nobody asks the bench for them.
  await hardLink(join(from, inBuild.rows(slug)), paths.rows);
  if (!growing) {
    await hardLink(part, paths.parquet);
    return entry;
  }
  const select = factor === 'four' ? copies(dataset, growing, part) : share(dataset, part);
  const kept = await withDatabase(shop, slug, async (db) => {
    const about = fileMetadata(dataset, [source], entry.synthetic);
    await writeParquet(db, select, defaultOrder(dataset), paths.parquet, about);
    const reader = await db.runAndReadAll(`SELECT count(*) FROM read_parquet(${literal(paths.parquet)})`);
    return Number(reader.getRows()[0]?.[0]);
  });
  return {...entry, part_key: key, kept, read: kept + entry.merged + entry.rejected};
}

/** Every fourth record. */
function share(dataset: Dataset, part: string): string {
  const id = ident(dataset.id.column);
  return `SELECT * FROM read_parquet(${literal(part)}) WHERE hash(${id}) % ${1 / FACTORS.quarter} = 0`;
}

/** Every record and three copies: other ids, some days earlier, every fourth name another one. */
function copies(dataset: Dataset, {name, follows}: (typeof GROWING)[string], part: string): string {
  const id = dataset.id.column;
  const varied = `copy > 0 AND hash(${ident(name)}) % ${VARIED} = 0`;
  const other = `${ident(name)} || ' ' || ['', 'Alpha', 'Bravo', 'Delta'][copy + 1]`;
  const changed: Record<string, string> = {
    [id]: `CASE copy WHEN 0 THEN ${ident(id)} ELSE left(${ident(id)}, 2) || left(md5(${ident(id)} || ':' || copy), 16) END`,
    [name]: `CASE WHEN ${varied} THEN ${other} ELSE ${ident(name)} END`,
    ...(dataset.date ? {[dataset.date]: `${ident(dataset.date)} - ${DAYS_APART} * copy`} : {}),
  };
  for (const [column, sql] of Object.entries(follows)) {
    changed[column] = `CASE WHEN ${varied} THEN ${sql.replace('@', other)} ELSE ${ident(column)} END`;
  }
  const fields = storedColumns(dataset.columns).map(
    ([column]) => `${changed[column] ?? ident(column)} AS ${ident(column)}`,
  );
  return `SELECT ${fields.join(', ')} FROM read_parquet(${literal(part)})
    CROSS JOIN (SELECT CAST(range AS INTEGER) AS copy FROM range(${FACTORS.four}))`;
}

async function hardLink(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}

/**
 * Assembles parts into an immutable build (derived entities, manifest, checks, index, catalogue) and switches
 * to it.
 */

import {mkdir, readFile, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {max} from 'd3-array';
import {
  dataPaths,
  FORMAT,
  INDEX_VERSION,
  inBuild,
  type Manifest,
  type SourceEntry,
  type StoredFile,
} from '../../builds/artefacts.ts';
import {hashFile} from '../../builds/hash_file.ts';
import {linkFile} from '../../builds/link_file.ts';
import {type Signing, signBuild} from '../../builds/signed_build.ts';
import {changes} from '../../datasets/derived/changes.ts';
import {DATASETS, DERIVED, SOURCES} from '../../datasets/index.ts';
import {asOfMacro} from '../../datasets/rules/as_of.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import {count} from '../normalise/rows.ts';
import {type DatabaseOptions, withDatabase} from '../runtime/database.ts';
import {declarationText, exists, hashText} from '../runtime/disk.ts';
import type {Emit} from '../runtime/events.ts';
import {codeHash, OF_DERIVED} from '../write/code_hash.ts';
import {type DerivedFiles, writeDerived} from '../write/derived.ts';
import {datasetOf, isCompletePart, partPaths} from '../write/part.ts';
import {writeRecordLedger} from '../write/record_ledger.ts';
import {makeLedgerViews, makeViews} from '../write/views.ts';
import {writeChanges} from './changes/log.ts';
import type {Build} from './current_build.ts';
import {writeDeltaLogs} from './delta_log.ts';
import {writeDictionaries} from './dictionary/write.ts';
import type {IndexPrograms} from './engine_programs.ts';
import {examineBuild} from './examine.ts';
import {findKeptIds, type RecordFiles, writeKeptIds} from './kept_ids.ts';
import {flushCurrent, placeBuild} from './place_build.ts';
import {assertTakenOver, type HashOf} from './taken_over.ts';

export interface PublishOptions extends DatabaseOptions {
  /** Days for which changes are kept (setting CHANGES_DAYS). */
  changesDays: number;
}

export interface PublishResult {
  manifest: Manifest;
  /** False where the current build already is this one. */
  changed: boolean;
}

/**
 * Builds on top of the build before, signs it where `signing` is given, and publishes. Throws CheckFailure, and disk errors with their remedy;
 * `current` then stays.
 */
export async function publish(
  options: PublishOptions,
  entries: SourceEntry[],
  before: Build | null,
  loadTime: string,
  index: IndexPrograms,
  emit: Emit,
  signing: Signing | null = null,
): Promise<PublishResult> {
  const definition = definitionOf(entries, INDEX_VERSION, signing?.signer.keyid);
  const id = buildId(entries, definition, before?.manifest ?? null, loadTime);
  if (before?.served && before.manifest.build_id === id) {
    await flushCurrent(options.dataDir);
    return {manifest: before.manifest, changed: false};
  }
  await placeBuild(options.dataDir, {
    id,
    before,
    fill: (folder) => fillBuild(options, folder, {id, definition, entries, before, loadTime}),
    compile: (folder, signal) => index.compile(folder, before?.folder ?? null, emit, signal),
    examine: (folder, manifest) => examineBuild(options, folder, manifest, before),
    describe: async (folder, manifest) => ({
      others: [...(manifest.others ?? []), ...(await writeDictionaries(folder, manifest))],
    }),
    ...(signing && {sign: (folder, manifest) => signBuild(folder, manifest, signing)}),
    writeCatalogue: (folder) => index.writeCatalogue(folder),
  });
  const {build} = dataPaths(options.dataDir);
  const manifest = JSON.parse(await readFile(join(build(id), inBuild.manifest), 'utf8')) as Manifest;
  return {manifest, changed: true};
}

/** Parts determine the id; where a part is new, so does the load time, which its records carry. */
function buildId(
  entries: SourceEntry[],
  definition: string,
  before: Manifest | null,
  loadTime: string,
): string {
  const known = new Map((before?.sources ?? []).map((one) => [one.slug, one.part_key]));
  const parts = entries.map((one) => `${one.slug} ${one.part_key}`).sort();
  const same =
    before && parts.length === known.size && entries.every((one) => known.get(one.slug) === one.part_key);
  if (same && before.definition === definition) return before.build_id;
  return hashText([definition, before?.build_id ?? '', loadTime].join('\n')).slice(0, 16);
}

/**
 * Hash of the declarations, of all part keys and of the version of the index: a build of the same records is
 * made again where this code cannot read the index of the one before, and where another key is to sign it.
 */
export function definitionOf(
  entries: readonly SourceEntry[],
  indexVersion = INDEX_VERSION,
  keyid?: string,
): string {
  return hashText(
    [
      FORMAT,
      indexVersion,
      ...(keyid === undefined ? [] : [`signed by ${keyid}`]),
      declarationText([DATASETS, DERIVED]),
      ...entries.map((one) => `${one.slug} ${one.part_key} ${one.stale ? 'stale' : ''}`).sort(),
    ].join('\n'),
  );
}

/** Hash of all that makes records of files: another one may give other records of the same bytes. */
const rulesHash = async (): Promise<string> =>
  hashText([await codeHash(OF_DERIVED), declarationText([DATASETS, DERIVED])].join('\n')).slice(0, 32);

/** What a build is made of. */
interface Contents {
  id: string;
  /** Hash of the declarations and of all part keys. */
  definition: string;
  entries: SourceEntry[];
  before: Build | null;
  loadTime: string;
}

/**
 * Writes the Parquet of a build and what is read beside it into `folder`; returns its manifest, not yet
 * written and not yet examined.
 */
async function fillBuild(
  options: PublishOptions,
  folder: string,
  {id, definition, entries, before, loadTime}: Contents,
): Promise<Manifest> {
  const asOf = max(entries, ({fetched_at}) => fetched_at) ?? loadTime;
  return withDatabase(options, 'build', async (db) => {
    await db.run(asOfMacro(asOf));
    const hashOf = hashOnce();
    const contents = {entries, before, loadTime};
    const {files, ledgers, verified} = await placeSources(db, options, folder, contents, hashOf);
    const described = async (): Promise<Manifest['datasets']> => {
      await makeViews(db, absolutePaths(folder, files));
      await makeLedgerViews(db, absolutePaths(folder, ledgers));
      const derived = await writeDerived(db, folder, entries, {files, ledgers, asOf, hashOf, before});
      return describeDatasets(db, folder, {...files, ...derived}, hashOf);
    };
    // Entities are computed while files are hashed. Of a damaged file its own error says more than what the
    // database says of it.
    const [sound, made] = await Promise.allSettled([verified, described()]);
    if (sound.status === 'rejected') throw sound.reason;
    if (made.status === 'rejected') throw made.reason;
    const build = {
      build_id: id,
      built_at: loadTime,
      data_as_of: asOf,
      synthetic: entries.some((one) => one.synthetic),
      sources: entries,
      datasets: made.value,
      rules: await rulesHash(),
    };
    const logs = await writeDeltaLogs(db, folder, build);
    const {table, log, logged} = await writeChanges(db, folder, build, {
      days: options.changesDays,
      before,
      hashOf,
    });
    return {
      format: FORMAT,
      definition,
      ...build,
      datasets: {...build.datasets, [changes.name]: table},
      log,
      logged,
      others: await describeFiles(folder, [...(await filesBeside(folder, entries)), ...logs], hashOf),
      index: {},
      checks: [],
      links: [],
    };
  });
}

/** Paths of Parquet files by dataset or derived entity. */
type DatasetFiles = Record<string, string[]>;

const absolutePaths = (folder: string, files: DatasetFiles): DatasetFiles =>
  Object.fromEntries(
    Object.entries(files).map(([name, paths]) => [name, paths.map((path) => join(folder, path))]),
  );

/**
 * Links the files of all sources into a build; returns their paths by dataset. The ledger of an unchanged
 * part is the old one; a new part gets a new ledger, compared with the old one. `verified` rejects for a file
 * that was damaged since the build before.
 */
async function placeSources(
  db: DuckDBConnection,
  options: DatabaseOptions,
  folder: string,
  {entries, before, loadTime}: Pick<Contents, 'entries' | 'before' | 'loadTime'>,
  hashOf: HashOf,
): Promise<{files: DatasetFiles; ledgers: DatasetFiles; verified: Promise<void>}> {
  const files: DatasetFiles = {};
  const ledgers: DatasetFiles = {};
  const checks: (() => Promise<void>)[] = [];
  for (const entry of entries) {
    const {dataset, slug} = entry;
    const old = before?.manifest.sources.find((one) => one.slug === slug);
    const taken = before && old?.part_key === entry.part_key ? before : null;
    if (taken && old?.kept_ids) entry.kept_ids = old.kept_ids;
    const part = await partOf(options, entry, taken);
    await linkFile(part.rejects, join(folder, inBuild.rejects(slug)));
    const [target, ledger] = [
      join(folder, inBuild.loads(slug)),
      join(before?.folder ?? '', inBuild.loads(slug)),
    ];
    // A generated record and a real one are never the same record, whatever their keys.
    const known = old?.synthetic === entry.synthetic ? before : null;
    if (taken) {
      await linkRecords(part, folder, entry);
      await linkFile(ledger, target);
      checks.push(() => assertTakenOver(entry, folder, {...part, ledger}, taken.manifest, hashOf));
    } else if (SOURCES[slug]) {
      await placeRecords(db, folder, entry, part, known);
      await mkdir(dirname(target), {recursive: true});
      const records = join(folder, inBuild.part(dataset, slug));
      await writeRecordLedger(db, datasetOf(SOURCES[slug]), records, known && ledger, loadTime, target);
    }
    files[dataset] = [...(files[dataset] ?? []), inBuild.part(dataset, slug)];
    ledgers[dataset] = [...(ledgers[dataset] ?? []), inBuild.loads(slug)];
  }
  return {files, ledgers, verified: inTurn(checks)};
}

/** Links the records of a part, and the places of their rows, which a part of before has not. */
async function linkRecords(part: RecordFiles, folder: string, {dataset, slug}: SourceEntry): Promise<void> {
  await linkFile(part.parquet, join(folder, inBuild.part(dataset, slug)));
  if (await exists(part.rows)) await linkFile(part.rows, join(folder, inBuild.rows(slug)));
}

/** Links the records of a new part, or writes them with the ids that some have in the build before; the entry counts these. */
async function placeRecords(
  db: DuckDBConnection,
  folder: string,
  entry: SourceEntry,
  part: RecordFiles,
  before: Build | null,
): Promise<void> {
  const {dataset, slug} = entry;
  const source = SOURCES[slug]!;
  const [own, rows] = [inBuild.part(dataset, slug), inBuild.rows(slug)];
  const old = join(before?.folder ?? '', own);
  const kept = before && (await exists(old)) ? await findKeptIds(db, source, part.parquet, old) : 0;
  if (kept === 0) {
    await linkRecords(part, folder, entry);
    return;
  }
  entry.kept_ids = kept;
  const target = {parquet: join(folder, own), rows: join(folder, rows)};
  for (const path of Object.values(target)) await mkdir(dirname(path), {recursive: true});
  await writeKeptIds(db, datasetOf(source), source, entry.synthetic, part, target);
}

async function inTurn(work: readonly (() => Promise<void>)[]): Promise<void> {
  for (const one of work) await one();
}

/** Hashes each file once: large ones are read for seconds. */
function hashOnce(): HashOf {
  const known = new Map<string, Promise<string>>();
  return (path) => {
    const hash = known.get(path) ?? hashFile(path);
    known.set(path, hash);
    return hash;
  };
}

/** Ledgers, rejects and locations of rows, of which a part of before has none. */
async function filesBeside(folder: string, entries: readonly SourceEntry[]): Promise<string[]> {
  const all = entries.map(async ({slug}) => {
    const [rows, others] = [inBuild.rows(slug), [inBuild.loads(slug), inBuild.rejects(slug)]];
    return (await exists(join(folder, rows))) ? [...others, rows] : others;
  });
  return (await Promise.all(all)).flat();
}

/** Sizes and hashes of files of the build. */
const describeFiles = (folder: string, paths: readonly string[], hashOf: HashOf): Promise<StoredFile[]> =>
  Promise.all(
    paths.map(async (path) => {
      const full = join(folder, path);
      return {path, bytes: (await stat(full)).size, sha256: await hashOf(full)};
    }),
  );

/** Rows and files of every dataset and derived entity; datasets without files come last, with none. */
async function describeDatasets(
  db: DuckDBConnection,
  folder: string,
  files: Record<string, string[] | DerivedFiles>,
  hashOf: HashOf,
): Promise<Manifest['datasets']> {
  const datasets: Manifest['datasets'] = {};
  const rowsOf = (name: string): Promise<number> => count(db, `SELECT count(*) FROM ${ident(name)}`);
  for (const [name, of] of Object.entries(files)) {
    const {key, shares} = Array.isArray(of) ? {key: undefined, shares: [{paths: of}]} : of;
    const stored = await describeFiles(
      folder,
      shares.flatMap(({paths}) => paths),
      hashOf,
    );
    datasets[name] = {rows: await rowsOf(name), files: stored, ...(key && {key})};
    if (key === undefined) await describeShares(db, folder, shares, stored);
  }
  for (const {name} of Object.values(DATASETS)) datasets[name] ??= {rows: await rowsOf(name), files: []};
  return datasets;
}

/** Says of each share of an entity that has several its rows and its key. */
async function describeShares(
  db: DuckDBConnection,
  folder: string,
  shares: DerivedFiles['shares'],
  files: readonly StoredFile[],
): Promise<void> {
  for (const {paths, key} of shares) {
    const file = key === undefined ? undefined : files.find(({path}) => path === paths[0]);
    if (!file) continue;
    const rows = await count(db, `SELECT count(*) FROM read_parquet(${literal(join(folder, file.path))})`);
    Object.assign(file, {rows, key});
  }
}

/**
 * Files of a part: from its own folder, or from the build that has it where that folder was cleared, or where records
 * kept their ids there.
 */
async function partOf(
  options: DatabaseOptions,
  {dataset, slug, part_key, kept_ids}: SourceEntry,
  taken: Build | null,
): Promise<{parquet: string; rejects: string; rows: string}> {
  const paths = partPaths(options.dataDir, slug, part_key);
  if (!(taken && kept_ids) && (await isCompletePart(paths))) return paths;
  if (!taken)
    throw new Error(
      `${slug}: its part ${paths.parquet} is gone or damaged: run again with the source's files at hand`,
    );
  const {folder} = taken;
  return {
    parquet: join(folder, inBuild.part(dataset, slug)),
    rejects: join(folder, inBuild.rejects(slug)),
    rows: join(folder, inBuild.rows(slug)),
  };
}

/**
 * Builds the part of one source from its snapshots: Parquet, rejects and counts under a key that depends on
 * the input.
 */
import {open, readFile, rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {dataPaths, type Snapshot, type SourceEntry} from '../../builds/artefacts.ts';
import {makeFolder, renameDurably, sync, writeFileAtomic} from '../../builds/durable.ts';
import {DATASETS, defaultOrder} from '../../datasets/index.ts';
import {fileMetadata} from '../../datasets/rules/file_metadata.ts';
import {ident, literal} from '../../datasets/rules/sql.ts';
import type {Dataset, Field, Source} from '../../datasets/types.ts';
import {makeCodeTables} from '../normalise/code_tables.ts';
import {loadCodes} from '../normalise/codes.ts';
import {addCounts, countsBy} from '../normalise/counts.ts';
import {originOf} from '../normalise/origin.ts';
import {assertUniqueIds, makeRecords, type Records} from '../normalise/records.ts';
import {count, typeRows} from '../normalise/rows.ts';
import {isRecordLayout} from '../read/header.ts';
import {locateRows} from '../read/locate_rows.ts';
import {stage} from '../read/stage.ts';
import type {Staged} from '../read/staging.ts';
import {type DatabaseOptions, withDatabase} from '../runtime/database.ts';
import {declarationText, exists, hashText, withDiskRemedy} from '../runtime/disk.ts';
import {type Emit, type Event, keepEvents} from '../runtime/events.ts';
import {readFully} from '../runtime/read_fully.ts';
import {codeHash} from './code_hash.ts';
import {coverageOf} from './coverage.ts';
import {writeParquet} from './parquet.ts';
import {writeRejects} from './rejects.ts';
import {writeRowLocations} from './row_locations.ts';

/**
 * Joins have the wide rows on the left, which stream through, and the narrow table on the right, which is
 * hashed. The other way round the wide rows would be held in memory and lose their dictionary encoding.
 */
export const AS_WRITTEN = "SET disabled_optimizers = 'join_order,build_side_probe_side'";

/** Files of fewer bytes are read by one thread: a second one costs more than it does. */
const TWO_THREADS_FROM = 8_000_000;

/** Last bytes of every Parquet file. */
const PARQUET_MARK = 'PAR1';

/** What a part records about itself; the build adds fetch times and staleness. */
export type PartEntry = Pick<
  SourceEntry,
  | 'part_key'
  | 'rules'
  | 'read'
  | 'kept'
  | 'merged'
  | 'rejected'
  | 'merged_by_reason'
  | 'rejected_by_reason'
  | 'notes'
  | 'files'
  | 'first_date'
  | 'last_date'
  | 'coverage'
>;

/** Paths of a part under its key. */
export function partPaths(dataDir: string, slug: string, key: string) {
  const pathOf = (ending: string) => join(dataPaths(dataDir).parts(slug), `${key}${ending}`);
  return {
    parquet: pathOf('.parquet'),
    /** Which file each record comes from, for the gate; there is none where the source has one file. */
    files: pathOf('.files.parquet'),
    rejects: pathOf('.ndjson.zst'),
    /** Where the rows of each record stand. */
    rows: pathOf('.rows'),
    entry: pathOf('.json'),
  };
}

/** Whether the files of a part are complete; a truncated Parquet file lacks its closing magic bytes. */
export async function isCompletePart({
  parquet,
  rejects,
  rows,
}: Pick<ReturnType<typeof partPaths>, 'parquet' | 'rejects' | 'rows'>): Promise<boolean> {
  for (const path of [parquet, rejects, rows]) if (!(await exists(path))) return false;
  const file = await open(parquet);
  try {
    const {size} = await file.stat();
    if (size < PARQUET_MARK.length) return false;
    const tail = await readFully(file, size - PARQUET_MARK.length, size);
    return tail.toString('latin1') === PARQUET_MARK;
  } finally {
    await file.close();
  }
}

/**
 * The entry of a part with the warnings of its making; null where it is missing or damaged, so that the part
 * is built again.
 */
async function readEntry(path: string, key: string): Promise<(PartEntry & {warnings?: Event[]}) | null> {
  try {
    const read = JSON.parse(await readFile(path, 'utf8'));
    return read?.part_key === key ? read : null;
  } catch {
    return null;
  }
}

/** Hash of what makes records of files: code, and declarations of source and dataset. */
async function rulesHash(source: Source): Promise<string> {
  // Whether a real file was seen of a layout changes nothing in what it reads.
  const layouts = source.layouts.map(({unverified: _, ...layout}) => layout);
  const judging = {files: undefined, knownBy: undefined};
  const checking = {sources: undefined, checks: undefined, doubtful: undefined};
  const ofSource = declarationText({...source, layouts, ...judging});
  const ofDataset = declarationText({...datasetOf(source), ...checking});
  return hashText([await codeHash(), ofSource, ofDataset].join('\n')).slice(0, 32);
}

/** Cache key of a part: rules, and the bytes of its files. */
export async function partKey(source: Source, snapshots: readonly Snapshot[]): Promise<string> {
  const parts = [
    await rulesHash(source),
    ...snapshots.map((one) => `${one.name} ${one.sha256} ${one.synthetic}`),
    // Progress and the plausibility of dates are judged by the day of the fetch.
    ...(judgesByDay(source) ? snapshots.map((one) => one.fetched_at.slice(0, 10)) : []),
  ];
  return hashText(parts.join('\n')).slice(0, 32);
}

const judgesByDay = (source: Source): boolean =>
  source.layouts.some((layout) => Object.values(layout.fields).some(readsDay));

function readsDay(field: Field): boolean {
  if (field.op === 'when') return readsDay(field.value);
  return field.op === 'progress' || (field.op === 'date' && field.plausible === true);
}

export function datasetOf(source: Source): Dataset {
  const dataset = DATASETS[source.dataset];
  if (!dataset)
    throw new Error(`source ${source.slug} names no dataset: ${source.dataset} is not in datasets/index.ts`);
  return dataset;
}

/** The file of an entry. */
export const entryText = (entry: PartEntry, warnings: readonly Event[]): string =>
  `${JSON.stringify({...entry, warnings}, null, 1)}\n`;

/**
 * The part of these snapshots: the one on disk, or a new one; `made` says which. `untold`: warnings of the
 * one on disk. `dayFirst`: how the build before read dates that do not say themselves whether the day or the
 * month comes first.
 */
export async function makePart(
  options: DatabaseOptions,
  source: Source,
  snapshots: readonly Snapshot[],
  emit: Emit,
  dayFirst: boolean | null = null,
): Promise<{entry: PartEntry; made: boolean; stages: Record<string, number>; untold: Event[]}> {
  const key = await partKey(source, snapshots);
  const paths = partPaths(options.dataDir, source.slug, key);
  const known = (await isCompletePart(paths)) ? await readEntry(paths.entry, key) : null;
  if (known) {
    const {warnings: untold = [], ...entry} = known;
    return {entry, made: false, stages: {}, untold};
  }
  const {emit: tell, kept: warnings} = keepEvents(emit, 'warning');
  const stages: Record<string, number> = {};
  const timed: Timed = async (name, work) => {
    const start = performance.now();
    tell({kind: 'stage', source: source.slug, stage: name});
    const result = await work();
    stages[name] = Math.round(performance.now() - start);
    return result;
  };
  const folder = dataPaths(options.dataDir).parts(source.slug);
  await makeFolder(folder);
  const next = join(folder, `${key}.${process.pid}.tmp`);
  try {
    const bytes = snapshots.reduce((sum, one) => sum + one.bytes, 0);
    const threads = bytes < TWO_THREADS_FROM ? 1 : 2;
    const entry = await withDatabase({...options, threads}, source.slug, (db, work) =>
      buildPart(db, {source, snapshots, key, work, next, dayFirst}, timed, tell),
    );
    await sync(`${next}.rejects`);
    await rename(`${next}.rejects`, paths.rejects);
    await sync(`${next}.rows`);
    await rename(`${next}.rows`, paths.rows);
    if (await exists(`${next}.files`)) await rename(`${next}.files`, paths.files);
    await renameDurably(next, paths.parquet);
    await writeFileAtomic(paths.entry, entryText(entry, warnings));
    return {entry, made: true, stages, untold: []};
  } catch (error) {
    throw withDiskRemedy(error, options.dataDir);
  } finally {
    for (const ending of ['', '.rejects', '.rows', '.files']) await rm(next + ending, {force: true});
  }
}

/** Emits a stage of a part and measures the milliseconds that it takes. */
type Timed = <T>(stage: string, work: () => Promise<T>) => Promise<T>;

interface PartPlan {
  source: Source;
  snapshots: readonly Snapshot[];
  key: string;
  dayFirst: boolean | null;
  /** Folder of the working database. */
  work: string;
  /**
   * Path of the Parquet file to write; the rejects go to `<next>.rejects`, the files of records to
   * `<next>.files`, the locations of their rows to `<next>.rows`.
   */
  next: string;
}

/** Reads, normalises and writes the rows of a source; throws where the rows do not add up. */
async function buildPart(
  db: DuckDBConnection,
  {source, snapshots, key, work, next, dayFirst}: PartPlan,
  timed: Timed,
  emit: Emit,
): Promise<PartEntry> {
  const dataset = datasetOf(source);
  await db.run(AS_WRITTEN);
  const staged = await timed('reading', () => stage(db, source, snapshots, work, emit));
  await loadCodes(db);
  const {select, ids, merged, notes} = await timed('normalising', () =>
    normalise(db, dataset, source, staged, dayFirst),
  );
  const orders = await db.runAndReadAll('SELECT _file, day_first FROM day_orders');
  for (const [file, dayFirst] of orders.getRows() as [number, boolean][])
    staged.files[file]!.day_first = dayFirst;
  return timed('writing', async () => {
    const synthetic = snapshots.some((one) => one.synthetic);
    await writeParquet(db, select, defaultOrder(dataset), next, fileMetadata(dataset, [source], synthetic));
    await db.run(`CREATE TABLE record_ids AS ${ids}`);
    const files = `SELECT ${ident(dataset.id.column)}, _file FROM record_ids`;
    if (staged.files.length > 1) await writeParquet(db, files, '_file', `${next}.files`, {});
    await writeRowLocations(db, dataset, source, staged, snapshots, `${next}.rows`);
    const written = `read_parquet(${literal(next)})`;
    await assertUniqueIds(db, source, dataset, written);
    await locateRows(db, staged);
    await writeRejects(db, staged, `${next}.rejects`, source);
    const entry: PartEntry = {
      part_key: key,
      rules: await rulesHash(source),
      read: staged.read,
      kept: await count(db, `SELECT count(*) FROM ${written}`),
      merged: Object.values(merged).reduce((sum, n) => sum + n, 0),
      rejected: await count(db, 'SELECT count(*) FROM refused'),
      merged_by_reason: merged,
      rejected_by_reason: await countsBy(db, 'reason', 'refused'),
      notes,
      files: staged.files,
      ...(await coverageOf(db, dataset, written)),
    };
    if (entry.read !== entry.kept + entry.merged + entry.rejected) {
      throw new Error(
        `${source.slug}: rows do not add up: ${entry.read} read, ${entry.kept} kept, ${entry.merged} merged, ${entry.rejected} rejected; report this with the file`,
      );
    }
    return entry;
  });
}

/** The SELECT of the records of the staged rows, with the counts of merged rows and cell warnings. */
async function normalise(
  db: DuckDBConnection,
  dataset: Dataset,
  source: Source,
  staged: Staged,
  dayFirst: boolean | null,
): Promise<Records> {
  const codes = await makeCodeTables(db, source, staged);
  const tables = staged.tables.filter(({layout}) => isRecordLayout(layout));
  const layouts = source.layouts.filter(isRecordLayout);
  const rows = await typeRows(db, dataset.columns, layouts, {tables}, originOf(source, staged, dayFirst));
  const records = await makeRecords(db, dataset, source, rows, staged);
  addCounts(records.merged, {'code table': codes.rows});
  return {...records, notes: {...codes.notes, ...rows.notes, ...records.notes}};
}

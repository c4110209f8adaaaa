/** Damage to archives and documents: they must yield rows, or an error that names the file. */
import {cp, mkdtemp, readdir, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {DuckDBConnection} from '@duckdb/node-api';
import {expect} from 'vitest';
import type {Snapshot} from '../../builds/artefacts.ts';
import type {Source} from '../../datasets/types.ts';
import {makePart} from '../../pipeline/write/part.ts';
import {random} from '../corpus/prng.ts';
import {CHANGES} from './mutate_bytes.ts';
import {countFaults, errorFaults, stagingError} from './mutate_check.ts';
import {snapshotOf} from './pipeline.ts';

const MEMORY_MB = 256;

/** Files of a folder of the corpus, in the order of their names. */
const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, {recursive: true, withFileTypes: true}))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

/** Pages kept of each kind: every further one is read as they are. */
const PAGES = 6;

/**
 * Copies the files of a source below `root`; of bundles of pages, the first ones of each kind, which must
 * become a part.
 */
export async function excerptOf(source: Source, corpus: string, root: string): Promise<string> {
  const folder = join(root, source.slug);
  await cp(join(corpus, source.slug), folder, {recursive: true});
  const bundles = (await filesOf(folder)).filter((one) => one.endsWith('.documents.ndjson'));
  for (const name of bundles) {
    const pages = (await readFile(join(folder, name), 'utf8')).split('\n').filter(Boolean);
    const kept = Map.groupBy(pages, (page) => (JSON.parse(page) as {name: string}).name.split('/')[0]);
    const text = [...kept.values()].flatMap((kind) => kind.slice(0, PAGES)).map((page) => `${page}\n`);
    await writeFile(join(folder, name), text.join(''));
  }
  if (bundles.length) await assertGood(source, folder);
  return folder;
}

/** What one damaged file goes through, which costs most of the time. */
export interface Way {
  /** A database in memory, for files that are only read. */
  db: DuckDBConnection;
  /** Whether the files become a part: all rows are typed, and counted. */
  whole: boolean;
}

/** Throws unless the undamaged files become a part. */
async function assertGood(source: Source, good: string): Promise<void> {
  await inCopy(source, good, async (root, _, snapshots) => {
    expect(await partFaults(root, source, await snapshots())).toEqual([]);
  });
}

/**
 * Damages one file of a source as a seed says, reads all its files or makes their part, and says what did not
 * hold, one sentence each. The remaining rows are not compared: a flipped letter in a name is a name.
 */
export function documentFaults(source: Source, good: string, seed: number, way: Way): Promise<string[]> {
  return inCopy(source, good, async (root, names, snapshots) => {
    const numbers = random('document', source.slug, seed);
    const name = numbers.pick(names);
    const kinds = Object.entries(CHANGES);
    const [kind, change] = kinds[seed % kinds.length]!;
    const path = join(root, source.slug, name);
    await writeFile(path, change(await readFile(path), numbers));
    const found = await faultsIn(root, source, name, await snapshots(), way);
    return found.map((text) => `SEED=${seed} ${source.slug}, ${name}, ${kind}: ${text}`);
  });
}

/** Works on a copy of the files of a source below a folder that is removed afterwards. */
async function inCopy<T>(
  source: Source,
  good: string,
  work: (root: string, names: string[], snapshots: () => Promise<Snapshot[]>) => Promise<T>,
): Promise<T> {
  const root = await mkdtemp(join(tmpdir(), 'documents-test-'));
  try {
    const folder = join(root, source.slug);
    await cp(good, folder, {recursive: true});
    // An ingest leaves excluded files out before they are read.
    const names = (await filesOf(folder)).filter(
      (one) => !source.excluded?.some(({files}) => files.test(one)),
    );
    return await work(root, names, () => Promise.all(names.map((one) => snapshotOf(join(folder, one)))));
  } finally {
    await rm(root, {recursive: true, force: true});
  }
}

async function faultsIn(
  root: string,
  source: Source,
  name: string,
  snapshots: readonly Snapshot[],
  {db, whole}: Way,
): Promise<string[]> {
  try {
    if (whole) return await partFaults(root, source, snapshots);
    const error = await stagingError({folder: root, db}, source, snapshots);
    return error ? errorFaults(error, {source, name}) : [];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return errorFaults(error, {source, name});
  }
}

/** What is wrong with the counts of the part of these files. Throws where they are refused. */
async function partFaults(root: string, source: Source, snapshots: readonly Snapshot[]): Promise<string[]> {
  const options = {dataDir: join(root, 'data'), memoryMb: MEMORY_MB};
  const {entry} = await makePart(options, source, snapshots, () => undefined);
  return countFaults(entry);
}

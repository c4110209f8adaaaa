/** Compiles the index of a build folder; unchanged tables are linked from a previous build. */
import {copyFile, link, mkdir, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {type IndexEntry, inBuild, indexFiles, type Manifest} from '../../datasets/artefacts.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import type {Build} from '../file/build_files.ts';
import {indexedTables} from '../file/table_layout.ts';
import {openCompileDb} from '../sql/compile_db.ts';
import {tableKeys} from './cache_key.ts';
import {type Family, families, membersOf} from './families.ts';
import {compileFamilies, TEMPORARY} from './lanes.ts';
import type {PreviousBuild} from './previous_build.ts';
import type {Job} from './step_queue.ts';

/** Called after each table: rows, milliseconds, and whether it was linked. */
export type OnCompiled = (event: {table: string; rows: number; ms: number; linked: boolean}) => void;

export interface Options {
  memory_mb: number;
  previous: PreviousBuild | null;
  emit: OnCompiled;
  /** Rows of all tables but the largest from which on a second process compiles beside this one. */
  parallelRows?: number;
}

/**
 * Writes `index/` and `export/` below the build folder and returns their manifest entries. Leaves the rest of the build
 * unchanged.
 */
export async function compileBuild(
  build: Build,
  {memory_mb, previous, emit, parallelRows}: Options,
): Promise<Manifest['index']> {
  const folder = join(build.dir, inBuild.indexes);
  await mkdir(folder, {recursive: true});
  const tables = families();
  const keys = tableKeys(build, indexedTables());
  const made = new Map<string, IndexEntry>();
  const jobs: Job[] = [];
  const take = (family: Family, entries: readonly IndexEntry[]) =>
    membersOf(family).forEach(({name}, i) => {
      made.set(name, entries[i]!);
    });
  for (const family of tables) {
    const {base} = family;
    const rows = build.manifest.datasets[base.name]?.rows ?? build.manifest.sources.length;
    const startedAt = performance.now();
    const known = membersOf(family).map((declaration) => knownEntry(previous, declaration, keys));
    const linked = await linkAll(build, previous, known);
    if (!linked) {
      jobs.push({family, rows});
      continue;
    }
    take(family, linked);
    emit({table: base.name, rows, ms: performance.now() - startedAt, linked: true});
  }
  try {
    const open = (memory: number, temporary: string, threads: number | null) =>
      openCompileDb(build, memory, temporary, threads);
    const all = {dir: build.dir, memory_mb, jobs, open, parallelRows, previous};
    await compileFamilies(all, ({family, rows}, entries, ms) => {
      take(
        family,
        membersOf(family).map(({name}, i) => ({key: keys.get(name)!, ...entries[i]!})),
      );
      emit({table: family.base.name, rows, ms, linked: false});
    });
  } finally {
    for (const name of TEMPORARY) await rm(join(folder, name), {recursive: true, force: true});
  }
  return Object.fromEntries(tables.flatMap(membersOf).map(({name}) => [name, made.get(name)!]));
}

function knownEntry(
  earlier: PreviousBuild | null,
  {name}: Dataset | Derived,
  keys: ReadonlyMap<string, string>,
): IndexEntry | null {
  const entry = earlier?.manifest.index?.[name];
  return entry && entry.key === keys.get(name) ? entry : null;
}

/** Links the files of all entries; null where an entry is unknown or a file is missing or of another size. */
async function linkAll(
  build: Build,
  earlier: PreviousBuild | null,
  entries: readonly (IndexEntry | null)[],
): Promise<IndexEntry[] | null> {
  const known = entries.filter((entry) => entry !== null);
  if (!earlier || known.length < entries.length || earlier.dir === build.dir) return null;
  const files = known.flatMap(indexFiles);
  for (const {path, bytes} of files) {
    const stats = await stat(join(earlier.dir, path)).catch(() => null);
    if (stats?.size !== bytes) return null;
  }
  for (const {path} of files) {
    const [from, to] = [join(earlier.dir, path), join(build.dir, path)];
    await mkdir(dirname(to), {recursive: true});
    await rm(to, {force: true});
    await link(from, to).catch(() => copyFile(from, to));
  }
  return known;
}

/** Compiles the index of a build folder; unchanged tables are linked from a previous build. */
import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {type IndexEntry, inBuild, indexFiles, type Manifest} from '../../builds/artefacts.ts';
import type {Build} from '../file/build_files.ts';
import {indexedTables} from '../file/table_layout.ts';
import {tableKeys} from './cache_key.ts';
import {compileTables, TEMPORARY} from './compile_tables.ts';
import {families, membersOf} from './families.ts';
import {linkFiles, type PreviousBuild} from './previous_build.ts';
import type {Job} from './threads.ts';

/** Called after each table: rows, milliseconds, and whether it was linked. */
export type OnCompiled = (event: {table: string; rows: number; ms: number; linked: boolean}) => void;

export interface Options {
  memory_mb: number;
  previous: PreviousBuild | null;
  emit: OnCompiled;
  /** Rows of all tables but the largest from which on a second thread compiles beside this one. */
  parallelRows?: number;
}

/**
 * Writes `index/` and `export/` below the build folder and returns their manifest entries. Leaves the rest of
 * the build unchanged.
 */
export async function compileBuild(
  build: Build,
  {memory_mb, previous, emit, parallelRows}: Options,
): Promise<Manifest['index']> {
  const folder = join(build.dir, inBuild.indexes);
  await mkdir(folder, {recursive: true});
  const keys = tableKeys(build, indexedTables());
  const made = new Map<string, IndexEntry>();
  const jobs: Job[] = [];
  const names = new Map(
    families().map((family) => [family.base.name, membersOf(family).map(({name}) => name)]),
  );
  for (const [table, members] of names) {
    const rows = build.manifest.datasets[table]?.rows ?? build.manifest.sources.length;
    const startedAt = performance.now();
    const linked = await linkUnchanged(build, previous, members, keys);
    if (!linked) {
      jobs.push({table, rows});
      continue;
    }
    for (const [i, entry] of linked.entries()) made.set(members[i]!, entry);
    emit({table, rows, ms: performance.now() - startedAt, linked: true});
  }
  try {
    await compileTables({build, memory_mb, jobs, parallelRows}, ({table, rows}, entries, ms) => {
      for (const [i, name] of names.get(table)!.entries())
        made.set(name, {key: keys.get(name)!, ...entries[i]!});
      emit({table, rows, ms, linked: false});
    });
  } finally {
    await rm(join(folder, TEMPORARY), {recursive: true, force: true});
  }
  return Object.fromEntries([...names.values()].flat().map((name) => [name, made.get(name)!]));
}

/**
 * Links the files of some tables; null where a key is another one, or a file is missing or of another size.
 */
async function linkUnchanged(
  build: Build,
  previous: PreviousBuild | null,
  names: readonly string[],
  keys: ReadonlyMap<string, string>,
): Promise<IndexEntry[] | null> {
  const entries = names.flatMap((name) => {
    const entry = previous?.manifest.index?.[name];
    return entry && entry.key === keys.get(name) ? entry : [];
  });
  if (!previous || entries.length < names.length) return null;
  return (await linkFiles(previous, build.dir, entries.flatMap(indexFiles))) ? entries : null;
}

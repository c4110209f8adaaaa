/** Compiles the index of a build folder, table by table; unchanged tables are linked from a previous build. */
import {copyFile, link, mkdir, rm, stat} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import {
  type IndexEntry,
  inBuild,
  indexFiles,
  type Manifest,
  type StoredFile,
} from '../../datasets/artefacts.ts';
import type {Dataset, Derived} from '../../datasets/types.ts';
import type {Build} from '../file/build_files.ts';
import {indexedTables, tableLayout} from '../file/table_layout.ts';
import {type CompileDb, openCompileDb} from '../sql/compile_db.ts';
import {tableKeys} from './cache_key.ts';
import {writeExport} from './export.ts';
import {type Compiled, compileTable} from './table.ts';
import {compileView} from './view.ts';

export interface PreviousBuild {
  dir: string;
  manifest: Manifest;
}

/** Called after each table: rows, milliseconds, and whether it was linked. */
export type OnCompiled = (event: {table: string; rows: number; ms: number; linked: boolean}) => void;

export interface Options {
  memory_mb: number;
  previous: PreviousBuild | null;
  emit: OnCompiled;
}

/**
 * Writes `index/` and `export/` below the build folder and returns their manifest entries. Leaves the rest of the build
 * unchanged.
 */
export async function compileBuild(
  build: Build,
  {memory_mb, previous, emit}: Options,
): Promise<Manifest['index']> {
  const folder = join(build.dir, inBuild.indexes);
  await mkdir(folder, {recursive: true});
  const temporary = join(folder, '.tmp');
  const tables = indexedTables();
  const keys = tableKeys(build, tables);
  const db = await openCompileDb(build, memory_mb, temporary);
  const entries: Manifest['index'] = {};
  try {
    for (const base of tables.filter((declaration) => tableLayout(declaration).base === null)) {
      const family = [base, ...tables.filter((declaration) => tableLayout(declaration).base === base.name)];
      const known = family.map((declaration) => knownEntry(previous, declaration, keys));
      const startedAt = performance.now();
      const linked = await linkAll(build, previous, known);
      const made = linked ?? (await compileFamily(db, base, family.slice(1), keys, folder));
      Object.assign(
        entries,
        Object.fromEntries(family.map((declaration, i) => [declaration.name, made[i]!])),
      );
      const rows = build.manifest.datasets[base.name]?.rows ?? build.manifest.sources.length;
      emit({table: base.name, rows, ms: performance.now() - startedAt, linked: linked !== null});
    }
  } finally {
    db.close();
    await rm(temporary, {recursive: true, force: true});
  }
  return entries;
}

/** Compiles a table and its views; their entries come in this order. */
async function compileFamily(
  db: CompileDb,
  base: Dataset | Derived,
  views: readonly (Dataset | Derived)[],
  keys: ReadonlyMap<string, string>,
  folder: string,
): Promise<IndexEntry[]> {
  const compiled: Compiled = await compileTable(db, tableLayout(base), folder);
  const {index, values, items, details, search} = compiled.files;
  const entries: IndexEntry[] = [
    {
      key: keys.get(base.name)!,
      index: {path: inBuild.index(base.name), ...index},
      values: {path: inBuild.values(base.name), ...values},
      items: {path: inBuild.items(base.name), ...items},
      details: {path: inBuild.details(base.name), ...details},
      ...(search ? {found: {path: inBuild.search(base.name), ...search}} : {}),
      ...(await wholeOf(db, base)),
    },
  ];
  for (const view of views) {
    const index = await compileView(db, tableLayout(view), compiled, folder);
    entries.push({
      key: keys.get(view.name)!,
      index: {path: inBuild.index(view.name), ...index},
      ...(await wholeOf(db, view)),
    });
  }
  await db.run(`DROP TABLE ${compiled.order.table}`);
  return entries;
}

async function wholeOf(db: CompileDb, declaration: Dataset | Derived): Promise<{whole?: StoredFile}> {
  return declaration.published ? {whole: await writeExport(db, declaration, db.build.dir)} : {};
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

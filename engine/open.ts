/** Opens a build folder and answers queries from it. */
import {closeSync, openSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {IndexEntry, StoredFile} from '../datasets/artefacts.ts';
import {publishedDatasets} from '../datasets/index.ts';
import {attachBuild, type SharedBuild, type SharedTable} from './attach_build.ts';
import {type Build, readBuild} from './file/build_files.ts';
import {readFooter, readIndex, readSharedBytes} from './file/index_file.ts';
import type {TableMetadata} from './file/section_names.ts';
import {indexedTables} from './file/table_layout.ts';
import type {SearchFile} from './query/table.ts';
import type {BuildInfo, DatasetFile, Engine} from './types.ts';

export {attachBuild, type SharedBuild} from './attach_build.ts';

/** A build read to memory once for all threads. */
export interface LoadedBuild {
  shared: SharedBuild;
  /** Closes its files, when no thread uses them any more. */
  close(): void;
}

const REMEDY = 'run `make ingest` to write a new build, or `make compile` to write its index again';

/**
 * Reads the index of a build to shared memory and opens its files of rows. Throws, naming file and remedy, when the
 * folder is not a build of this format, or a file is missing, damaged, cut off, or not the one that the manifest names.
 */
export async function loadBuild(buildDir: string): Promise<LoadedBuild> {
  const build = await readBuild(buildDir);
  const descriptors: number[] = [];
  const close = () => {
    for (const fd of descriptors) closeSync(fd);
  };
  try {
    const tables = await all(indexedTables().map(({name}) => loadTable(build, name, descriptors)));
    const shared = {info: infoOf(build, tables), tables, whole: wholeFiles(build)};
    // What a thread would miss is to be missed here, where the old build still serves.
    attachBuild(shared);
    return {shared, close};
  } catch (error) {
    close();
    throw error;
  }
}

/** As Promise.all, but a failure is told when nothing is under way any more. */
async function all<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

async function loadTable(build: Build, name: string, descriptors: number[]): Promise<SharedTable> {
  const entry: IndexEntry | undefined = build.manifest.index[name];
  if (!entry) throw new Error(`${build.dir} has no index of ${name}: ${REMEDY}`);
  const path = checked(build, entry.index);
  const file = readIndex<TableMetadata>(path, entry.index.sha256, await readSharedBytes(path));
  if (file.dataset !== name) throw new Error(`${path} is the index of ${file.dataset}: ${REMEDY}`);
  const open = (stored: StoredFile): number => {
    const fd = openSync(checked(build, stored), 'r');
    descriptors.push(fd);
    return fd;
  };
  const {items, details, placed, found} = entry;
  return {
    ...file,
    files:
      items && details
        ? {items: open(items), details: open(details), placed: placed ? open(placed) : null}
        : null,
    found: found ? loadFound(checked(build, found), name, open(found)) : null,
  };
}

/** The file of the search: its lists stay in it. */
function loadFound(path: string, name: string, fd: number): SearchFile {
  const {dataset, sections} = readFooter(path);
  if (dataset !== name) throw new Error(`${path} is the file of ${dataset}: ${REMEDY}`);
  return {path, fd, sections};
}

/** Absolute path of a file that is there with the size that the manifest states. */
function checked({dir}: Build, {path, bytes}: StoredFile): string {
  const file = join(dir, path);
  const found = statSync(file, {throwIfNoEntry: false});
  if (found?.size !== bytes) {
    throw new Error(`${file} has ${found?.size ?? 'no'} bytes, its manifest says ${bytes}: ${REMEDY}`);
  }
  return file;
}

function wholeFiles(build: Build): Record<string, DatasetFile> {
  return Object.fromEntries(
    Object.entries(build.manifest.index).flatMap(([name, {whole}]) =>
      whole ? [[name, {path: checked(build, whole), bytes: whole.bytes}]] : [],
    ),
  );
}

function infoOf({manifest}: Build, tables: readonly SharedTable[]): BuildInfo {
  const {build_id, data_as_of, synthetic} = manifest;
  const rows = new Map(tables.map(({dataset, facts}) => [dataset, facts.rows]));
  // In the order of the declarations, as everywhere; views are compiled last.
  const records = publishedDatasets().map(({name}) => [name, rows.get(name) ?? 0]);
  return {build_id, data_as_of, synthetic, records: Object.fromEntries(records)};
}

/** The engine over the index of a build, in this thread alone. Throws as `loadBuild`. */
export async function openBuild(buildDir: string): Promise<Engine> {
  const {shared, close} = await loadBuild(buildDir);
  const engine = attachBuild(shared);
  return {...engine, close: () => engine.close().then(close)};
}

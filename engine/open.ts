/** Opens a build folder and answers queries from it. The server imports the engine through this file. */
import {closeSync, openSync, statSync} from 'node:fs';
import {join} from 'node:path';
import type {IndexEntry, StoredFile} from '../datasets/artefacts.ts';
import {publishedDatasets} from '../datasets/index.ts';
import {attachBuild, type SharedBuild, type SharedTable} from './attach_build.ts';
import {type Build, readBuild} from './file/build_files.ts';
import {type SharedFile, shareFile} from './file/checked_file.ts';
import {readFooter, readIndex, readSharedBytes} from './file/index_file.ts';
import type {TableMetadata} from './file/section_names.ts';
import {indexedTables} from './file/table_layout.ts';
import type {SearchFile} from './query/table.ts';
import {loadRows} from './rows/shared_rows.ts';
import type {BuildInfo, Engine} from './types.ts';

export {attachBuild, isDamaged, type SharedBuild} from './attach_build.ts';

/** A build in shared memory, for all threads. */
export interface LoadedBuild {
  shared: SharedBuild;
  /** Closes its files, once no thread uses them. */
  close(): void;
}

const REMEDY = 'run `make ingest` to write a new build, or `make compile` to write its index again';

/**
 * Reads the index of a build to shared memory, with the fields of list items where `rowsInMemory`, and opens its row files.
 * Throws, naming file and remedy, if the folder is not a build of this format, or if a file is missing, damaged, truncated or
 * not the one that the manifest names.
 */
export async function loadBuild(buildDir: string, rowsInMemory = true): Promise<LoadedBuild> {
  const build = await readBuild(buildDir);
  const descriptors: number[] = [];
  const damaged = new SharedArrayBuffer(1);
  const open = (stored: StoredFile): SharedFile => {
    const path = verifiedPath(build, stored);
    const fd = openSync(path, 'r');
    descriptors.push(fd);
    return shareFile(path, fd, stored.bytes, damaged);
  };
  const close = () => {
    for (const fd of descriptors) closeSync(fd);
  };
  try {
    const tables = await allSettled(
      indexedTables().map(({name}) => loadTable(build, name, open, rowsInMemory)),
    );
    const shared = {
      info: buildInfo(build, tables),
      tables,
      datasetFiles: datasetFilesOf(build, damaged),
      damaged,
    };
    // Fail here, while the old build still serves, rather than in a thread.
    attachBuild(shared);
    return {shared, close};
  } catch (error) {
    close();
    throw error;
  }
}

/** As Promise.all, but rejects only after all promises have settled. */
async function allSettled<T>(promises: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

async function loadTable(
  build: Build,
  name: string,
  open: (stored: StoredFile) => SharedFile,
  rowsInMemory: boolean,
): Promise<SharedTable> {
  const entry: IndexEntry | undefined = build.manifest.index[name];
  if (!entry) throw new Error(`${build.dir} has no index of ${name}: ${REMEDY}`);
  const path = verifiedPath(build, entry.index);
  const file = readIndex<TableMetadata>(path, entry.index.sha256, await readSharedBytes(path));
  if (file.dataset !== name) throw new Error(`${path} is the index of ${file.dataset}: ${REMEDY}`);
  const {values, items, details, found: searchFile} = entry;
  return {
    ...file,
    rows:
      values && items && details
        ? await loadRows(
            {values: {...open(values), sha256: values.sha256}, heads: open(items), rests: open(details)},
            rowsInMemory,
          )
        : null,
    searchFile: searchFile ? openSearchFile(open(searchFile), name) : null,
  };
}

/** Reads the section table of a search file; the sections stay in it. */
export function openSearchFile(file: SharedFile, name: string): SearchFile {
  const {dataset, sections, footerAt} = readFooter(file.path);
  if (dataset !== name) throw new Error(`${file.path} is the file of ${dataset}: ${REMEDY}`);
  return {...file, sections, footerAt};
}

/** Absolute path of a file, after checking its size against the manifest. */
export function verifiedPath({dir}: Build, {path, bytes}: StoredFile): string {
  const file = join(dir, path);
  const stats = statSync(file, {throwIfNoEntry: false});
  if (stats?.size !== bytes) {
    throw new Error(`${file} has ${stats?.size ?? 'no'} bytes, its manifest says ${bytes}: ${REMEDY}`);
  }
  return file;
}

function datasetFilesOf(build: Build, damaged: SharedArrayBuffer): SharedBuild['datasetFiles'] {
  return Object.fromEntries(
    Object.entries(build.manifest.index).flatMap(([name, {whole}]) =>
      whole
        ? [
            [
              name,
              {file: shareFile(verifiedPath(build, whole), -1, whole.bytes, damaged), sha256: whole.sha256},
            ],
          ]
        : [],
    ),
  );
}

/** What the build is, with the rows of its datasets. */
export function buildInfo(
  {manifest}: Build,
  tables: readonly Pick<SharedTable, 'dataset' | 'facts'>[],
): BuildInfo {
  const {build_id, data_as_of, synthetic} = manifest;
  const rows = new Map(tables.map(({dataset, facts}) => [dataset, facts.rows]));
  // In declared order; views are compiled last.
  const records = publishedDatasets().map(({name}) => [name, rows.get(name) ?? 0]);
  return {build_id, data_as_of, synthetic, records: Object.fromEntries(records)};
}

/** Opens a build for this thread alone. Throws as `loadBuild`. */
export async function openBuild(buildDir: string): Promise<Engine> {
  const {shared, close} = await loadBuild(buildDir);
  const engine = attachBuild(shared);
  return {...engine, close: () => engine.close().then(close)};
}

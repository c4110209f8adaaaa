/** Opens a build folder and answers queries from it. The server imports the engine through this file. */
import {hash} from 'node:crypto';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {DICTIONARIES, inBuild} from '../builds/artefacts.ts';
import {attachBuild, type SharedBuild} from './attach_build.ts';
import {type Build, readBuild, readManifest} from './file/build_files.ts';
import {shareFile} from './file/checked_file.ts';
import {allSettled} from './file/load_file.ts';
import {indexedTables} from './file/table_layout.ts';
import {mercatorX, mercatorY, northOf, westOf} from './geo/mercator.ts';
import {type Indexed, type LoadedTable, loadTable, verifiedPath} from './load_table.ts';
import {buildInfo} from './manifest_info.ts';
import type {Engine} from './types.ts';

/** Shares of the map by degrees. */
export const mercator = {x: mercatorX, y: mercatorY, westOf, northOf};

export {attachBuild, isDamaged, type SharedBuild} from './attach_build.ts';
export {describeBuild} from './describe_build.ts';
export {type FarBuild, openFarBuild} from './far_build.ts';
export {Missing, type MissingRange} from './file/byte_source.ts';
export {FetchedFiles} from './file/fetched_files.ts';
export {openFile} from './file/open_file.ts';
export type {LoadedTable} from './load_table.ts';

/** A build in shared memory, for all threads. */
export interface LoadedBuild {
  shared: SharedBuild;
  /** Its tables, which other builds may share. */
  tables: readonly LoadedTable[];
  /** Closes its files, once no thread uses them. */
  close(): void;
}

/**
 * Reads the index of a build to shared memory, with the fields of list items where `rowsInMemory`, and opens
 * its row files. Tables that are the same in `earlier`, an open build, are shared with it. Throws, naming
 * file and remedy, if the folder is not a build of this format, or if a file is missing, damaged, truncated
 * or not the one that the manifest names.
 */
export async function loadBuild(
  buildDir: string,
  rowsInMemory = true,
  earlier: Pick<LoadedBuild, 'tables'> | null = null,
): Promise<LoadedBuild> {
  const build = await readBuild(buildDir);
  const known = new Map(earlier?.tables.map((table) => [table.shared.dataset, table]));
  const loaded: LoadedTable[] = [];
  const close = closing(loaded);
  try {
    const load = async (name: string): Promise<LoadedTable> => {
      const table = await loadTable(build, name, rowsInMemory, known.get(name) ?? null);
      loaded.push(table);
      return table;
    };
    const tables = await allSettled(indexedTables().map(({name}) => load(name)));
    const damaged = new SharedArrayBuffer(1);
    const shared = {
      info: buildInfo(
        build.manifest,
        tables.map((table) => table.shared),
      ),
      tables: tables.map((table) => table.shared),
      files: await servedFiles(build, damaged),
      damaged,
    };
    // Fail here, while the old build still serves, rather than in a thread.
    attachBuild(shared);
    return {shared, tables, close};
  } catch (error) {
    close();
    throw error;
  }
}

/** Loads a table of one build. Rejects as `loadBuild`; the caller closes the table. */
export type TableLoader = (name: string) => Promise<LoadedTable>;

/**
 * Loads single tables of a build folder that is not complete yet: of the manifest and the files of the tables
 * that are asked for all must be there. `loadBuild` takes them over as those of an earlier build, also after
 * the folder was renamed.
 */
export function tableLoader(buildDir: string, rowsInMemory: boolean): TableLoader {
  let build: Promise<Indexed> | null = null;
  const read = async (): Promise<Indexed> => ({
    dir: buildDir,
    manifest: await readManifest(join(buildDir, inBuild.manifest)),
  });
  return async (name) => {
    build ??= read();
    return loadTable(await build, name, rowsInMemory, null);
  };
}

/**
 * Closes tables. Made apart from what loads them, whose variables, and with them the earlier build, would
 * stay as long as it.
 */
const closing = (tables: readonly LoadedTable[]) => (): void => {
  for (const table of tables) table.close();
};

/** A file that no manifest names. */
const ownFile = (path: string, bytes: Buffer) => ({
  path,
  bytes: bytes.length,
  sha256: hash('sha256', bytes, 'hex'),
});

/** Parquet with its Delta logs, exports, changes, locations of rows, the manifest, which names all of them, and its signature. */
async function servedFiles(build: Build, damaged: SharedArrayBuffer): Promise<SharedBuild['files']> {
  const {datasets, others = [], index} = build.manifest;
  const exported = Object.values(index).flatMap(({whole}) => whole ?? []);
  for (const stored of exported) verifiedPath(build, stored);
  const listed = [...Object.values(datasets).flatMap(({files}) => files), ...others, ...exported];
  const dictionaries = Object.values(DICTIONARIES);
  const served = listed.filter(
    ({path}) => /^(parquet|export|changes|rows)\//.test(path) || dictionaries.includes(path),
  );
  const text = await readFile(join(build.dir, inBuild.manifest));
  const signature = await readFile(join(build.dir, inBuild.signature)).catch(() => null);
  const own = ownFile(inBuild.manifest, text);
  const replaced = [own, ...(signature ? [ownFile(inBuild.signature, signature)] : [])];
  return new Map(
    [...served, ...replaced].map(({path, bytes, sha256}, number) => {
      // `make compile` writes manifest and signature of a build in service anew, which damages nothing.
      const flag = replaced.some((one) => one.path === path) ? new SharedArrayBuffer(1) : damaged;
      return [path, {file: shareFile(join(build.dir, path), -1, bytes, flag), sha256, number}];
    }),
  );
}

/** Opens a build for this thread alone. Throws as `loadBuild`. */
export async function openBuild(buildDir: string): Promise<Engine> {
  const {shared, close} = await loadBuild(buildDir);
  const engine = attachBuild(shared);
  return {...engine, close: () => engine.close().then(close)};
}

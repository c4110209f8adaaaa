/**
 * Brings a published build into DATA_DIR: links what earlier builds have, downloads the rest, compares every
 * hash while writing, and renames the whole folder when it is on the disk. A run that was broken off is
 * continued.
 */
import {dirname, join} from 'node:path';
import {dataPaths, FORMAT, inBuild} from '../builds/artefacts.ts';
import {listedFiles, readManifest} from '../builds/build_files.ts';
import {makeFolder, renameDurably, syncTree} from '../builds/durable.ts';
import {DISK, type Files} from '../builds/files.ts';
import {hashFile} from '../builds/hash_file.ts';
import {removeBuild} from '../builds/remove_build.ts';
import type {TrustedKeys} from '../builds/signature.ts';
import {type PublishedBuild, type PublishedFile, readBuild} from './documents.ts';
import {eachAtOnce} from './each_at_once.ts';
import {Arrivals, fetchOrder, type TableFiles, tableFiles} from './fetch_order.ts';
import {type FetchPool, fetchHere, fetchInThreads} from './fetch_pool.ts';
import type {ObjectStore} from './object_store.ts';
import {assertPublishedSigned} from './published_signature.ts';

export interface StageProgress {
  done: number;
  total: number;
}

export interface Staged {
  build_id: string;
  /** Bytes of all files, and of those that were downloaded; the others were linked. */
  bytes: {all: number; downloaded: number};
}

/** Where a build is put together; names that begin with a dot are no builds. */
const stagingOf = (dataDir: string, id: string): string => join(dataPaths(dataDir).builds, `.${id}.staging`);

const sizeOf = (path: string, disk: Files): Promise<number> =>
  disk.stat(path).then(
    ({size}) => size,
    (error: NodeJS.ErrnoException) => {
      // A disk that fails does not say that the file is missing.
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return -1;
      throw error;
    },
  );

/** Whether a folder has all files of the build, with their sizes; `hashed`: with their bytes. */
async function isWhole(
  folder: string,
  {files}: PublishedBuild,
  disk: Files,
  hashed: boolean,
): Promise<boolean> {
  const sizes = await Promise.all(files.map(({path}) => sizeOf(join(folder, path), disk)));
  if (!files.every(({bytes}, at) => sizes[at] === bytes)) return false;
  if (!hashed) return true;
  for (const {path, sha256} of files) if ((await hashFile(join(folder, path), disk)) !== sha256) return false;
  return true;
}

/** Files of local builds by their hash. */
async function localFiles(dataDir: string, disk: Files): Promise<Map<string, string>> {
  const {builds} = dataPaths(dataDir);
  const known = new Map<string, string>();
  for (const id of await disk.readdir(builds).catch(() => [])) {
    const manifest = id.startsWith('.') ? null : await readManifest(join(builds, id), disk);
    for (const {path, sha256} of manifest ? listedFiles(manifest) : [])
      known.set(sha256, join(builds, id, path));
  }
  return known;
}

export interface StageOptions {
  onProgress?: (progress: StageProgress) => void;
  /**
   * A table's files are all in `folder`, where the build is put together. With it, files of tables are
   * fetched before others.
   */
  onTable?: (table: string, folder: string) => void;
  disk?: Files;
  /**
   * Threads that download, each from the bucket of the store; 1: this one, which leaves the other processors
   * to others.
   */
  threads?: number;
  /** One of these must have signed the build; null: it needs no signature. */
  keys?: TrustedKeys | null;
}

/**
 * Makes `builds/<id>` of the store's build of this id. Throws if the store has no such build, if an object is
 * missing or is not what its name says, if the build is of another format, and, before anything is fetched, if
 * none of the `keys` has signed it.
 */
export async function stageBuild(
  store: ObjectStore,
  id: string,
  dataDir: string,
  {onProgress = () => {}, onTable, disk = DISK, threads = 1, keys = null}: StageOptions = {},
): Promise<Staged> {
  const build = await readBuild(store, id);
  if (!build) throw new Error(`${store.location} has no build ${id}: publish it again`);
  if (keys) await assertPublishedSigned(store, build, keys);
  const all = build.files.reduce((sum, {bytes}) => sum + bytes, 0);
  const folder = dataPaths(dataDir).build(id);
  if (await isWhole(folder, build, disk, keys !== null)) return {build_id: id, bytes: {all, downloaded: 0}};
  const staging = stagingOf(dataDir, id);
  await removeOtherStagings(dataDir, staging, disk);
  await makeFolder(staging, disk);
  const local = await localFiles(dataDir, disk);
  let [done, downloaded] = [0, 0];
  const pool =
    store.isBucket && threads > 1 ? fetchInThreads(store.location, threads) : fetchHere(store, disk);
  const bring = async (file: PublishedFile): Promise<void> => {
    const onBytes = (bytes: number): void => {
      done += bytes;
      onProgress({done, total: all});
    };
    const sent = await bringFile({pool, staging, local, hashed: keys !== null, onBytes, disk}, file);
    downloaded += sent;
  };
  try {
    if (onTable) await bringTables(build.files, {staging, disk, atOnce: pool.atOnce, bring, onTable});
    else for (const group of fetchOrder(build.files, NO_TABLES)) await eachAtOnce(group, pool.atOnce, bring);
  } finally {
    await pool.close();
  }
  const manifest = await readManifest(staging, disk);
  if (manifest?.build_id !== id || manifest.format !== FORMAT) {
    throw new Error(
      `${store.location}: build ${id} has format ${manifest?.format ?? 'unknown'}, this version reads ${FORMAT}: install the version that published it, or publish again with this one`,
    );
  }
  await syncTree(staging, disk);
  await removeBuild(folder, disk);
  await renameDurably(staging, folder, disk);
  return {build_id: id, bytes: {all, downloaded}};
}

const NO_TABLES: TableFiles = new Map();

interface BringingTables {
  staging: string;
  disk: Files;
  atOnce: number;
  bring: (file: PublishedFile) => Promise<void>;
  onTable: (table: string, folder: string) => void;
}

/** Brings the manifest, which names the files of the tables, then these, then the others. */
async function bringTables(
  files: readonly PublishedFile[],
  {staging, disk, atOnce, bring, onTable}: BringingTables,
): Promise<void> {
  const isManifest = ({path}: PublishedFile): boolean => path === inBuild.manifest;
  for (const file of files.filter(isManifest)) await bring(file);
  const manifest = await readManifest(staging, disk);
  const tables = manifest ? tableFiles(manifest) : NO_TABLES;
  const arrivals = new Arrivals(tables);
  const others = files.filter((file) => !isManifest(file));
  const bringOf = async (file: PublishedFile): Promise<void> => {
    await bring(file);
    for (const table of arrivals.add(file.path)) onTable(table, staging);
  };
  for (const group of fetchOrder(others, tables)) await eachAtOnce(group, atOnce, bringOf);
}

/** Leftovers of builds that were never completed. */
async function removeOtherStagings(dataDir: string, staging: string, disk: Files): Promise<void> {
  const {builds} = dataPaths(dataDir);
  for (const name of await disk.readdir(builds).catch(() => [])) {
    const path = join(builds, name);
    if (name.endsWith('.staging') && path !== staging) await disk.rm(path, {recursive: true, force: true});
  }
}

/** From where to where files are brought. */
interface Bringing {
  pool: FetchPool;
  staging: string;
  /** Paths of files that this machine has, by hash. */
  local: Map<string, string>;
  /** Whether the bytes of these files are compared with their hash. */
  hashed: boolean;
  onBytes: (bytes: number) => void;
  disk: Files;
}

/** Puts one file into the staging folder; returns the bytes that were downloaded. */
async function bringFile(
  {pool, staging, local, hashed, onBytes, disk}: Bringing,
  file: PublishedFile,
): Promise<number> {
  const target = join(staging, file.path);
  await disk.mkdir(dirname(target), {recursive: true});
  const isThere =
    (await sizeOf(target, disk)) === file.bytes && (await hashFile(target, disk)) === file.sha256;
  if (isThere || (await linkLocal(local.get(file.sha256), file, target, {disk, hashed}))) {
    local.set(file.sha256, target);
    onBytes(file.bytes);
    return 0;
  }
  const sent = await pool.download(file, target, onBytes);
  local.set(file.sha256, target);
  return sent;
}

/**
 * Links a file that this machine has. Its bytes are compared when they are read, as those of every build, by
 * checksums that find faults; `hashed`: here, by the hash, so that nobody can have put others in their place.
 */
async function linkLocal(
  from: string | undefined,
  {bytes, sha256}: PublishedFile,
  target: string,
  {disk, hashed}: Pick<Bringing, 'disk' | 'hashed'>,
): Promise<boolean> {
  if (from === undefined || (await sizeOf(from, disk)) !== bytes) return false;
  if (hashed && (await hashFile(from, disk)) !== sha256) return false;
  await disk.rm(target, {force: true});
  return disk.link(from, target).then(
    () => true,
    () => false,
  );
}

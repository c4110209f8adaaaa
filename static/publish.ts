/** Copies a site to a bucket in an order in which a reader has the build before or the new one, and never parts of both. */
import {readdir, readFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {getMimeType} from 'hono/utils/mime';
import {listedFiles, readManifest} from '../builds/build_files.ts';
import {eachAtOnce} from '../storage/each_at_once.ts';
import type {ObjectHeaders, ObjectStore} from '../storage/object_store.ts';
import {uploadFile} from '../storage/upload_file.ts';
import {buildFolder, KEPT, POINTER, type Pointer} from './site_files.ts';

/** Uploads at a time, each with one part in memory. */
const AT_ONCE = 4;

/** Folders of which each file has one content for ever. */
const LASTING = ['builds/', 'site/'];

/** Keys are paths of the site; these begin with a folder below the location, so that builds may lie beside it. */
const keyOf = (path: string): string => `static/${path}`;

function headersOf(path: string): ObjectHeaders {
  const fits = ([pattern]: [string, string]) =>
    pattern.endsWith('*') ? `/${path}`.startsWith(pattern.slice(0, -1)) : `/${path}` === pattern;
  const [, cacheControl] = Object.entries(KEPT).findLast(fits)!;
  return {contentType: getMimeType(path) ?? 'application/octet-stream', cacheControl};
}

/** Paths of the files of a folder, relative to it. */
async function filesIn(out: string): Promise<string[]> {
  const entries = await readdir(out, {recursive: true, withFileTypes: true});
  return entries.filter((one) => one.isFile()).map((one) => relative(out, join(one.parentPath, one.name)));
}

export interface PublishedSite {
  /** Files that were sent, and their bytes. */
  files: number;
  bytes: number;
  /** Files of older builds that were removed. */
  removed: number;
}

/** The build that a site in a store names; null: there is none. Throws errors of the store. */
export async function buildIn(store: ObjectStore): Promise<string | null> {
  const pointer = await store.read(keyOf(POINTER.slice(1)));
  return pointer && (JSON.parse(pointer.text) as Pointer).build;
}

/**
 * Sends the site in the folder `out`: first what has one content for ever, where its key is not there already,
 * then pages, last the pointer. Builds but this one and that of the pointer before are removed then. Throws
 * errors of the store, and where a file differs from the manifest of its build: the pointer then stays as it
 * was, and the next run does not send again what arrived.
 */
export async function publishSite(store: ObjectStore, out: string): Promise<PublishedSite> {
  const {build}: Pointer = JSON.parse(await readFile(join(out, POINTER), 'utf8'));
  const folder = buildFolder(build).slice(1);
  const before = await buildIn(store);
  const kept = before === null ? [folder] : [folder, buildFolder(before).slice(1)];
  const manifest = await readManifest(join(out, folder));
  if (!manifest) throw new Error(`${out} has no whole build ${build}: run \`make static\` again`);
  const hashed = new Map(listedFiles(manifest).map((file) => [folder + file.path, file]));
  const there = new Set<string>();
  for await (const {key} of store.list(keyOf(''))) there.add(key);
  const sent: PublishedSite = {files: 0, bytes: 0, removed: 0};
  const send = async (path: string): Promise<void> => {
    const file = join(out, path);
    const [key, headers, known] = [keyOf(path), headersOf(path), hashed.get(path)];
    if (known) sent.bytes += await uploadFile(store, key, {...known, path: file}, () => {}, headers);
    else {
      const body = await readFile(file);
      await store.write(key, body, 'any', headers);
      sent.bytes += body.length;
    }
    sent.files += 1;
  };
  const paths = (await filesIn(out)).filter(
    (path) => `/${path}` !== POINTER && (!path.startsWith('builds/') || path.startsWith(folder)),
  );
  const isLasting = (path: string): boolean => LASTING.some((one) => path.startsWith(one));
  // A key of these has the hash of its content or the id of its build, and stores have objects whole or not at all.
  const lasting = paths.filter((path) => isLasting(path) && !there.has(keyOf(path)));
  await eachAtOnce(lasting, AT_ONCE, send);
  await eachAtOnce(
    paths.filter((path) => !isLasting(path)),
    AT_ONCE,
    send,
  );
  await send(POINTER.slice(1));
  const gone = [...there].filter(
    (key) => key.startsWith(keyOf('builds/')) && !kept.some((one) => key.startsWith(keyOf(one))),
  );
  await store.remove(gone);
  return {...sent, removed: gone.length};
}

/** Copies a site to a bucket in an order in which a reader has the build before or the new one, and never parts of both. */
import {readdir, readFile, stat} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {getMimeType} from 'hono/utils/mime';
import {hashFile} from '../builds/hash_file.ts';
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

/**
 * Sends the site in the folder `out`: first what its build and its pages name, which is sent once for ever, then pages,
 * last the pointer. Builds but this one and that of the pointer before are removed then. Throws errors of the store; the
 * pointer is as it was then, and what was sent is not sent again.
 */
export async function publishSite(store: ObjectStore, out: string): Promise<PublishedSite> {
  const pointer = await readFile(join(out, POINTER), 'utf8');
  const {build} = JSON.parse(pointer) as Pointer;
  const before = await store.read(keyOf(POINTER.slice(1)));
  const kept = [build, ...(before ? [(JSON.parse(before.text) as Pointer).build] : [])].map((id) =>
    buildFolder(id).slice(1),
  );
  const [lasting, others] = [[] as string[], [] as string[]];
  for (const path of await filesIn(out)) {
    if (path.startsWith('builds/') && !path.startsWith(kept[0]!)) continue;
    if (`/${path}` !== POINTER) (LASTING.some((one) => path.startsWith(one)) ? lasting : others).push(path);
  }
  const there = new Map<string, number>();
  for await (const {key, bytes} of store.list(keyOf(''))) there.set(key, bytes);
  const sent: PublishedSite = {files: 0, bytes: 0, removed: 0};
  const send = async (path: string, work: (file: string) => Promise<number>): Promise<void> => {
    sent.bytes += await work(join(out, path));
    sent.files += 1;
  };
  await eachAtOnce(lasting, AT_ONCE, async (path) => {
    const file = join(out, path);
    const {size: bytes} = await stat(file);
    if (there.get(keyOf(path)) === bytes) return;
    const sha256 = await hashFile(file);
    await send(path, () =>
      uploadFile(store, keyOf(path), {path: file, bytes, sha256}, () => {}, headersOf(path)),
    );
  });
  const put = async (path: string): Promise<void> =>
    send(path, async (file) => {
      const body = await readFile(file);
      await store.write(keyOf(path), body, 'any', headersOf(path));
      return body.length;
    });
  await eachAtOnce(others, AT_ONCE, put);
  await put(POINTER.slice(1));
  const gone = [...there.keys()].filter(
    (key) => key.startsWith(keyOf('builds/')) && !kept.some((folder) => key.startsWith(keyOf(folder))),
  );
  await store.remove(gone);
  return {...sent, removed: gone.length};
}

/**
 * Reads files from a folder instead of the network: which belong to a source, and their way into the store.
 */
import {readdir, readFile, stat} from 'node:fs/promises';
import {basename, isAbsolute, join, resolve} from 'node:path';
import {DROPPED, type Snapshot} from '../../builds/artefacts.ts';
import {DISK, type Files} from '../../builds/files.ts';
import {hashFile} from '../../builds/hash_file.ts';
import type {Settings} from '../../datasets/settings.ts';
import {ENDINGS, formatOf} from '../read/formats.ts';
import type {Emit} from '../runtime/events.ts';
import {timestamp} from '../runtime/timestamp.ts';
import {emitFetched, type FetchContext, progressEmitter} from './download.ts';
import {codeOf, FetchError, type Target} from './errors.ts';
import {type FileState, fileState, hasBytesOf, isSameState} from './file_state.ts';
import {sniffFormat} from './mirror_format.ts';
import type {PartialDownload} from './partial_download.ts';
import {unresumable} from './resume.ts';
import {isObject, type JsonObject} from './unknown_json.ts';

/** A file of the mirror: its relative path, and its name in the store. */
export interface MirrorFile {
  path: string;
  name: string;
}

/**
 * Checks the whole mirror before any source: throws for invalid MIRROR or MIRROR_MAP, warns of folders and
 * files that no source reads. `slugs`: all sources.
 */
export async function checkMirror(
  slugs: readonly string[],
  {MIRROR, MIRROR_MAP}: Pick<Settings, 'MIRROR' | 'MIRROR_MAP'>,
  emit: Emit,
  setting: 'MIRROR' | 'INBOX' = 'MIRROR',
): Promise<void> {
  const refuse = settingRefusal(setting);
  const root = await rootOf(MIRROR, refuse, setting);
  if (MIRROR_MAP) {
    await readMap(slugs, resolve(MIRROR_MAP), refuse);
    return;
  }
  const warn = (source: string, names: string[], text: string) => {
    if (names.length) emit({kind: 'warning', source, file: '', text: `${text}: ${names.sort().join(', ')}`});
  };
  const folders = (await readdir(root, {withFileTypes: true})).filter((one) => !one.isFile());
  const strange = folders.map(({name}) => name).filter((name) => !slugs.includes(name));
  warn(setting.toLowerCase(), strange, 'folders that are no source are passed over');
  for (const slug of slugs) {
    const names = await readdir(join(root, slug)).catch(() => []);
    const taken = await filesIn(join(root, slug), names);
    const others = names.filter((name) => !name.startsWith('.') && !taken.includes(name));
    warn(slug, others, `passed over, no files with a name in ${ENDINGS.join(', ')}`);
  }
}

/**
 * The files of a source in reading order: those in MIRROR_MAP, else those of `<mirror>/<slug>/` by name.
 * Empty where there are none. `slugs`: all sources; the map may name no other.
 */
export async function mirrorFiles(
  slug: string,
  slugs: readonly string[],
  {MIRROR, MIRROR_MAP}: Pick<Settings, 'MIRROR' | 'MIRROR_MAP'>,
): Promise<MirrorFile[]> {
  const refuse = refusal(slug);
  const root = await rootOf(MIRROR, refuse);
  if (MIRROR_MAP) return filesInMap(slug, slugs, root, resolve(MIRROR_MAP));
  const names = await readdir(join(root, slug)).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw refuse(join(root, slug), `cannot be listed: ${error}`, 'make it a folder that can be read');
  });
  return (await filesIn(join(root, slug), names.sort())).map((name) => ({path: `${slug}/${name}`, name}));
}

/** Names of files in a known format, in the given order. */
async function filesIn(folder: string, names: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const name of names) {
    if (name.startsWith('.') || formatOf(name) === null) continue;
    if (await isFile(join(folder, name))) files.push(name);
  }
  return files;
}

async function rootOf(mirror: string, refuse: Refuse, setting = 'MIRROR'): Promise<string> {
  const root = resolve(mirror);
  if ((await stat(root).catch(() => null))?.isDirectory()) return root;
  throw refuse(root, 'there is no such folder', `set ${setting} to the folder that holds the files`);
}

async function filesInMap(
  slug: string,
  slugs: readonly string[],
  root: string,
  map: string,
): Promise<MirrorFile[]> {
  const refuse = refusal(slug);
  const paths = (await readMap(slugs, map, refuse))[slug] ?? [];
  if (!Array.isArray(paths)) throw refuse(map, `sources.${slug} is not a list`, 'list paths below MIRROR');
  const files: MirrorFile[] = [];
  for (const path of paths) {
    if (typeof path !== 'string' || isAbsolute(path) || path.split('/').includes('..')) {
      throw refuse(map, `sources.${slug} holds ${JSON.stringify(path)}`, 'list paths below MIRROR');
    }
    if (formatOf(path) === null) {
      throw refuse(map, `${path} has an unknown extension`, `known are ${ENDINGS.join(', ')}`);
    }
    if (!(await isFile(join(root, path)))) {
      throw refuse(join(root, path), 'the file is missing', `put it there or take it out of ${map}`);
    }
    const taken = files.some((file) => file.name === basename(path));
    files.push({path, name: taken ? path : basename(path)});
  }
  return files;
}

/** The `sources` of a map. */
async function readMap(slugs: readonly string[], map: string, refuse: Refuse): Promise<JsonObject> {
  const read = await readJsonFile(map, refuse);
  const sources = isObject(read) ? read['sources'] : null;
  if (!isObject(sources))
    throw refuse(map, 'has no object `sources`', 'write {"sources": {"slug": ["file.csv"]}}');
  const unknown = Object.keys(sources).filter((name) => !slugs.includes(name));
  if (unknown.length > 0) {
    throw refuse(map, `names unknown sources: ${unknown.join(', ')}`, `known are ${slugs.join(', ')}`);
  }
  return sources;
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isFile() ?? false;
}

/** Whether `<mirror>/mirror.json` declares the files as generated. */
export async function isSynthetic(slug: string, mirror: string): Promise<boolean> {
  const path = join(resolve(mirror), 'mirror.json');
  if (!(await stat(path).catch(() => null))) return false;
  const read = await readJsonFile(path, refusal(slug));
  return isObject(read) && read['synthetic'] === true;
}

/** A mirror as a run reads it. */
export interface Mirror {
  root: string;
  synthetic: boolean;
  /** Reads files also where their state says that their bytes are known. */
  reread: boolean;
  now: () => Date;
  /** Reads their bytes. */
  files?: Files | undefined;
  /** A drop folder: its files are as old as their time of modification says. */
  dropped?: boolean;
}

/**
 * Copies a file of the mirror into the store, unless its state shows that it was read before, or its bytes
 * that they are stored.
 */
export async function fetchMirrored(
  source: string,
  {path, name}: MirrorFile,
  {root, synthetic, reread, now, files = DISK, dropped = false}: Mirror,
  context: FetchContext,
): Promise<Snapshot> {
  const {store, http, emit, signal, startedAt} = context;
  const start = http.clock();
  const origin = dropped ? DROPPED : resolve(root);
  const from = join(resolve(root), path);
  const target: Target = {source, file: name, url: `${dropped ? DROPPED : 'mirror'}:${path}`};
  const seen = await stateOf(target, from, now());
  const latest = reread ? null : await store.latest(name, origin);
  const known = latest && latest.snapshot.url === target.url && hasBytesOf(latest.seen, seen) ? latest : null;
  if (known && known.snapshot.synthetic === synthetic) {
    const snapshot = await store.confirm(target, known, startedAt);
    emitFetched(emit, target, snapshot, http.clock() - start, false);
    return snapshot;
  }
  const format = await guarded(target, from, signal, () => sniffFormat(from, name));
  const arrival = {
    ...{name, format, url: target.url, etag: null, last_modified: null, origin, synthetic, seen},
    ...(dropped ? {fetched_at: dayOf(seen, now())} : {}),
  };
  // Bytes that are stored already are not written again: a mirror is often renewed as a whole, of which
  // little changed.
  const twin = await guarded(target, from, signal, () =>
    store.twin(seen.size, format, () => hashFile(from, files)),
  );
  if (twin) await assertSame(target, from, seen);
  const {snapshot, changed} = twin
    ? await store.adopt(target, twin, arrival, startedAt)
    : await store.commit(target, await copied(target, from, seen, files, context), arrival, startedAt);
  emitFetched(emit, target, snapshot, http.clock() - start, changed);
  return snapshot;
}

/** When a file was last written, if that is not to come. */
const dayOf = ({mtime_ns}: FileState, now: Date): string =>
  timestamp(new Date(Math.min(Number(BigInt(mtime_ns) / 1_000_000n), now.getTime())));

/** A copy of a file of the mirror, on its way into the store. */
async function copied(
  target: Target,
  from: string,
  seen: FileState,
  files: Files,
  context: FetchContext,
): Promise<PartialDownload> {
  const emitProgress = progressEmitter(target, context);
  const part = await context.store.partial(target);
  try {
    await guarded(target, from, context.signal, async () => {
      await part.begin(unresumable(target.url));
      for await (const chunk of files.read(from)) {
        context.signal.throwIfAborted();
        await part.write(chunk);
        emitProgress(part.bytes(), seen.size);
      }
      await assertSame(target, from, seen);
    });
  } catch (error) {
    await part.leave();
    throw error;
  }
  return part;
}

/** Runs what reads a file; throws what it throws, as an error of the file. */
async function guarded<T>(
  target: Target,
  from: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FetchError || signal.aborted) throw error;
    throw unreadable(target, from, error);
  }
}

async function assertSame(target: Target, from: string, seen: FileState): Promise<void> {
  if (!isSameState(seen, await stateOf(target, from, new Date(seen.read_at_ms))))
    throw new FetchError(target, `${from} changed while it was read`, 'run again when it is complete');
}

async function stateOf(target: Target, path: string, now: Date): Promise<FileState> {
  try {
    return await fileState(path, now);
  } catch (error) {
    throw new FetchError(
      target,
      `cannot read ${path}: ${error}`,
      'put the file there or leave it out',
      error,
    );
  }
}

const unreadable = (target: Target, path: string, error: unknown) =>
  new FetchError(target, `cannot read ${path}: ${error}`, 'make the file readable or leave it out', error);

type Refuse = (path: string, problem: string, remedy: string) => Error;

const refusal =
  (slug: string): Refuse =>
  (path, problem, remedy) =>
    new FetchError({source: slug, file: '', url: path}, problem, remedy);

/** An error of the whole mirror rather than of a source. */
const settingRefusal =
  (setting: string): Refuse =>
  (path, problem, remedy) =>
    new Error(`${setting}: ${path}: ${problem}; ${remedy}`);

async function readJsonFile(path: string, refuse: Refuse): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw refuse(path, `cannot be read as JSON: ${error}`, 'correct the file or its setting');
  }
}

/** What the operator does with published builds: list, roll back, prune. */
import {hostname} from 'node:os';
import {
  KEYS,
  listBuilds,
  moveCurrent,
  type Pointer,
  type PublishedBuild,
  readBuild,
  readPointer,
} from './documents.ts';
import {Conflict, type ObjectStore} from './object_store.ts';
import {pruneIngests} from './prune_ingests.ts';

/** Objects that no build names are kept this long: a publisher may be about to name them. */
export const GRACE_MS = 24 * 3_600_000;

export interface BuildSummary
  extends Pick<PublishedBuild, 'build_id' | 'built_at' | 'data_as_of' | 'published_at'> {
  files: number;
  bytes: number;
  current: boolean;
}

/** All builds, newest first. */
export async function summarizeBuilds(store: ObjectStore): Promise<BuildSummary[]> {
  const current = await readPointer(store, KEYS.current);
  const builds = await allBuilds(store);
  return builds.map(({build_id, built_at, data_as_of, published_at, files}) => ({
    build_id,
    built_at,
    data_as_of,
    published_at,
    files: files.length,
    bytes: files.reduce((all, {bytes}) => all + bytes, 0),
    current: build_id === current?.build_id,
  }));
}

/** Newest first. */
async function allBuilds(store: ObjectStore): Promise<PublishedBuild[]> {
  const builds: PublishedBuild[] = [];
  for (const id of await listBuilds(store)) {
    const build = await readBuild(store, id);
    if (build) builds.push(build);
  }
  return builds.sort((a, b) => (a.published_at < b.published_at ? 1 : -1));
}

/**
 * Points `current` at an earlier build. Throws if there is no such build, or another publisher moves
 * `current` meanwhile.
 */
export async function rollBack(store: ObjectStore, id: string, now: Date): Promise<void> {
  const current = await readPointer(store, KEYS.current);
  if (!(await readBuild(store, id))) {
    throw new Error(`${store.location} has no build ${id}: \`make builds\` lists those that it has`);
  }
  if (current?.build_id === id) return;
  const pointer: Pointer = {build_id: id, at: now.toISOString(), by: `${hostname()}:${process.pid}`};
  await moveCurrent(store, pointer, current?.tag ?? null);
}

const REMOVED_AT_ONCE = 1000;

/** A prune that takes longer stops; what is older was left by one that was killed. */
export const PRUNE_MS = 600_000;

/** Whether objects are being removed now. */
export async function isPruning(store: ObjectStore, now: Date): Promise<boolean> {
  const marker = await store.read(KEYS.pruning);
  return marker !== null && now.getTime() - Date.parse(marker.text) < 2 * PRUNE_MS;
}

export interface Pruned {
  builds: string[];
  objects: number;
  bytes: number;
}

/**
 * Keeps the newest `keep` builds and always that of `current` and `next`; removes the documents of the others
 * and what old ingests left, then objects that nothing names and that are older than the grace. A publisher
 * that names its build before this reads the documents is seen; one that names it later sees the marker,
 * waits, and uploads again what is gone. Throws `Conflict` while another prune runs.
 */
export async function pruneStore(
  store: ObjectStore,
  keep: number,
  now: () => Date,
  graceMs = GRACE_MS,
): Promise<Pruned> {
  const begun = now();
  const known = await store.read(KEYS.pruning);
  if (known && (await isPruning(store, begun))) {
    throw new Conflict(`${store.location}: another prune began at ${known.text}: wait for it`);
  }
  const tag = await store.write(KEYS.pruning, begun.toISOString(), known ? {tag: known.tag} : 'absent');
  try {
    return await removeOld(store, keep, begun, graceMs, () => now().getTime() - begun.getTime() < PRUNE_MS);
  } finally {
    // Only one's own marker.
    if ((await store.read(KEYS.pruning))?.tag === tag) await store.remove([KEYS.pruning]);
  }
}

/** Removes nothing more once `mayGoOn` says no. */
async function removeOld(
  store: ObjectStore,
  keep: number,
  now: Date,
  graceMs: number,
  mayGoOn: () => boolean,
): Promise<Pruned> {
  const pointers = [await readPointer(store, KEYS.current), await readPointer(store, KEYS.next)];
  const pointed = new Set(pointers.map((one) => one?.build_id));
  const builds = await allBuilds(store);
  const removed = builds.filter(({build_id}, at) => at >= Math.max(1, keep) && !pointed.has(build_id));
  await store.remove(removed.map(({build_id}) => KEYS.build(build_id)));
  for (const {build_id} of removed) await removeAll(store, KEYS.staged(build_id));
  const old: {key: string; bytes: number}[] = [];
  for await (const {key, bytes, modified} of store.list(KEYS.objects)) {
    if (now.getTime() - modified.getTime() >= graceMs) old.push({key, bytes});
  }
  const kept = new Set((await allBuilds(store)).flatMap(({files}) => files.map(({sha256}) => sha256)));
  const needed = await pruneIngests(store, kept, (modified) => now.getTime() - modified.getTime() >= graceMs);
  const named = new Set([...kept, ...needed].map(KEYS.object));
  const unnamed = old.filter(({key}) => !named.has(key));
  for (let at = 0; at < unnamed.length; at += REMOVED_AT_ONCE) {
    if (!mayGoOn())
      throw new Error(`${store.location}: pruning takes too long, the rest stays: run it again`);
    await store.remove(unnamed.slice(at, at + REMOVED_AT_ONCE).map(({key}) => key));
  }
  return {
    builds: removed.map(({build_id}) => build_id),
    objects: unnamed.length,
    bytes: unnamed.reduce((all, {bytes}) => all + bytes, 0),
  };
}

async function removeAll(store: ObjectStore, prefix: string): Promise<void> {
  const keys: string[] = [];
  for await (const {key} of store.list(prefix)) keys.push(key);
  await store.remove(keys);
}

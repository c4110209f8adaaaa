/**
 * Publishes a build: objects, then the document that names them, then `current`. Readers see the build before
 * or this one; whatever a killed publisher left is used by the next or removed by `prune`.
 */
import {hostname} from 'node:os';
import {join} from 'node:path';
import type {Manifest} from '../builds/artefacts.ts';
import {buildFiles} from '../builds/build_files.ts';
import {isPruning} from './builds.ts';
import {
  describeBuild,
  KEYS,
  moveCurrent,
  type Pointer,
  type PublishedFile,
  readBuild,
  readPointer,
} from './documents.ts';
import {eachAtOnce} from './each_at_once.ts';
import {Conflict, type ObjectStore} from './object_store.ts';
import {uploadFile} from './upload_file.ts';

/** Uploads at a time, each with one part in memory. */
const AT_ONCE = 4;

export interface PublishProgress {
  /** Bytes of the build's objects that are in the store, and of all of them. */
  done: number;
  total: number;
}

export interface Published {
  build_id: string;
  /** False if `current` named this build before. */
  changed: boolean;
  objects: {all: number; uploaded: number};
  bytes: {all: number; uploaded: number};
}

export interface PublishOptions {
  /**
   * Tag of `current` when the work on this build began; null: there was none. Another publisher since then
   * wins.
   */
  expected: string | null;
  /** Replicas that must have staged the build before `current` names it. */
  quorum: number;
  /** Longest wait for them. */
  quorumMs: number;
  now: () => Date;
  /** Called at most a few times a second by large files. */
  onProgress?: (progress: PublishProgress) => void;
}

/** How often a wait looks whether it is over. */
const POLL_MS = 250;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const me = (): string => `${hostname()}:${process.pid}`;

/**
 * The tag of `current`, to be given to `publishBuild` when the build is made; null before the first build.
 */
export const currentTag = async (store: ObjectStore): Promise<string | null> =>
  (await readPointer(store, KEYS.current))?.tag ?? null;

/**
 * Publishes the build in `folder`. Throws `Conflict` if another publisher was faster, an error if too few
 * replicas stage it in time, and errors of the store; `current` is unchanged then.
 */
export async function publishBuild(
  store: ObjectStore,
  folder: string,
  manifest: Manifest,
  options: PublishOptions,
): Promise<Published> {
  const {build_id, built_at, data_as_of} = manifest;
  const before = await readPointer(store, KEYS.current);
  const isThere = before?.build_id === build_id && (await readBuild(store, build_id)) !== null;
  // A publisher that was killed after its last step, and repeats it, is no other one.
  if (!isThere && (before?.tag ?? null) !== options.expected) throw lost(store, before);
  const files = await buildFiles(folder, manifest);
  const objects = distinct(files);
  const sum = (some: readonly PublishedFile[]): number => some.reduce((all, {bytes}) => all + bytes, 0);
  const result = {
    build_id,
    objects: {all: objects.length, uploaded: 0},
    bytes: {all: sum(objects), uploaded: 0},
  };
  if (isThere) return {...result, changed: false};
  const upload = async (wanted: readonly PublishedFile[]): Promise<void> => {
    const sent = await uploadAll(store, folder, wanted, result.bytes.all, options.onProgress);
    result.objects.uploaded += wanted.length;
    result.bytes.uploaded += sent;
  };
  await upload(await absent(store, objects));
  const document = describeBuild({
    build_id,
    built_at,
    data_as_of,
    published_at: options.now().toISOString(),
    files,
  });
  await store.write(KEYS.build(build_id), `${JSON.stringify(document)}\n`, 'any');
  // From here on no prune removes them; what one removed while they were uploaded is uploaded again.
  while (await isPruning(store, options.now())) await pause(POLL_MS);
  await upload(await absent(store, objects));
  const pointer: Pointer = {build_id, at: options.now().toISOString(), by: me()};
  if (options.quorum > 0) await awaitQuorum(store, pointer, options);
  try {
    await moveCurrent(store, pointer, options.expected);
  } catch (error) {
    if (!(error instanceof Conflict)) throw error;
    const winner = await readPointer(store, KEYS.current);
    if (winner?.build_id !== build_id) throw lost(store, winner);
    return {...result, changed: false};
  }
  return {...result, changed: true};
}

const lost = (store: ObjectStore, by: Pointer | null): Conflict =>
  new Conflict(
    `${store.location}: ${by ? `${by.by} published build ${by.build_id} at ${by.at}` : 'current was removed'} while this build was made: it stays unpublished, run again to build on top of the other`,
  );

/** Every object once: equal files are one object. */
const distinct = (files: readonly PublishedFile[]): PublishedFile[] => [
  ...new Map(files.map((file) => [file.sha256, file])).values(),
];

/** Objects that the store lacks. */
async function absent(store: ObjectStore, objects: readonly PublishedFile[]): Promise<PublishedFile[]> {
  const sizes = new Map<string, number>();
  for await (const {key, bytes} of store.list(KEYS.objects)) sizes.set(key, bytes);
  return objects.filter(({sha256, bytes}) => sizes.get(KEYS.object(sha256)) !== bytes);
}

/**
 * Uploads objects, several at a time; returns the bytes that were sent. Rejects after all running uploads
 * have ended.
 */
async function uploadAll(
  store: ObjectStore,
  folder: string,
  wanted: readonly PublishedFile[],
  total: number,
  onProgress?: (progress: PublishProgress) => void,
): Promise<number> {
  let [sent, left] = [0, wanted.reduce((all, {bytes}) => all + bytes, 0)];
  await eachAtOnce(wanted, AT_ONCE, async ({path, bytes, sha256}) => {
    const source = {path: join(folder, path), bytes, sha256};
    // Not `sent += await`, which would read the sum before it waits.
    const uploaded = await uploadFile(store, KEYS.object(sha256), source, (done) => {
      left -= done;
      onProgress?.({done: total - left, total});
    });
    sent += uploaded;
  });
  return sent;
}

/** Announces the build and waits until so many replicas have staged it. */
async function awaitQuorum(
  store: ObjectStore,
  pointer: Pointer,
  {quorum, quorumMs}: PublishOptions,
): Promise<void> {
  await store.write(KEYS.next, `${JSON.stringify(pointer)}\n`, 'any');
  const deadline = Date.now() + quorumMs;
  for (;;) {
    const staged: string[] = [];
    for await (const {key} of store.list(KEYS.staged(pointer.build_id))) staged.push(key);
    if (staged.length >= quorum) return;
    if (Date.now() >= deadline) {
      throw new Error(
        `${store.location}: ${staged.length} of ${quorum} replicas staged build ${pointer.build_id} in time: current stays; look at the replicas, or set QUORUM lower, and run again`,
      );
    }
    await pause(POLL_MS);
  }
}

/**
 * Fetches builds of a bucket into DATA_DIR, in a thread of its own: hashing gigabytes would delay answers.
 * Reports to the main thread, which opens the builds.
 */
import {readlink} from 'node:fs/promises';
import {availableParallelism} from 'node:os';
import {basename} from 'node:path';
import {parentPort, workerData} from 'node:worker_threads';
import {dataPaths} from '../../builds/artefacts.ts';
import {pointCurrent} from '../../builds/current_link.ts';
import {type TrustedKeys, trustedKeys} from '../../builds/signature.ts';
import {KEYS, readPointer} from '../../storage/documents.ts';
import type {ObjectStore} from '../../storage/object_store.ts';
import {openStore} from '../../storage/open_store.ts';
import {removeOldBuilds} from '../../storage/remove_old_builds.ts';
import {type StageProgress, stageBuild} from '../../storage/stage_build.ts';

export interface ReplicaInit {
  location: string;
  dataDir: string;
  /** Name of this replica. */
  replica: string;
  intervalMs: number;
  keepBuilds: number;
  /** VERIFY_KEY; blank: builds need no signature. */
  verifyKey: string;
}

export type ReplicaCommand = {kind: 'prepared'; id: string; error: string | null} | {kind: 'stop'};

export type ReplicaEvent =
  /** The bucket was reached; `wanted` is its current build, moved there at `at`; null: it has none. */
  | {kind: 'wanted'; wanted: string | null; at: string | null}
  | {kind: 'fetching'; done: number; total: number}
  /** Nothing is served yet, and all files of a table are in `folder`, where the build is put together. */
  | {kind: 'table'; id: string; folder: string; table: string}
  | {kind: 'fetched'; id: string; downloaded: number}
  /** Open this build besides the current one, and answer with `prepared`. */
  | {kind: 'prepare'; id: string}
  /** The link `current` names this build now. */
  | {kind: 'switched'; id: string}
  /** Everything that the bucket wants is done. */
  | {kind: 'done'}
  | {kind: 'failed'; error: string};

/** Least time between two reports about a transfer. */
const REPORT_MS = 500;

/** Builds that are open while the next is prepared: the current one, the one before, the next. */
const OPEN_BUILDS = 3;

class Replica {
  readonly #init: ReplicaInit;
  readonly #post: (event: ReplicaEvent) => void;
  readonly #keys: TrustedKeys | null;
  #store: ObjectStore | null = null;
  /** Build that the main thread has been asked to open. */
  #prepared: {id: string; done: PromiseWithResolvers<string | null>} | null = null;
  /** Build whose fetching was told to the publisher. */
  #announced: string | null = null;
  #lastReport = 0;

  constructor(init: ReplicaInit, post: (event: ReplicaEvent) => void) {
    this.#init = init;
    this.#post = post;
    this.#keys = trustedKeys(init.verifyKey);
  }

  /** The answer of the main thread to `prepare`. */
  onPrepared(id: string, error: string | null): void {
    if (this.#prepared?.id === id) this.#prepared.done.resolve(error);
  }

  /** Looks once at the bucket and does what it wants. */
  async poll(): Promise<void> {
    this.#store ??= await openStore(this.#init.location, 'FOLLOW');
    const current = await readPointer(this.#store, KEYS.current);
    this.#post({kind: 'wanted', wanted: current?.build_id ?? null, at: current?.at ?? null});
    if (current && (await this.#linked()) !== current.build_id)
      await this.#switchTo(this.#store, current.build_id);
    const next = await readPointer(this.#store, KEYS.next);
    const isNewer = next && next.build_id !== current?.build_id && next.at > (current?.at ?? '');
    if (isNewer && this.#announced !== next.build_id) await this.#prepare(this.#store, next.build_id);
    this.#post({kind: 'done'});
  }

  #linked(): Promise<string | null> {
    return readlink(dataPaths(this.#init.dataDir).current).then(basename, () => null);
  }

  async #fetch(store: ObjectStore, id: string): Promise<void> {
    const onProgress = ({done, total}: StageProgress): void => {
      if (Date.now() - this.#lastReport < REPORT_MS) return;
      this.#lastReport = Date.now();
      this.#post({kind: 'fetching', done, total});
    };
    // A replica that serves leaves its processors to those that answer; an empty one has nothing else to do.
    const onTable = (table: string, folder: string): void => this.#post({kind: 'table', id, folder, table});
    const options = (await this.#linked()) === null ? {onTable, threads: availableParallelism()} : {};
    const {bytes} = await stageBuild(store, id, this.#init.dataDir, {
      onProgress,
      keys: this.#keys,
      ...options,
    });
    this.#post({kind: 'fetched', id, downloaded: bytes.downloaded});
  }

  async #switchTo(store: ObjectStore, id: string): Promise<void> {
    const paths = dataPaths(this.#init.dataDir);
    await this.#fetch(store, id);
    await pointCurrent(paths, paths.build(id));
    this.#post({kind: 'switched', id});
    await removeOldBuilds(this.#init.dataDir, id, Math.max(OPEN_BUILDS, this.#init.keepBuilds));
  }

  async #prepare(store: ObjectStore, id: string): Promise<void> {
    await this.#fetch(store, id);
    const done = Promise.withResolvers<string | null>();
    this.#prepared = {id, done};
    this.#post({kind: 'prepare', id});
    const error = await done.promise;
    if (error !== null) throw new Error(error);
    await store.write(KEYS.stagedBy(id, this.#init.replica), new Date().toISOString(), 'any');
    this.#announced = id;
  }
}

/** Polls until it is told to stop. */
async function run(port: NonNullable<typeof parentPort>, init: ReplicaInit): Promise<void> {
  const replica = new Replica(init, (event) => port.postMessage(event));
  const stopped = Promise.withResolvers<void>();
  let isStopped = false;
  port.on('message', (command: ReplicaCommand) => {
    if (command.kind === 'prepared') return replica.onPrepared(command.id, command.error);
    isStopped = true;
    stopped.resolve();
  });
  while (!isStopped) {
    const poll = replica.poll().catch((error: unknown) => {
      port.postMessage({kind: 'failed', error: error instanceof Error ? error.message : String(error)});
    });
    // A transfer is broken off when the thread ends; the next start continues it.
    await Promise.race([poll, stopped.promise]);
    const pause = new Promise((resolve) => setTimeout(resolve, init.intervalMs));
    await Promise.race([pause, stopped.promise]);
  }
  port.close();
  process.exit();
}

if (parentPort) await run(parentPort, workerData as ReplicaInit);

/**
 * Follows a bucket: starts the thread that fetches builds, has them opened, and keeps what `/readyz` and
 * `/health` tell.
 */
import {hostname} from 'node:os';
import {Worker} from 'node:worker_threads';
import {dataPaths} from '../../builds/artefacts.ts';
import {acquireLock} from '../../builds/lock.ts';
import {isOn, numeric, type Settings} from '../../datasets/settings.ts';
import {parseLocation} from '../../storage/location.ts';
import type {Replication, ServiceState} from '../api/context.ts';
import type {Log} from '../log.ts';
import type {BuildFollower, BuildPool} from './build_follower.ts';
import type {ReplicaCommand, ReplicaEvent, ReplicaInit} from './replica_thread.ts';

export interface ReplicaOptions {
  init: ReplicaInit;
  /** Whether `/readyz` stays 200 while a build is being fetched. */
  readyWhileStaging: boolean;
  follower: BuildFollower;
  /** Those that answer: a build is fetched while they start. */
  pool: Promise<BuildPool>;
  log: Log;
  /** The state has changed. */
  onState: (state: Pick<ServiceState, 'unready' | 'replication'>) => void;
}

/**
 * What the settings say of this replica. Throws for numbers that are none, and for an address that is no
 * bucket's.
 */
export function replicaInit(settings: Settings, port: number): ReplicaInit {
  if (settings.FOLLOW) parseLocation(settings.FOLLOW, 'FOLLOW');
  return {
    location: settings.FOLLOW,
    dataDir: settings.DATA_DIR,
    replica: settings.REPLICA || `${hostname()}-${port}`,
    intervalMs: Math.max(50, numeric(settings, 'FOLLOW_MS')),
    keepBuilds: numeric(settings, 'KEEP_BUILDS'),
    verifyKey: settings.VERIFY_KEY,
  };
}

export const isReadyWhileStaging = (settings: Settings): boolean => isOn(settings, 'READY_WHILE_STAGING');

/** The state before the bucket was looked at. */
export const STARTING: ServiceState = {
  unready: 'starting',
  replication: {wanted: null, behind_since: null, bytes: {done: 0, total: 0}, error: null},
};

/** A dead thread is started again after this long. */
const RESTART_MS = 1000;

/**
 * Starts to follow; resolves with what stops it. Rejects while an ingest or another server works on this
 * data.
 */
export async function followBucket(options: ReplicaOptions): Promise<() => Promise<void>> {
  const {init, readyWhileStaging, follower, log, onState} = options;
  const release = await acquireLock(dataPaths(init.dataDir).lock, 'ingest or replica');
  const replication: Replication = {
    wanted: null,
    behind_since: null,
    bytes: {done: 0, total: 0},
    error: null,
  };
  /**
   * Whether the bucket's build was served once, or this machine's own because the bucket cannot be reached.
   */
  let isCaughtUp = false;
  let isDone = false;
  let thread: Worker | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  function announce(): void {
    // An empty bucket wants nothing else than what is here.
    const isServed =
      isDone && follower.serving() !== null && [null, follower.serving()].includes(replication.wanted);
    if (isServed) replication.behind_since = null;
    if (isServed || (replication.error !== null && follower.serving() !== null)) isCaughtUp = true;
    const isStaging = replication.bytes.total > 0 && !readyWhileStaging;
    const unready = isCaughtUp ? (isStaging ? 'staging' : null) : 'starting';
    onState({unready, replication: structuredClone(replication)});
  }

  async function prepare(id: string, pool: BuildPool): Promise<void> {
    const error = await follower.prepare(id, pool).then(
      () => null,
      (cause: unknown) => (cause instanceof Error ? cause.message : String(cause)),
    );
    thread?.postMessage({kind: 'prepared', id, error} satisfies ReplicaCommand);
  }

  type Handler<K> = (event: Extract<ReplicaEvent, {kind: K}>, pool: BuildPool) => unknown;
  const handlers: {[K in ReplicaEvent['kind']]: Handler<K>} = {
    wanted({wanted, at}) {
      if (wanted !== replication.wanted && wanted !== follower.serving()) {
        replication.behind_since = at === null ? null : Date.parse(at);
      }
      replication.wanted = wanted;
      follower.onWanted(wanted);
    },
    fetching({done, total}) {
      replication.bytes = {done, total};
    },
    table: ({id, folder, table}) => follower.loadAhead({id, folder, table}),
    fetched({id, downloaded}) {
      replication.bytes = {done: 0, total: 0};
      if (downloaded > 0) log.info({build: id, bytes: downloaded}, 'fetched build');
    },
    done() {
      isDone = true;
      replication.error = null;
    },
    prepare: ({id}, pool) => prepare(id, pool),
    switched: (_, pool) => follower.poll(pool),
    failed({error}) {
      if (error !== replication.error) log.error({err: new Error(error)}, 'cannot follow the bucket');
      replication.error = error;
      replication.bytes = {done: 0, total: 0};
    },
  };

  function start(): void {
    thread = new Worker(new URL('replica_thread.ts', import.meta.url), {workerData: init});
    thread.on('message', async (event: ReplicaEvent) => {
      const pool = await options.pool.catch(() => null);
      if (!pool) return;
      await (handlers[event.kind] as (event: ReplicaEvent, pool: BuildPool) => unknown)(event, pool);
      announce();
    });
    thread.on('error', (error) => log.error({err: error}, 'the thread that follows the bucket died'));
    thread.once('exit', () => {
      if (!isStopped) timer = setTimeout(start, RESTART_MS);
    });
  }

  const stop = async (): Promise<void> => {
    isStopped = true;
    clearTimeout(timer);
    const ended = thread && new Promise((resolve) => thread?.once('exit', resolve));
    thread?.postMessage({kind: 'stop'} satisfies ReplicaCommand);
    await ended;
    release();
  };
  start();
  // A server that cannot start ends, and so must the thread.
  options.pool.catch(stop);
  return stop;
}

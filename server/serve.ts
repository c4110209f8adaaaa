/** Serves the current build over HTTP until stopped. The composition root. */
import {dataPaths} from '../builds/artefacts.ts';
import {ensureDataDir} from '../builds/data_dir.ts';
import {trustedKeys} from '../builds/signature.ts';
import {assertSigned} from '../builds/signed_build.ts';
import {
  addressOf,
  choiceOf,
  hookPlacesOf,
  isOn,
  mailOf,
  numeric,
  originOf,
  originsOf,
  type Settings,
  settings,
} from '../datasets/settings.ts';
import {loadBuild, tableLoader} from '../engine/open.ts';
import {type JobCount, READY, type ServiceState} from './api/context.ts';
import {allocateMetrics} from './api/metrics.ts';
import {startPersistenceLoop} from './limits/persistence_loop.ts';
import {openLog} from './log.ts';
import {documentsOf} from './process/build_documents.ts';
import {followBuilds, NO_POOL} from './process/build_follower.ts';
import {codeHash} from './process/code_hash.ts';
import {collectAfterStart} from './process/collect_garbage.ts';
import {every} from './process/every.ts';
import {findFreePort} from './process/find_free_port.ts';
import {redirectOldPort, saysOfOldPort} from './process/old_port.ts';
import {assertOpenFiles} from './process/open_files.ts';
import {followBucket, isReadyWhileStaging, replicaInit, STARTING} from './process/replica.ts';
import {
  spawnAlertThread,
  spawnApiInProcess,
  spawnThread,
  spawnWebThread,
  withRegion,
} from './process/spawn.ts';
import {threadCounts} from './process/thread_counts.ts';
import {webChannels} from './process/web_channels.ts';
import {startWorkerPool} from './process/worker_pool.ts';
import {allocateAddressLimits} from './site/address_limits.ts';
import {groundOf} from './tiles/ground.ts';

/** How often `current` is checked for a newer build. */
const FOLLOW_MS = 1000;

/** How often the jobs of ingests are counted. */
const COUNT_MS = 2000;

/** Tells how many jobs wait, for `/metrics`, until the returned function is called. */
async function countJobs(
  values: Settings,
  tell: (jobs: readonly JobCount[] | null) => void,
): Promise<() => Promise<void>> {
  if (!values.METRICS_TOKEN || !values.QUEUE_URL) return async () => {};
  // Loads a client of Redis, which a server without a queue does not need.
  const {openQueueDepth} = await import('./process/queue_depth.ts');
  const depth = openQueueDepth(values);
  if (!depth) return async () => {};
  const stop = every(COUNT_MS, async () => tell(await depth.read()));
  return () => stop().finally(depth.close);
}

/** A running service. */
interface Service {
  /** Stops it after all running requests. */
  stop(): Promise<void>;
  /** What it says when it listens. */
  banner: string;
}

/** Where what is: the first line is read by programs. */
const banner = (origin: string, hasSite: boolean, more: readonly string[]): string =>
  [
    `listening on ${origin}`,
    ...(hasSite ? [`pages on ${origin}/`] : []),
    `API reference on ${origin}/docs`,
    `accounts on ${origin}/account`,
    `tools on ${origin}/mcp`,
    ...more,
    '',
  ].join('\n');

/** Starts the service. */
async function serve(values: Settings, onFatal: (error: Error) => void): Promise<Service> {
  const log = openLog(values.LOG_LEVEL);
  const {workers, webThreads} = threadCounts(values);
  const [dataDir, host, startedAt] = [values.DATA_DIR, values.HOST, Date.now()];
  ensureDataDir(dataDir);
  const keptBytes = numeric(values, 'SITE_CACHE_MB') * 1e6;
  assertOpenFiles(workers + webThreads);
  const port = await findFreePort(host, numeric(values, 'PORT'));
  const origin = originOf(values, 'API_ORIGIN', `http://${host}:${port}`);
  const toolOrigins = originsOf(values, 'TOOL_ORIGINS');
  const proxies = numeric(values, 'PROXIES');
  const {url: smtpUrl, from} = mailOf(values);
  const hookPlaces = [...hookPlacesOf(values)];
  const mail = {smtpUrl, from, folder: dataPaths(dataDir).mail, hookPlaces};
  const perMinute = numeric(values, 'SITE_PER_MINUTE');
  const basemap = addressOf(values, 'BASEMAP_STYLE_URL');
  const ground = groundOf(values.BASEMAP_PMTILES);
  const contact = values.CONTACT === '' ? null : values.CONTACT;
  const redis = values.REDIS_URL ? {url: values.REDIS_URL, wait_ms: numeric(values, 'REDIS_WAIT_MS')} : null;
  // Opened here first, so that a broken store is reported once.
  const store = startPersistenceLoop(dataPaths(dataDir).accounts, log);
  const {counters} = store;
  const rowsInMemory = isOn(values, 'ROWS_IN_MEMORY');
  const replica = replicaInit(values, port);
  const keys = trustedKeys(values.VERIFY_KEY);
  const follower = followBuilds({
    dataDir,
    async load(dir, earlier) {
      await assertSigned(dir, keys);
      return loadBuild(dir, rowsInMemory, earlier);
    },
    loadTables: (folder) => tableLoader(folder, rowsInMemory),
    documents: documentsOf,
    log,
    previousMs: numeric(values, 'PREVIOUS_BUILD_MS'),
    ...(values.FOLLOW ? {remedy: 'the server fetches that of FOLLOW'} : {}),
  });
  const drainMs = numeric(values, 'DRAIN_MS');
  const readyWhileStaging = isReadyWhileStaging(values);
  await follower.poll(NO_POOL);
  await follower.reopenPrevious();
  let state: ServiceState = values.FOLLOW ? STARTING : READY;
  const shared = {
    dataDir,
    host,
    port,
    startedAt,
    code: codeHash(),
    counters,
    redis,
    logLevel: values.LOG_LEVEL,
    queryMs: numeric(values, 'QUERY_MS') || Number.POSITIVE_INFINITY,
  };
  const memory = allocateMetrics(workers + webThreads + 1);
  const addresses = {perMinute, proxies, limits: allocateAddressLimits()};
  const site = isOn(values, 'SITE') ? {origin, basemap, ground, contact, ...addresses, keptBytes} : null;
  const access = choiceOf(values, 'DATA_FILES', ['off', 'keys', 'public']);
  const files = access === 'off' ? null : {addresses: access === 'public' ? addresses : null};
  const initOf = () => ({
    ...shared,
    offer: follower.offer(),
    others: follower.others(),
    state,
    metrics: {memory, thread: 0, token: values.METRICS_TOKEN},
    origin,
    ocidPrefix: values.OCID_PREFIX,
    accounts: {toolOrigins, proxies, mail},
    site,
    files,
  });
  const connected = webChannels();
  const spawns = [
    ...Array(workers).fill(connected('socket', workers === 1 ? spawnApiInProcess : spawnThread)),
    ...Array(webThreads - 1).fill(connected('web', spawnWebThread)),
    connected('accounts', spawnWebThread),
    spawnAlertThread,
  ].map(withRegion);
  const starting = startWorkerPool(spawns, initOf, {
    log,
    onReleased: follower.release,
    onFatal,
  });
  const announce = (changed: ServiceState) => {
    state = changed;
    starting.then(
      (pool) => pool.announce(changed),
      () => {},
    );
  };
  const onState = (changed: Partial<ServiceState>) =>
    state.unready !== 'draining' && announce({...state, ...changed});
  const stopReplica = values.FOLLOW
    ? await followBucket({init: replica, readyWhileStaging, follower, pool: starting, log, onState})
    : async () => {};
  const pool = await starting;
  const stopRedirects = await redirectOldPort(values, host, origin);
  const stopCounting = await countJobs(values, (queue) => announce({...state, queue}));
  const stopFollowing = every(FOLLOW_MS, () => follower.poll(pool));
  const stop = async () => {
    announce({...state, unready: 'draining'});
    await new Promise((resolve) => setTimeout(resolve, drainMs));
    await Promise.all([stopRedirects(), stopReplica(), stopCounting(), stopFollowing(), pool.stop()]);
    store.stop();
    follower.close();
    log.info({}, 'stopped');
  };
  return {
    stop,
    banner: banner(`http://${host}:${port}`, site !== null, saysOfOldPort(values, origin)),
  };
}

/** Exits the process once the service has stopped. */
function end(stop: () => Promise<void>, code: number): void {
  stop().then(
    () => process.exit(code),
    (error) => {
      process.stderr.write(`server did not stop cleanly: ${String(error)}\n`);
      process.exit(1);
    },
  );
}

try {
  const {stop, banner} = await serve(settings(process.env), (error) => {
    process.stderr.write(`server gives up: ${error.message}\n`);
    end(stop, 1);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(stop, 0));
  // Whoever reads this may stop the process at once.
  process.stdout.write(banner);
  collectAfterStart();
} catch (error) {
  process.stderr.write(`server cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

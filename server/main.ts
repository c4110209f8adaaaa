/** Command: serves the current build over HTTP until stopped. The composition root. */
import {availableParallelism} from 'node:os';
import {dataPaths} from '../datasets/artefacts.ts';
import {ensureDataDir} from '../datasets/data_dir.ts';
import {isOn, numeric, originOf, originsOf, type Settings, settings} from '../datasets/settings.ts';
import {attachBuild, type LoadedBuild, loadBuild} from '../engine/open.ts';
import {startPersistenceLoop} from './limits/persistence_loop.ts';
import {openLog} from './log.ts';
import {accountServer} from './process/account_server.ts';
import {followBuilds} from './process/build_follower.ts';
import {findFreePort} from './process/find_free_port.ts';
import {assertOpenFiles} from './process/open_files.ts';
import {spawnApiInProcess, spawnInProcess, spawnThread} from './process/spawn.ts';
import {startWorkerPool} from './process/worker_pool.ts';

/** How often `current` is checked for a newer build. */
const FOLLOW_MS = 1000;

/** Calls `work` repeatedly, `ms` after each completion, until the returned function is called. */
function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  const stopped = new AbortController();
  const loop = async () => {
    while (!stopped.signal.aborted) {
      await pause(ms, stopped.signal);
      if (!stopped.signal.aborted) await work();
    }
  };
  const running = loop();
  return () => {
    stopped.abort();
    return running;
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** Loads a build and checks that a thread can open it. */
async function load(
  buildDir: string,
  rowsInMemory: boolean,
  earlier: LoadedBuild | null,
): Promise<LoadedBuild> {
  const loaded = await loadBuild(buildDir, rowsInMemory, earlier);
  try {
    await attachBuild(loaded.shared).close();
  } catch (error) {
    loaded.close();
    throw error;
  }
  return loaded;
}

/** Starts the service; the returned function stops it after all running requests. */
async function serve(values: Settings, onFatal: (error: Error) => void): Promise<() => Promise<void>> {
  const log = openLog(values.LOG_LEVEL);
  const workers = numeric(values, 'WORKERS') || availableParallelism();
  const [dataDir, host, startedAt] = [values.DATA_DIR, values.HOST, Date.now()];
  ensureDataDir(dataDir);
  assertOpenFiles(workers);
  const port = await findFreePort(host, numeric(values, 'PORT'));
  const accountPort = await findFreePort(host, numeric(values, 'ACCOUNT_PORT'), 'ACCOUNT_PORT');
  // Opened here first, so that a broken store is reported once.
  const store = startPersistenceLoop(dataPaths(dataDir).accounts, log);
  const {counters} = store;
  const rowsInMemory = isOn(values, 'ROWS_IN_MEMORY');
  const follower = followBuilds({dataDir, load: (dir, earlier) => load(dir, rowsInMemory, earlier), log});
  await follower.poll(() => Promise.resolve());
  const redis = values.REDIS_URL ? {url: values.REDIS_URL, wait_ms: numeric(values, 'REDIS_WAIT_MS')} : null;
  const shared = {dataDir, host, port, startedAt, counters, redis, logLevel: values.LOG_LEVEL};
  const initOf = () => ({...shared, offer: follower.offer()});
  const origin = originOf(values, 'ACCOUNT_ORIGIN', `http://${host}:${accountPort}`);
  const api = originOf(values, 'API_ORIGIN', `http://${host}:${port}`);
  const toolOrigins = originsOf(values, 'TOOL_ORIGINS');
  const proxies = numeric(values, 'PROXIES');
  const startAccounts = accountServer({
    host,
    port: accountPort,
    origin,
    api,
    toolOrigins,
    proxies,
    database: store.database,
  });
  // The account pages run in the thread that owns the account store: all writes use one connection.
  const spawns = [
    ...Array(workers).fill(workers === 1 ? spawnApiInProcess : spawnThread),
    spawnInProcess(startAccounts),
  ];
  const pool = await startWorkerPool(spawns, initOf, {log, onReleased: follower.release, onFatal});
  const stopFollowing = every(FOLLOW_MS, () => follower.poll(pool.serve));
  process.stdout.write(
    `listening on http://${host}:${port}\naccounts on http://${host}:${accountPort}/account\n`,
  );
  return async () => {
    await Promise.all([stopFollowing(), pool.stop()]);
    store.stop();
    follower.close();
    log.info({}, 'stopped');
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
  const stop = await serve(settings(process.env), (error) => {
    process.stderr.write(`server gives up: ${error.message}\n`);
    end(stop, 1);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => end(stop, 0));
} catch (error) {
  process.stderr.write(`server cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

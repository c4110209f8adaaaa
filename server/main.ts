/** Command: serves the current build over HTTP until it is told to stop. */
import {availableParallelism} from 'node:os';
import {places} from '../datasets/artefacts.ts';
import {numeric, originOf, originsOf, type Settings, settings} from '../datasets/settings.ts';
import {attachBuild, type LoadedBuild, loadBuild} from '../engine/open.ts';
import {startKeeper} from './limits/persistence_loop.ts';
import {openLog} from './log.ts';
import {startAccounts} from './process/account_server.ts';
import {followBuilds} from './process/builds.ts';
import {freePort} from './process/port.ts';
import {inThisThread, ownThread, startCrew, thisThread} from './process/worker_pool.ts';

/** How often the server looks for a newer build. */
const FOLLOW_MS = 1000;

/** Calls `work` again and again, `ms` after its last end, until the function returned is called. */
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

/** The build in memory, after a look at whether a thread can answer from it. */
async function load(buildDir: string): Promise<LoadedBuild> {
  const loaded = await loadBuild(buildDir);
  try {
    await attachBuild(loaded.shared).close();
  } catch (error) {
    loaded.close();
    throw error;
  }
  return loaded;
}

/** Starts the service; the function returned stops it when all running requests are answered. */
async function serve(all: Settings, lost: (error: Error) => void): Promise<() => Promise<void>> {
  const log = openLog(all.LOG_LEVEL);
  const workers = numeric(all, 'WORKERS') || availableParallelism();
  const [dataDir, host, startedAt] = [all.DATA_DIR, all.HOST, Date.now()];
  const port = await freePort(host, numeric(all, 'PORT'));
  const accountPort = await freePort(host, numeric(all, 'ACCOUNT_PORT'), 'ACCOUNT_PORT');
  // A store that cannot be opened is told here, once.
  const keeper = startKeeper(places(dataDir).accounts, log);
  const {counters} = keeper;
  const builds = followBuilds({dataDir, load, log});
  await builds.follow(() => Promise.resolve());
  const redis = all.REDIS_URL ? {url: all.REDIS_URL, wait_ms: numeric(all, 'REDIS_WAIT_MS')} : null;
  const given = {dataDir, host, port, startedAt, counters, redis, logLevel: all.LOG_LEVEL};
  const begin = () => ({...given, offer: builds.offer()});
  const origin = originOf(all, 'ACCOUNT_ORIGIN', `http://${host}:${accountPort}`);
  const api = originOf(all, 'API_ORIGIN', `http://${host}:${port}`);
  const toolOrigins = originsOf(all, 'TOOL_ORIGINS');
  const proxies = numeric(all, 'PROXIES');
  const accounts = startAccounts({
    host,
    port: accountPort,
    origin,
    api,
    toolOrigins,
    proxies,
    database: keeper.database,
  });
  // The account pages share the thread that keeps the account store: all writes go through one connection.
  const spawns = [...Array(workers).fill(workers === 1 ? thisThread : ownThread), inThisThread(accounts)];
  const crew = await startCrew(spawns, begin, {log, freed: builds.freed, lost});
  const stopFollowing = every(FOLLOW_MS, () => builds.follow(crew.serve));
  process.stdout.write(
    `listening on http://${host}:${port}\naccounts on http://${host}:${accountPort}/account\n`,
  );
  return async () => {
    await Promise.all([stopFollowing(), crew.stop()]);
    keeper.stop();
    builds.close();
    log.info({}, 'stopped');
  };
}

/** Ends the process when the service is down. */
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

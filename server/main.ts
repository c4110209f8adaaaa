/** Command: serves the current build over HTTP until it is told to stop. */
import pino from 'pino';
import {places} from '../datasets/artefacts.ts';
import {numeric, type Settings, settings} from '../datasets/settings.ts';
import {openBuild} from '../engine/open.ts';
import {listen} from './api/uws.ts';
import {openBuilds} from './builds.ts';
import {holdDocuments} from './documents.ts';
import {documents} from './generate/documents.ts';
import {handle} from './handle.ts';
import {remembering} from './holders.ts';
import {sharedRoom} from './room.ts';
import {openStore} from './store.ts';
import {VERSION} from './version.ts';

/** How often the server looks for a newer build. */
const FOLLOW_MS = 1000;

/** Longest time for an answer, and for a statement to wait for its turn. */
const PATIENCE_MS = 10_000;

/** A client that takes nothing of a long answer for so long is dropped. */
const STALL_MS = 60_000;

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

/** Starts the service; the function returned stops it when all running requests are answered. */
async function serve(all: Settings): Promise<() => Promise<void>> {
  const log = pino({level: all.LOG_LEVEL, base: null}, pino.destination({fd: 2, sync: true}));
  numeric(all, 'WORKERS');
  const store = openStore(places(all.DATA_DIR).accounts);
  const builds = await openBuilds({dataDir: all.DATA_DIR, open: openBuild, log});
  const context = {
    builds,
    store: remembering(store),
    documents: await holdDocuments(documents()),
    version: VERSION,
    startedAt: Date.now(),
    now: () => Date.now(),
    log,
    room: sharedRoom(),
    patience_ms: PATIENCE_MS,
  };
  const rim = {stall_ms: STALL_MS, broken: (error: unknown) => log.error({err: error}, 'answer broke off')};
  const server = await listen(all.HOST, numeric(all, 'PORT'), (request) => handle(request, context), rim);
  const stopFollowing = every(FOLLOW_MS, builds.follow);
  process.stdout.write(`listening on http://${all.HOST}:${server.port}\n`);
  return async () => {
    await Promise.all([stopFollowing(), server.stop()]);
    await builds.close();
    store.close();
    log.info({}, 'stopped');
  };
}

try {
  const stop = await serve(settings(process.env));
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error) => {
          process.stderr.write(`server did not stop cleanly: ${String(error)}\n`);
          process.exit(1);
        },
      );
    });
  }
} catch (error) {
  process.stderr.write(`server cannot start: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

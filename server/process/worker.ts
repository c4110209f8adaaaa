/**
 * A worker: answers API requests in one thread, with its own socket on the shared port and its own connection
 * to the account store. As the entry of a thread it composes what the thread needs, like main.ts does for the
 * process.
 */
import {isMainThread, parentPort} from 'node:worker_threads';
import {dataPaths} from '../../builds/artefacts.ts';
import {attachBuild} from '../../engine/open.ts';
import {openAccountStore} from '../accounts/account_store.ts';
import {cacheKeys} from '../accounts/key_cache.ts';
import type {ApiContext} from '../api/context.ts';
import {maxBodyOf, prepare, refuseMalformed} from '../api/dispatch.ts';
import {openMetrics} from '../api/metrics.ts';
import {reusableBuffer} from '../http/buffers.ts';
import {type Listener, listen} from '../http/transport.ts';
import type {HttpRequest} from '../http/types.ts';
import {generation, isStoreLost, viewCounters} from '../limits/counter_memory.ts';
import {openLimits} from '../limits/open_limits.ts';
import {storedWindows} from '../limits/stored_windows.ts';
import {openLog} from '../log.ts';
import {openAddressLimits} from '../site/address_limits.ts';
import {RemoteWeb} from '../site/remote_web.ts';
import {openSite} from '../site/site.ts';
import {VERSION} from '../version.ts';
import {documentsWithoutBuild} from './build_documents.ts';
import {collectAfterStart, collectSoon} from './collect_garbage.ts';
import {openCurrentBuild, takeBuild} from './current_build.ts';
import {openDocuments} from './current_documents.ts';
import type {WorkerCommand, WorkerEvent, WorkerInit} from './messages.ts';
import {ANSWER_TIMEOUT_MS, runThread} from './thread_init.ts';

/** A client that takes nothing of a streamed body for this long is dropped. */
const SEND_TIMEOUT_MS = 60_000;

/** A client that has not sent its body by then is dropped. */
const BODY_TIMEOUT_MS = 30_000;

export interface RunningWorker {
  onMessage(message: WorkerCommand): void;
  /** Closes the sockets at once: a thread that exits with open ones would crash the process. */
  closeNow(): void;
}

/** Starts to answer in this thread and reports events to `post`; rejects if it cannot start. */
export async function startWorker(
  {
    dataDir,
    host,
    port,
    logLevel,
    startedAt,
    code,
    counters,
    queryMs,
    redis,
    offer,
    others,
    state,
    metrics,
    origin,
    ocidPrefix,
    accounts,
    site,
    files,
  }: WorkerInit,
  post: (message: WorkerEvent) => void,
): Promise<RunningWorker> {
  const log = openLog(logLevel);
  const store = openAccountStore(dataPaths(dataDir).accounts);
  const memory = viewCounters(counters);
  const counts = openMetrics(metrics.memory, metrics.thread);
  const limits = await openLimits(memory, storedWindows(store.database), redis, log, counts.countLocal);
  const currentBuild = openCurrentBuild(
    (shared) => attachBuild(shared, {queryMs}),
    (serial) => {
      post({kind: 'released', serial});
      collectSoon();
    },
  );
  if (offer) currentBuild.serve(offer);
  for (const other of others) currentBuild.prepare(other);
  let known = state;
  const documents = openDocuments(offer?.documents ?? (await documentsWithoutBuild()));
  const web = new RemoteWeb({origin, ...site}, accounts.proxies);
  const context: ApiContext = {
    builds: currentBuild,
    state: () => known,
    metrics: counts,
    metricsToken: metrics.token,
    ocidPrefix,
    proxies: accounts.proxies,
    store: {
      ...cacheKeys(store, () => generation(memory)),
      healthy: () => !isStoreLost(memory) && store.healthy(),
      waiting: store.waiting,
    },
    limits,
    documents,
    version: VERSION,
    code,
    origin,
    startedAt,
    now: () => Date.now(),
    log,
    allocate: reusableBuffer(),
    timeout_ms: ANSWER_TIMEOUT_MS,
    web,
    site: site ? openSite(site, web) : undefined,
    files: files
      ? {wait: files.addresses ? openAddressLimits(files.addresses, 'data') : undefined}
      : undefined,
  };
  const hooks = {
    send_timeout_ms: SEND_TIMEOUT_MS,
    onStreamError: (error: unknown) => log.error({err: error}, 'answer broke off'),
    malformed: (request: HttpRequest) => refuseMalformed(request, context),
    maxBody: maxBodyOf,
    body_timeout_ms: BODY_TIMEOUT_MS,
  };
  const server: Listener = await listen(host, port, (request) => prepare(request, context), hooks);
  post({kind: 'listening'});

  const stop = async () => {
    await server.stop();
    web.close();
    limits.close();
    store.close();
    post({kind: 'stopped'});
  };
  return {
    onMessage(message) {
      if (message.kind === 'stop') stop();
      else if (message.kind === 'state') known = message.state;
      else if (message.kind === 'web') web.add(message.port, message.hasAccounts);
      else {
        takeBuild(message, currentBuild, post);
        if (message.kind === 'serve') documents.serve(message.offer.documents);
      }
    },
    closeNow: () => server.closeNow(),
  };
}

if (!isMainThread && parentPort) {
  await runThread(parentPort, async ({init, onCommand}, post) => {
    const worker = await startWorker(init, post);
    process.on('exit', worker.closeNow);
    onCommand(worker.onMessage);
    collectAfterStart();
  });
}

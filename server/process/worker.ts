/** Answers requests in one thread: its own port of the shared number, its own handle of the account store. */
import {isMainThread, parentPort, workerData} from 'node:worker_threads';
import {places} from '../../datasets/artefacts.ts';
import {attachBuild} from '../../engine/open.ts';
import {remembering} from '../accounts/key_cache.ts';
import {openStore} from '../accounts/store.ts';
import {windowsTable} from '../accounts/windows.ts';
import type {Context} from '../api/context.ts';
import {handle} from '../api/dispatch.ts';
import {holdDocuments} from '../api/static_documents.ts';
import {documents} from '../docs/documents.ts';
import {ownRoom, sharedRoom} from '../http/buffers.ts';
import {type Listening, listen} from '../http/transport.ts';
import {generation, viewOf} from '../limits/memory.ts';
import {openLimits} from '../limits/open.ts';
import {openLog} from '../log.ts';
import {VERSION} from '../version.ts';
import type {Beginning, FromWorker, ToWorker} from './messages.ts';
import {openServing} from './serving.ts';

/** Longest time for an answer. */
const PATIENCE_MS = 10_000;

/** A client that takes nothing of a streamed body for so long is dropped. */
const STALL_MS = 60_000;

export interface Answering {
  hear(message: ToWorker): void;
  /** Closes the sockets at once: a thread that ended with open ones would take the process with it. */
  drop(): void;
}

/** Begins to answer in this thread. All that happens is told; throws when nothing can be begun. */
export async function startAnswering(
  {dataDir, host, port, logLevel, startedAt, counters, redis, offer}: Beginning,
  tell: (message: FromWorker) => void,
): Promise<Answering> {
  const log = openLog(logLevel);
  const store = openStore(places(dataDir).accounts);
  const memory = viewOf(counters);
  const limits = await openLimits(memory, windowsTable(store.database).of, redis, log);
  const serving = openServing(attachBuild, (serial) => tell({kind: 'released', serial}));
  if (offer) serving.serve(offer);
  const context: Context = {
    builds: serving,
    store: remembering(store, () => generation(memory)),
    limits,
    documents: await holdDocuments(documents()),
    version: VERSION,
    startedAt,
    now: () => Date.now(),
    log,
    // Answers that wait for a count may come together: each needs a room of its own.
    room: redis ? ownRoom : sharedRoom(),
    patience_ms: PATIENCE_MS,
  };
  const rim = {stall_ms: STALL_MS, broken: (error: unknown) => log.error({err: error}, 'answer broke off')};
  const server: Listening = await listen(host, port, (request) => handle(request, context), rim);
  tell({kind: 'listening'});

  const stop = async () => {
    await server.stop();
    limits.close();
    store.close();
    tell({kind: 'stopped'});
  };
  return {
    hear(message) {
      if (message.kind === 'stop') {
        stop();
        return;
      }
      serving.serve(message.offer);
      tell({kind: 'serving', serial: message.offer.serial});
    },
    drop: () => server.drop(),
  };
}

/** The whole life of a thread that answers. */
async function live(port: NonNullable<typeof parentPort>): Promise<void> {
  const tell = (message: FromWorker) => {
    port.postMessage(message);
    if (message.kind === 'stopped') port.close();
  };
  try {
    const answering = await startAnswering(workerData as Beginning, tell);
    process.on('exit', answering.drop);
    port.on('message', (message: ToWorker) => answering.hear(message));
  } catch (error) {
    tell({kind: 'failed', why: error instanceof Error ? error.message : String(error)});
    port.close();
  }
}

if (!isMainThread && parentPort) await live(parentPort);

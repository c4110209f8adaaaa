/** Starts workers: in a thread of their own, or within the main thread. */
import {type MessagePort, Worker} from 'node:worker_threads';
import type {WorkerCommand, WorkerEvent, WorkerInit} from './messages.ts';
import {type RunningWorker, startWorker} from './worker.ts';

/**
 * Limits of the heap of a thread. Answers are rendered outside it, so that young objects are few: the default, three times 16 MB,
 * fills while modules are loaded and is never given back.
 */
const THREAD_LIMITS = {maxYoungGenerationSizeMb: 12};

/** Pages are young objects for the most part: with less room, more of each is kept and collected later, for an eighth more of the time. */
const PAGE_LIMITS = {maxYoungGenerationSizeMb: 48};

/** A running worker, as the pool sees it. */
export interface WorkerHandle {
  /** `ports` of the command go over to the worker. */
  post(command: WorkerCommand, ports?: readonly MessagePort[]): void;
  /** Settles with the reason when the worker has ended. */
  exited: Promise<string>;
}

export type Spawn = (init: WorkerInit, onEvent: (event: WorkerEvent) => void) => WorkerHandle;

/** Runs worker.ts in a thread. */
export const spawnThread: Spawn = (init, onEvent) =>
  spawnThreadOf(new URL('worker.ts', import.meta.url), init, onEvent);

/** Runs page_thread.ts in a thread. */
export const spawnPageThread: Spawn = (init, onEvent) =>
  spawnThreadOf(new URL('page_thread.ts', import.meta.url), init, onEvent, PAGE_LIMITS);

/** Runs a program in a thread that speaks the messages of worker.ts. */
export function spawnThreadOf(
  program: URL,
  init: WorkerInit,
  onEvent: (event: WorkerEvent) => void,
  resourceLimits = THREAD_LIMITS,
): WorkerHandle {
  const thread = new Worker(program, {workerData: init, resourceLimits});
  let why = '';
  thread.on('message', onEvent);
  thread.on('error', (error) => {
    why = String(error);
  });
  const exited = new Promise<string>((resolve) => {
    thread.once('exit', (code) => resolve(why || `it ended with ${code}`));
  });
  return {post: (command, ports = []) => thread.postMessage(command, ports), exited};
}

/** Starts to answer and reports events to `post`; rejects when it cannot start. */
export type StartWorker = (
  init: WorkerInit,
  post: (event: WorkerEvent) => void,
) => Promise<Pick<RunningWorker, 'onMessage'>>;

/** Runs a worker in the calling thread: nothing is copied, no thread is started. */
export const spawnInProcess =
  (start: StartWorker): Spawn =>
  (init, onEvent) => {
    const {promise: exited, resolve: exit} = Promise.withResolvers<string>();
    const started = start(init, (event) => {
      onEvent(event);
      if (event.kind === 'stopped') exit('it was stopped');
    });
    started.catch((error) => {
      onEvent({kind: 'failed', why: error instanceof Error ? error.message : String(error)});
      exit('it could not begin');
    });
    return {
      post: (command) =>
        started.then(
          ({onMessage}) => onMessage(command),
          () => {},
        ),
      exited,
    };
  };

/** Answers the API in the calling thread. */
export const spawnApiInProcess: Spawn = spawnInProcess(startWorker);

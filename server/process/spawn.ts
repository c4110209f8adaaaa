/** Starts workers: in a thread of their own, or within the main thread. */
import type {MessagePort} from 'node:worker_threads';
import type {ThreadMessage, WorkerCommand, WorkerEvent, WorkerInit} from './messages.ts';
import {startThread, type ThreadProgram} from './threads.ts';
import {type RunningWorker, startWorker} from './worker.ts';

/** A running worker, as the pool sees it. */
export interface WorkerHandle {
  /** `ports` of the command go over to the worker. */
  post(command: WorkerCommand, ports?: readonly MessagePort[]): void;
  /** Settles with the reason when the worker has ended. */
  exited: Promise<string>;
  /** The number of its thread; absent for one within the main thread. */
  thread?: number;
}

export interface Spawn {
  (init: WorkerInit, onEvent: (event: WorkerEvent) => void): WorkerHandle;
  /** Whether the service goes on without it for as long as it dies. */
  isWeb?: boolean;
}

/** Runs worker.ts in a thread. */
export const spawnThread: Spawn = (init, onEvent) => spawnThreadOf('worker', init, onEvent);

/** Runs web_thread.ts in a thread. */
export const spawnWebThread: Spawn = (init, onEvent) => spawnThreadOf('web_thread', init, onEvent);

/** Runs alert_thread.ts in a thread. */
export const spawnAlertThread: Spawn = Object.assign(
  (...given: Parameters<Spawn>) => spawnThreadOf('alert_thread', ...given),
  {isWeb: true},
);

/** Runs a program in a thread that speaks the messages of worker.ts. */
function spawnThreadOf(
  program: ThreadProgram,
  init: WorkerInit,
  onEvent: (event: WorkerEvent) => void,
): WorkerHandle {
  const thread = startThread(program);
  const send = (message: ThreadMessage, ports: readonly MessagePort[] = []) =>
    thread.postMessage(message, ports);
  send({kind: 'start', init});
  let why = '';
  thread.on('message', onEvent);
  thread.on('error', (error) => {
    why = String(error);
  });
  const exited = new Promise<string>((resolve) => {
    thread.once('exit', (code) => resolve(why || `it ended with ${code}`));
  });
  return {post: send, exited, thread: thread.threadId};
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

/**
 * Gives a thread the region of metrics with its number. One that replaces it goes on in the same region: it
 * starts after the other has ended, so that no two threads write one region.
 */
export function withRegion(spawn: Spawn, thread: number): Spawn {
  const counted: Spawn = (init, onEvent) => spawn({...init, metrics: {...init.metrics, thread}}, onEvent);
  counted.isWeb = spawn.isWeb === true;
  return counted;
}

/** What the threads that answer have in common when they start. */
import {workerData} from 'node:worker_threads';
import type {WorkerInit} from './messages.ts';

/** Timeout of a response. */
export const ANSWER_TIMEOUT_MS = 10_000;

/** What the thread was started with. `workerData` stays as long as the thread: it is left without the builds, which would stay with it. */
export function takeInit(): WorkerInit {
  const given = workerData as WorkerInit;
  const taken = {...given};
  Object.assign(given, {offer: null, others: []});
  return taken;
}

/** Starts the threads of the server, each with the limits of its heap. */
import {Worker} from 'node:worker_threads';

/**
 * Answers are rendered outside the heap, so that young objects are few: the default, three times 16 MB, fills
 * while modules are loaded and is never given back.
 */
const WORKER_LIMITS = {maxYoungGenerationSizeMb: 12};

/**
 * Pages are young objects for the most part: with less room, more of each survives and is collected later, for
 * an eighth more of the time.
 */
const WEB_LIMITS = {maxYoungGenerationSizeMb: 48};

/** Programs of threads. The bundle has them beside this file. */
const PROGRAMS = {
  worker: {url: new URL('worker.ts', import.meta.url), resourceLimits: WORKER_LIMITS},
  web_thread: {url: new URL('web_thread.ts', import.meta.url), resourceLimits: WEB_LIMITS},
  alert_thread: {url: new URL('alert_thread.ts', import.meta.url), resourceLimits: WORKER_LIMITS},
};

export type ThreadProgram = keyof typeof PROGRAMS;

export function startThread(program: ThreadProgram): Worker {
  const {url, resourceLimits} = PROGRAMS[program];
  return new Worker(url, {resourceLimits});
}

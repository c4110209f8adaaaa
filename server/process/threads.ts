/**
 * Threads of the server by their program: started when they are wanted, or earlier, to load their modules
 * meanwhile.
 */
import {Worker} from 'node:worker_threads';
import type {ThreadMessage} from './messages.ts';
import type {ThreadCounts} from './thread_counts.ts';

/**
 * Limits of the heap of a thread. Answers are rendered outside it, so that young objects are few: the
 * default, three times 16 MB, fills while modules are loaded and is never given back.
 */
const WORKER_LIMITS = {maxYoungGenerationSizeMb: 12};

/**
 * Pages are young objects for the most part: with less room, more of each is kept and collected later, for an
 * eighth more of the time.
 */
const WEB_LIMITS = {maxYoungGenerationSizeMb: 48};

/** Programs of threads, each with the limits of its heap. */
const PROGRAMS = {
  worker: {url: new URL('worker.ts', import.meta.url), resourceLimits: WORKER_LIMITS},
  web_thread: {url: new URL('web_thread.ts', import.meta.url), resourceLimits: WEB_LIMITS},
};

export type ThreadProgram = keyof typeof PROGRAMS;

/** Threads of the API that were started early and are not in use yet. */
const early = new Set<Worker>();

function start(program: ThreadProgram): Worker {
  const {url, resourceLimits} = PROGRAMS[program];
  return new Worker(url, {resourceLimits});
}

/** Starts the threads of the API that will be wanted. Until then they do not keep the process alive. */
export function startEarly({workers}: Pick<ThreadCounts, 'workers'>): void {
  // A single worker runs in the main thread.
  if (workers === 1) return;
  for (let i = 0; i < workers; i++) {
    const thread = start('worker');
    thread.unref();
    // One that died is forgotten: who wants it starts another, and hears why that one dies.
    thread.once('error', () => {});
    thread.once('exit', () => early.delete(thread));
    early.add(thread);
  }
}

/**
 * Settles once the threads that nobody wanted have ended, each after its modules are loaded. A process that
 * ends before that ends its threads wherever they are, and V8 aborts where a module waits for another
 * (`AsyncModuleExecutionFulfilled`, Node 22.23.3).
 */
export async function endEarly(): Promise<void> {
  const threads = [...early];
  await Promise.all(
    threads.map((thread) => {
      const ended = new Promise((resolve) => thread.once('exit', resolve));
      thread.ref();
      thread.postMessage({kind: 'stop'} satisfies ThreadMessage);
      return ended;
    }),
  );
}

/** A thread that runs the program and was not wanted before: an early one, or a new one. */
export function takeThread(program: ThreadProgram): Worker {
  const [thread] = program === 'worker' ? early : [];
  if (!thread) return start(program);
  early.delete(thread);
  thread.ref();
  return thread;
}

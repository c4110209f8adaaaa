/**
 * Collects garbage in this thread. Builds lie in shared memory outside the heaps: a build is freed once every
 * thread has collected its references, and threads whose heaps hardly grow, as these, may not do so for
 * hours.
 */
import {performance} from 'node:perf_hooks';
import {setTimeout as pause} from 'node:timers/promises';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/**
 * `last-resort` also forgets what can be made again, and gives unused pages of the heap back: several times
 * the work.
 */
type Collect = (options: {type: 'major'; execution: 'sync'; flavor: 'regular' | 'last-resort'}) => void;

let collect: Collect | null = null;

/** Collects all garbage now. */
export function collectGarbage(flavor: 'regular' | 'last-resort' = 'regular'): void {
  if (!collect) {
    // The flag counts for contexts that are made after it was set.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({type: 'major', execution: 'sync', flavor});
}

/** Long enough for the first requests behind a start not to wait for it. */
const START_MS = 2000;

/**
 * Under steady load no thread has so long without a request; what it has to do then is over sooner than this.
 */
const QUIET_MS = 250;
const BUSY_MS = 2;

/** A thread that is never quiet stops all the same: it would hold what it does not need for hours. */
const LATEST_MS = 30_000;

const pauseOf = (ms: number): Promise<void> => pause(ms, undefined, {ref: false});

/**
 * Settles when this thread has had next to nothing to do for a moment, or after `mostMs`. A process that ends
 * does not wait for it.
 */
export async function untilQuiet(mostMs: number): Promise<void> {
  const latest = performance.now() + mostMs;
  while (performance.now() < latest) {
    const before = performance.eventLoopUtilization();
    await pauseOf(QUIET_MS);
    if (performance.eventLoopUtilization(before).active < BUSY_MS) return;
  }
}

/**
 * Gives back, once, what loading modules and opening a build took: half of the heap of a thread, which is not
 * collected while it idles. It takes a tenth of a second. Before that comes what has been put off until then.
 */
export async function collectAfterStart(postponed?: () => Promise<unknown>): Promise<void> {
  await pauseOf(START_MS);
  await untilQuiet(LATEST_MS);
  await postponed?.();
  collectGarbage('last-resort');
}

let isPlanned = false;

/** Collects garbage when what runs now has ended; several calls until then are one. */
export function collectSoon(): void {
  if (isPlanned) return;
  isPlanned = true;
  setImmediate(() => {
    isPlanned = false;
    collectGarbage();
  });
}

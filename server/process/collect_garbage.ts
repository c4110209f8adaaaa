/**
 * Collects garbage in this thread. Builds lie in shared memory outside the heaps: a build is freed once every thread has collected its
 * references, and threads whose heaps hardly grow, as these, may not do so for hours.
 */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** `last-resort` also forgets what can be made again, and gives unused pages of the heap back: several times the work. */
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

/** Gives back, once, what loading modules and opening a build took: half of the heap of a thread, which is not collected while it idles. */
export function collectAfterStart(): void {
  setTimeout(() => collectGarbage('last-resort'), START_MS).unref();
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

/**
 * Collects garbage in this thread. Builds lie in shared memory outside the heaps: a build is freed once every thread has collected its
 * references, and threads whose heaps hardly grow, as these, may not do so for hours.
 */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

let collect: (() => void) | null = null;

/** Collects all garbage now. */
export function collectGarbage(): void {
  if (!collect) {
    // The flag counts for contexts that are made after it was set.
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
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

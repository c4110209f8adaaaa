/** Frees the memory of finished steps of a compile. */
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** Steps over fewer rows leave too little behind. */
const MANY_ROWS = 20_000;

/**
 * Collects garbage after a step over so many rows. The arrays that it leaves behind are hundreds of
 * megabytes; the engine frees them when its own heap is full, which they hardly fill.
 */
export function collectGarbage(rows: number): void {
  if (rows < MANY_ROWS) return;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
}

/** Limits concurrent password hashing: each hash takes 128 MiB for half a second. */
import pLimit from 'p-limit';

const AT_ONCE = 2;

/** A longer queue would mean waiting five seconds and more. */
const WAITING = 20;

/** Seconds, for `Retry-After`. */
export const RETRY_AFTER_S = 5;

export interface HashQueue {
  /** Runs the work when its turn comes; null at once if the queue is full. */
  run<T>(work: () => Promise<T>): Promise<{done: T} | null>;
}

export function createHashQueue(): HashQueue {
  const limit = pLimit(AT_ONCE);
  return {
    async run(work) {
      if (limit.pendingCount >= WAITING) return null;
      return {done: await limit(work)};
    },
  };
}

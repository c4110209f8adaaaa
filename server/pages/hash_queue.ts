/** Turns at the work of hashing passwords: each takes 128 MiB for half a second, so few go on at a time. */
import pLimit from 'p-limit';

const AT_ONCE = 2;

/** Who comes behind so many would wait for longer than is worth it: five seconds and more. */
const WAITING = 20;

/** When it is worth another try. */
export const WAIT_S = 5;

export interface Turns {
  /** Does the work when it is its turn; null, at once and without any work, where too many wait. */
  take<T>(work: () => Promise<T>): Promise<{done: T} | null>;
}

export function openTurns(): Turns {
  const limit = pLimit(AT_ONCE);
  return {
    async take(work) {
      if (limit.pendingCount >= WAITING) return null;
      return {done: await limit(work)};
    },
  };
}

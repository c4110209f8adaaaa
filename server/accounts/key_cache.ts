/** Remembers for a moment whose key it is, so that busy clients cost the account store nothing. */
import {isWellFormed} from './api_key.ts';
import type {KeyHolder} from './holder.ts';
import type {Store} from './store.ts';

/** Well under the second within which a revocation must be felt, should nobody tell of it. */
const KEPT_MS = 400;

/** More keys than one process answers for in that time; beyond, all are looked up again. */
const MOST = 10_000;

interface Known {
  holder: KeyHolder;
  until: number;
}

/**
 * A store that looks a key up at most every 400 ms, and again whenever `generation` has changed, which it does with
 * accounts and keys. Only keys that were found are remembered: a new key works at once, and guesses take no memory.
 * One with a wrong checksum is refused without a look. `clock` gives milliseconds.
 */
export function remembering(
  store: Pick<Store, 'find' | 'healthy'>,
  generation: () => number = () => 0,
  clock: () => number = () => performance.now(),
): Pick<Store, 'find' | 'healthy'> {
  const known = new Map<string, Known>();
  let of = generation();
  return {
    find(key) {
      const now = clock();
      const current = generation();
      if (current !== of) known.clear();
      of = current;
      const before = known.get(key);
      if (before && now < before.until) return before.holder;
      known.delete(key);
      const holder = isWellFormed(key) ? store.find(key) : null;
      if (!holder) return null;
      if (known.size >= MOST) known.clear();
      known.set(key, {holder, until: now + KEPT_MS});
      return holder;
    },
    healthy: () => store.healthy(),
  };
}

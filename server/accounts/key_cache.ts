/** Caches key lookups for a moment, so that busy clients do not load the account store. */
import {LRUCache} from 'lru-cache';
import type {AccountStore} from './account_store.ts';
import {isWellFormed} from './api_key.ts';
import type {Principal} from './principal.ts';

/** Well below the second within which a revocation must take effect, in case no change is signalled. */
const TTL_MS = 400;

/** More keys than one process serves within the TTL. */
const MAX_ENTRIES = 10_000;

/**
 * Wraps a store so that each key is looked up at most every 400 ms, and again when `generation` changes, as
 * it does with accounts and keys. Only hits are cached: a new key works at once, and guesses take no memory.
 * Keys with a wrong checksum are rejected without a lookup. `now` returns milliseconds.
 */
export function cacheKeys<Store extends Pick<AccountStore, 'find'>>(
  store: Store,
  generation: () => number = () => 0,
  now: () => number = () => performance.now(),
): Store {
  const cache = new LRUCache<string, Principal>({
    max: MAX_ENTRIES,
    ttl: TTL_MS,
    ttlResolution: 0,
    perf: {now},
  });
  let cachedGeneration = generation();
  return {
    ...store,
    find(key) {
      const current = generation();
      if (current !== cachedGeneration) cache.clear();
      cachedGeneration = current;
      const cached = cache.get(key);
      if (cached) return cached;
      const principal = isWellFormed(key) ? store.find(key) : null;
      if (principal) cache.set(key, principal);
      return principal;
    },
  };
}

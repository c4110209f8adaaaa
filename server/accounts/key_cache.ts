/** Caches key lookups for a moment, so that busy clients do not load the account store. */
import type {AccountStore} from './account_store.ts';
import {isWellFormed} from './api_key.ts';
import type {Principal} from './principal.ts';

/** Well below the second within which a revocation must take effect, in case no change is signalled. */
const TTL_MS = 400;

/** More keys than one process serves within the TTL; when full, the cache is cleared. */
const MAX_ENTRIES = 10_000;

interface CacheEntry {
  principal: Principal;
  expiresAt: number;
}

/**
 * Wraps a store so that each key is looked up at most every 400 ms, and again when `generation` changes, as
 * it does with accounts and keys. Only hits are cached: a new key works at once, and guesses take no memory.
 * Keys with a wrong checksum are rejected without a lookup. `clock` returns milliseconds.
 */
export function cacheKeys(
  store: Pick<AccountStore, 'find' | 'healthy'>,
  generation: () => number = () => 0,
  clock: () => number = () => performance.now(),
): Pick<AccountStore, 'find' | 'healthy'> {
  const cache = new Map<string, CacheEntry>();
  let cachedGeneration = generation();
  return {
    find(key) {
      const now = clock();
      const current = generation();
      if (current !== cachedGeneration) cache.clear();
      cachedGeneration = current;
      const entry = cache.get(key);
      if (entry && now < entry.expiresAt) return entry.principal;
      cache.delete(key);
      const principal = isWellFormed(key) ? store.find(key) : null;
      if (!principal) return null;
      if (cache.size >= MAX_ENTRIES) cache.clear();
      cache.set(key, {principal, expiresAt: now + TTL_MS});
      return principal;
    },
    healthy: () => store.healthy(),
  };
}

/** A short-lived in-memory store for the next page of a visitor. */

/** Long enough to follow a redirect on any connection. */
const TTL_MS = 300_000;

export interface TtlStore<T> {
  /** Stores a value for the visitor, replacing an earlier one. If full, the oldest entry is dropped. */
  put(visitor: string, value: T): void;
  /** Removes and returns the value; null if there is none or it has expired. */
  take(visitor: string): T | null;
  drop(visitor: string): void;
}

/** Keeps at most `maxEntries` values for five minutes each. `now` returns Unix epoch milliseconds. */
export function createTtlStore<T>(maxEntries: number, now: () => number): TtlStore<T> {
  // In order of age: new entries go to the end.
  const entries = new Map<string, {value: T; until: number}>();

  function drop(visitor: string): void {
    entries.delete(visitor);
  }

  /** Drops expired entries, whether somebody takes them or not. */
  function evict(): void {
    for (const [visitor, {until}] of entries) {
      if (until > now() && entries.size < maxEntries) return;
      drop(visitor);
    }
  }

  return {
    drop,
    put(visitor, value) {
      drop(visitor);
      evict();
      entries.set(visitor, {value, until: now() + TTL_MS});
    },
    take(visitor) {
      const entry = entries.get(visitor);
      drop(visitor);
      return entry && entry.until > now() ? entry.value : null;
    },
  };
}

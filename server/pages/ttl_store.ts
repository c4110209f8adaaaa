/** What is kept in the memory of the process for the next page of a visitor, and nowhere else. */

/** Long enough to follow a redirect, on any line. */
const KEPT_MS = 300_000;

export interface Briefly<T> {
  /** Keeps it for the visitor, in place of what was kept. Of too many, the oldest is dropped. */
  put(visitor: string, value: T): void;
  /** Gives it once; null when there is none, or it is too old. */
  take(visitor: string): T | null;
  drop(visitor: string): void;
}

/** Keeps at most so many, each for five minutes. `now` gives Unix epoch milliseconds. */
export function briefly<T>(most: number, now: () => number): Briefly<T> {
  // In the order of their age: what is put goes to the end.
  const kept = new Map<string, {value: T; until: number}>();

  function drop(visitor: string): void {
    kept.delete(visitor);
  }

  /** Nothing lies longer than its time, whether somebody comes for it or not. */
  function tidy(): void {
    for (const [visitor, {until}] of kept) {
      if (until > now() && kept.size < most) return;
      drop(visitor);
    }
  }

  return {
    drop,
    put(visitor, value) {
      drop(visitor);
      tidy();
      kept.set(visitor, {value, until: now() + KEPT_MS});
    },
    take(visitor) {
      const found = kept.get(visitor);
      drop(visitor);
      return found && found.until > now() ? found.value : null;
    },
  };
}

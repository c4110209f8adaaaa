/**
 * The processor time that the queries of one request have together: what takes longer is refused instead of
 * answered late.
 */
import {TooExpensive} from '../types.ts';

/**
 * The most that counts between two checks, in milliseconds: a pass over a column or a list takes less, so
 * that a thread which waited longer was set aside by the system, or waited for a disk.
 */
const MOST_BETWEEN_MS = 50;

export class TimeBudget {
  #left_ms = Number.POSITIVE_INFINITY;
  #checkedAt = 0;

  /**
   * Runs `work`, whose checks throw TooExpensive once they have counted so many milliseconds. Outside of it
   * none throws.
   */
  within<T>(ms: number, work: () => T): T {
    this.#left_ms = ms;
    this.#checkedAt = performance.now();
    try {
      return work();
    } finally {
      this.#left_ms = Number.POSITIVE_INFINITY;
    }
  }

  /** Counts the time since the check before. */
  check(): void {
    if (this.#left_ms === Number.POSITIVE_INFINITY) return;
    const now = performance.now();
    this.#left_ms -= Math.min(now - this.#checkedAt, MOST_BETWEEN_MS);
    this.#checkedAt = now;
    if (this.#left_ms < 0) throw new TooExpensive();
  }
}

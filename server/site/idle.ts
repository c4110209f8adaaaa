/** Knows for how long a thread has had no request: what can wait does not hold up readers. */
import {setTimeout as pause} from 'node:timers/promises';

/** Under steady load the next request comes sooner. */
const QUIET_MS = 100;

export class Idle {
  #busyAt = Number.NEGATIVE_INFINITY;

  /** A request came, or was answered. */
  touch(): void {
    this.#busyAt = performance.now();
  }

  /** Settles once no request has come for a while. A process that ends does not wait for it. */
  async quiet(): Promise<void> {
    const left = (): number => this.#busyAt + QUIET_MS - performance.now();
    do {
      while (left() > 0) await pause(left(), null, {ref: false});
      // Requests that came while the thread was at work are heard only now.
      await pause(1, null, {ref: false});
    } while (left() > 0);
  }
}

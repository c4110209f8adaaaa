/** Work that is done again and again until the service stops. */
import {setTimeout} from 'node:timers/promises';

/**
 * Settles after `ms`, or at once when the signal is aborted. Nothing of it stays at the signal, which lives
 * as long as the service.
 */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, {signal}).catch(() => {});

/** Calls `work` repeatedly, `ms` after each completion, until the returned function is called. */
export function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  const stopped = new AbortController();
  const loop = async () => {
    while (!stopped.signal.aborted) {
      await pause(ms, stopped.signal);
      if (!stopped.signal.aborted) await work();
    }
  };
  const running = loop();
  return () => {
    stopped.abort();
    return running;
  };
}

/** Tracks running calls, so that what they use is released after the last of them. */

export interface CallTracker {
  /** Runs the work; rejects after `close`. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Refuses further calls, waits for running ones and releases, once. */
  close(): Promise<void>;
}

/** `release` is called once, after the last call. */
export function trackCalls(release: () => void): CallTracker {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  return {
    async run(work) {
      if (closing) throw new Error('the engine is closed: open the build again');
      const result = work();
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    close() {
      closing ??= Promise.allSettled(running).then(release);
      return closing;
    },
  };
}

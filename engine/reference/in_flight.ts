/** Counts the calls that are under way, so that what they use is released only after the last of them. */

export interface Calls {
  /** Runs the work, or refuses it after `close`. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Refuses further calls, waits for those under way and releases, once. */
  close(): Promise<void>;
}

/** `release` is called once, when no call can need it any more. */
export function trackCalls(release: () => void): Calls {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  return {
    async during(work) {
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

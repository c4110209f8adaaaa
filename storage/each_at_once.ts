/** Runs work on many items, a bounded number at a time. */
import pLimit from 'p-limit';

/** Begins nothing more after the first error; rejects with it once all running work has ended. */
export async function eachAtOnce<T>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const limit = pLimit({concurrency: atOnce, rejectOnClear: true});
  const running = items.map((item) =>
    limit(work, item).catch((error: unknown) => {
      limit.clearQueue();
      throw error;
    }),
  );
  // Items begin in order, so that the first rejection is of work that ran, not of an item that was cleared.
  await Promise.allSettled(running);
  await Promise.all(running);
}

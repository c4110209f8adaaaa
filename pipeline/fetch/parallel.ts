/** Work on several things at once. */
import pLimit from 'p-limit';

/**
 * All results in order, at most `most` at a time; the first failure aborts the others and is thrown once all
 * have ended.
 */
export async function allOrNone<Item, Result>(
  items: readonly Item[],
  failed: AbortController,
  work: (item: Item) => Promise<Result>,
  most = Number.POSITIVE_INFINITY,
): Promise<Result[]> {
  const errors: unknown[] = [];
  const one = async (item: Item): Promise<Result[]> => {
    if (failed.signal.aborted) return [];
    try {
      return [await work(item)];
    } catch (error) {
      errors.push(error);
      failed.abort(error);
      return [];
    }
  };
  const results = await pLimit(most).map(items, one);
  if (errors.length) throw errors[0];
  return results.flat(1) as Result[];
}

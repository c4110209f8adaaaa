/** Binary search: by a predicate, or for a number in a sorted list. */

/** First index of a range for which `precedes` is false; the indexes for which it is true come first. */
export function partitionPoint(from: number, to: number, precedes: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (precedes(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * First index of a range of a sorted list whose number is not below `value`: the hot case, without a
 * callback.
 */
export function lowerBound(sorted: ArrayLike<number>, value: number, from = 0, to = sorted.length): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

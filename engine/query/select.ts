/** A page out of many numbers by a comparison, without sorting those that are not on it. */

/** The numbers from place `offset` on, at most `limit`, as if all were sorted; `all` is rearranged. */
export function firstOf(
  all: Uint32Array,
  compare: (a: number, b: number) => number,
  offset: number,
  limit: number,
): number[] {
  const to = Math.min(all.length, offset + limit);
  if (offset >= to) return [];
  partition(all, compare, offset, to);
  return [...all.subarray(offset, to)].sort(compare);
}

/** Rearranges so that the places from `from` to `to` hold the numbers that a sorting would put there. */
function partition(
  all: Uint32Array,
  compare: (a: number, b: number) => number,
  from: number,
  to: number,
): void {
  const open: [low: number, high: number][] = [[0, all.length - 1]];
  for (let range = open.pop(); range; range = open.pop()) {
    const [low, high] = range;
    // Nothing of it is on the page, or all of it.
    if (low >= high || high < from || low >= to || (low >= from && high < to)) continue;
    const middle = all[(low + high) >>> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (compare(all[left]!, middle) < 0) left++;
      while (compare(all[right]!, middle) > 0) right--;
      if (left > right) break;
      const other = all[left]!;
      all[left] = all[right]!;
      all[right] = other;
      left++;
      right--;
    }
    open.push([low, right], [left, high]);
  }
}

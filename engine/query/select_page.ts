/** A page of a list in sorted order, without sorting what is not on the page. */
import quickselect from 'quickselect';

/** Items `offset` to `offset + limit` of the list as if it were sorted; rearranges the list. */
export function selectPage(
  items: Uint32Array,
  compare: (a: number, b: number) => number,
  offset: number,
  limit: number,
): number[] {
  const end = Math.min(items.length, offset + limit);
  if (offset >= end) return [];
  // quickselect is typed for arrays; it only reads and writes elements.
  const list = items as unknown as number[];
  if (offset > 0) quickselect(list, offset, 0, items.length - 1, compare);
  if (end < items.length) quickselect(list, end - 1, offset, items.length - 1, compare);
  return [...items.subarray(offset, end)].sort(compare);
}

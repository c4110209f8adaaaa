/** The rows of a set that belong to each of the groups of a table. */
import type {Table} from '../query/table.ts';
import type {RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersectWords, splitByWords} from '../rowset/set_ops.ts';

/** By the bitmap of a group: whether another group has all other rows of the table. */
const complements = new WeakMap<Uint32Array, boolean>();

/** The members of each group, in the order of the groups. Valid until the scratch is released. */
export function groupSets(table: Table, set: RowSet, groups: readonly string[], scratch: Scratch): RowSet[] {
  const {search: index, rows} = table;
  const bitmaps = groups.map((group) => index?.members.get(group) ?? null);
  const [first, second] = bitmaps;
  // Grants are in one of two groups: each row is looked at once.
  if (bitmaps.length === 2 && first && second && areAll(first, second, rows)) {
    return splitByWords(set, first, rows, scratch);
  }
  return bitmaps.map((words) => {
    return words ? intersectWords(set, words, rows, scratch) : set;
  });
}

/** Whether each of `rows` rows is in one of two bitmaps and not in the other; looked at once. */
function areAll(one: Uint32Array, other: Uint32Array, rows: number): boolean {
  const known = complements.get(one);
  if (known !== undefined) return known;
  const whole = rows >>> 5;
  let isEach = true;
  for (let word = 0; isEach && word < whole; word++) isEach = (one[word]! ^ other[word]!) === -1;
  const rest = rows & 31;
  if (rest > 0) isEach &&= (one[whole]! ^ other[whole]!) === ~(-1 << rest);
  complements.set(one, isEach);
  return isEach;
}

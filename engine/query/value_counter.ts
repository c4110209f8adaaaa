/** Counts the values of a dictionary-encoded column over a row set, and selects the most frequent. */
import type {DictionaryColumn} from '../columns/column.ts';
import {forEachBlock, type RowSet} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';

type Ordinals = NonNullable<DictionaryColumn['ordinals']>;

/** Rows by ordinal, and the ordinals that have any, in no order. */
export interface Counted {
  counts: Uint32Array;
  ordinals: Uint32Array;
}

/** Rows that are counted together. */
const BLOCK = new Uint32Array(1 << 12);

/** Buffers of one thread, grown to the largest dictionary. All counts are 0 between two calls. */
export class ValueCounter {
  #counts = new Uint32Array(1 << 10);

  /** Calls back with the counts of a set, valid during the call only. */
  count<T>(column: DictionaryColumn, set: RowSet, scratch: Scratch, use: (counted: Counted) => T): T {
    const cardinality = column.terms.count;
    if (this.#counts.length <= cardinality) this.#counts = new Uint32Array(cardinality + 1);
    const counts = this.#counts;
    const seen = scratch.u32(cardinality + 1);
    const length = addRows(column, set, counts, seen);
    try {
      return use({counts, ordinals: seen.subarray(0, withoutNull(counts, seen, length, cardinality))});
    } finally {
      for (let i = 0; i < length; i++) counts[seen[i]!] = 0;
    }
  }
}

/** Removes the number of values, which encodes null, from the ordinals that were met; returns how many are left. */
function withoutNull(counts: Uint32Array, seen: Uint32Array, length: number, cardinality: number): number {
  if (counts[cardinality] === 0) return length;
  counts[cardinality] = 0;
  const at = seen.indexOf(cardinality);
  seen[at] = seen[length - 1]!;
  seen[length - 1] = cardinality;
  return length - 1;
}

/** Adds the rows of a set; returns how many ordinals were met, null among them. */
function addRows(
  {ordinals, lists}: DictionaryColumn,
  set: RowSet,
  counts: Uint32Array,
  seen: Uint32Array,
): number {
  let length = 0;
  forEachBlock(set, BLOCK, (rows) => {
    if (lists) length = addLists(lists.ordinals, lists.offsets, rows, counts, seen, length);
    else if (ordinals) length = addOrdinals(ordinals, rows, counts, seen, length);
    else throw new Error('a facet keeps the ordinals of each row');
  });
  return length;
}

function addOrdinals(
  ordinals: Ordinals,
  rows: number,
  counts: Uint32Array,
  seen: Uint32Array,
  before: number,
): number {
  let length = before;
  for (let i = 0; i < rows; i++) {
    const ordinal = ordinals[BLOCK[i]!]!;
    if (counts[ordinal]!++ === 0) seen[length++] = ordinal;
  }
  return length;
}

function addLists(
  ordinals: Ordinals,
  offsets: Uint32Array,
  rows: number,
  counts: Uint32Array,
  seen: Uint32Array,
  before: number,
): number {
  let length = before;
  for (let i = 0; i < rows; i++) {
    const row = BLOCK[i]!;
    for (let j = offsets[row]!; j < offsets[row + 1]!; j++) {
      const ordinal = ordinals[j]!;
      if (counts[ordinal]!++ === 0) seen[length++] = ordinal;
    }
  }
  return length;
}

/** Some ordinals by count descending, then ordinal, and how many of all have rows. */
export interface Frequent {
  best: number[];
  present: number;
}

/** The `limit` ordinals with the most rows; those without rows are left out. */
export function mostFrequent(counts: ArrayLike<number>, ordinals: Uint32Array, limit: number): Frequent {
  const best: number[] = [];
  let present = 0;
  // Rows that an ordinal needs to be among the best.
  let least = 1;
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i]!;
    const rows = counts[ordinal]!;
    if (rows > 0) present++;
    if (rows < least || limit === 0) continue;
    if (best.length === limit) {
      const last = best[limit - 1]!;
      if (rows === counts[last] && ordinal > last) continue;
      best.pop();
    }
    insert(best, ordinal, counts);
    if (best.length === limit) least = counts[best[limit - 1]!]!;
  }
  return {best, present};
}

/** Inserts an ordinal into a list by count descending, then ordinal. */
function insert(best: number[], ordinal: number, counts: ArrayLike<number>): void {
  const rows = counts[ordinal]!;
  let at = best.length;
  for (; at > 0; at--) {
    const other = counts[best[at - 1]!]!;
    if (other > rows || (other === rows && best[at - 1]! < ordinal)) break;
  }
  best.splice(at, 0, ordinal);
}

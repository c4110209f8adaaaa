/** Counts the values of a dictionary-encoded column over a row set, and selects the most frequent. */

import type {DictionaryColumn} from '../columns/column.ts';
import {elementsFor, expectElements} from '../file/far_elements.ts';
import {forEachBlock, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';

type Ordinals = NonNullable<DictionaryColumn['ordinals']>;

/** Rows by ordinal, and the ordinals that have any, in no order. */
export interface Counted {
  counts: Uint32Array;
  ordinals: Uint32Array;
}

/**
 * Ordinals are noted as they are met where there are more than this many for each row; else all are looked at
 * afterwards.
 */
const ORDINALS_A_ROW = 2;

/** Buffers of one thread, grown to the largest dictionary. All counts are 0 between two calls. */
export class ValueCounter {
  #counts = new Uint32Array(1 << 10);

  /** Calls back with the counts of a set, valid during the call only. */
  count<T>(column: DictionaryColumn, set: RowSet, scratch: Scratch, use: (counted: Counted) => T): T {
    const cardinality = column.terms.count;
    const counts = this.#zeros(cardinality + 1);
    const seen = scratch.u32(cardinality + 1);
    const isNoted = cardinality > sizeOf(set) * ORDINALS_A_ROW;
    const length = addRows(column, set, counts, isNoted ? seen : null, scratch);
    try {
      const ordinals = isNoted
        ? seen.subarray(0, withoutNull(counts, seen, length, cardinality))
        : present(counts, seen, cardinality);
      return use({counts, ordinals});
    } finally {
      if (isNoted) for (let i = 0; i < length; i++) counts[seen[i]!] = 0;
      else counts.fill(0, 0, cardinality + 1);
    }
  }

  /** As `count`, of all rows but those of a set. `all` has the counts of all rows. */
  countOthers<T>(
    column: DictionaryColumn,
    set: RowSet,
    all: Uint32Array,
    scratch: Scratch,
    use: (counted: Counted) => T,
  ): T {
    const cardinality = column.terms.count;
    const counts = this.#zeros(cardinality + 1);
    addRows(column, set, counts, null, scratch);
    for (let ordinal = 0; ordinal < cardinality; ordinal++)
      counts[ordinal] = all[ordinal]! - counts[ordinal]!;
    try {
      return use({counts, ordinals: present(counts, scratch.u32(cardinality + 1), cardinality)});
    } finally {
      counts.fill(0, 0, cardinality + 1);
    }
  }

  #zeros(length: number): Uint32Array {
    if (this.#counts.length < length) this.#counts = new Uint32Array(length);
    return this.#counts;
  }
}

/** The ordinals below `cardinality` that have rows, ascending. */
function present(counts: Uint32Array, into: Uint32Array, cardinality: number): Uint32Array {
  let length = 0;
  for (let ordinal = 0; ordinal < cardinality; ordinal++) {
    into[length] = ordinal;
    length += counts[ordinal]! > 0 ? 1 : 0;
  }
  return into.subarray(0, length);
}

/**
 * Removes the number of values, which encodes null, from the ordinals that were met; returns how many are
 * left.
 */
function withoutNull(counts: Uint32Array, seen: Uint32Array, length: number, cardinality: number): number {
  if (counts[cardinality] === 0) return length;
  counts[cardinality] = 0;
  const at = seen.indexOf(cardinality);
  seen[at] = seen[length - 1]!;
  seen[length - 1] = cardinality;
  return length - 1;
}

/**
 * Adds the rows of a set; with `seen` notes the ordinals that were met, null among them, and returns how many
 * there are.
 */
function addRows(
  {ordinals: stored, lists}: DictionaryColumn,
  set: RowSet,
  counts: Uint32Array,
  seen: Uint32Array | null,
  scratch: Scratch,
): number {
  let length = 0;
  const ordinals = stored && elementsFor(stored, sizeOf(set));
  forEachBlock(set, scratch, (rows) => {
    expectElements(ordinals, rows);
    if (lists && seen) length = addLists(lists.ordinals, lists.offsets, rows, counts, seen, length);
    else if (lists) countLists(lists.ordinals, lists.offsets, rows, counts);
    else if (!ordinals) throw new Error('a facet keeps the ordinals of each row');
    else if (seen) length = addOrdinals(ordinals, rows, counts, seen, length);
    else countOrdinals(ordinals, rows, counts);
  });
  return length;
}

/** As `addOrdinals`, without notes, which cost as much as the counting. */
function countOrdinals(ordinals: Ordinals, rows: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) counts[ordinals[rows[i]!]!]!++;
}

/** As `addLists`, without notes. */
function countLists(ordinals: Ordinals, offsets: Uint32Array, rows: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    for (let j = offsets[row]!; j < offsets[row + 1]!; j++) counts[ordinals[j]!]!++;
  }
}

function addOrdinals(
  ordinals: Ordinals,
  rows: Uint32Array,
  counts: Uint32Array,
  seen: Uint32Array,
  before: number,
): number {
  let length = before;
  for (let i = 0; i < rows.length; i++) {
    const ordinal = ordinals[rows[i]!]!;
    if (counts[ordinal]!++ === 0) seen[length++] = ordinal;
  }
  return length;
}

function addLists(
  ordinals: Ordinals,
  offsets: Uint32Array,
  rows: Uint32Array,
  counts: Uint32Array,
  seen: Uint32Array,
  before: number,
): number {
  let length = before;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
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

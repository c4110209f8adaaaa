/** Counts the values of a dictionary-encoded column over a row set, and selects the most frequent. */

import type {DictionaryColumn} from '../columns/column.ts';
import {elementsFor, expectElements} from '../file/far_elements.ts';
import {forEachBlock, type RowSet, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Table} from './table.ts';

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
    const all = lists?.ordinals ?? ordinals;
    if (!all) throw new Error('a facet keeps the ordinals of each row');
    if (seen) length = note(all, lists?.offsets ?? null, rows, counts, seen, length);
    else if (lists) countLists(all, lists.offsets, rows, counts);
    else countOrdinals(all, rows, counts);
  });
  return length;
}

/** Without notes, which cost as much as the counting. */
function countOrdinals(ordinals: Ordinals, rows: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) counts[ordinals[rows[i]!]!]!++;
}

/** As `countOrdinals`, of rows with several. */
function countLists(ordinals: Ordinals, offsets: Uint32Array, rows: Uint32Array, counts: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    for (let j = offsets[row]!; j < offsets[row + 1]!; j++) counts[ordinals[j]!]!++;
  }
}

/** Counts as the functions above, and notes the ordinals that are met first behind `before` others. */
function note(
  ordinals: Ordinals,
  offsets: Uint32Array | null,
  rows: Uint32Array,
  counts: Uint32Array,
  seen: Uint32Array,
  before: number,
): number {
  let length = before;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    const end = offsets ? offsets[row + 1]! : row + 1;
    for (let j = offsets ? offsets[row]! : row; j < end; j++) {
      const ordinal = ordinals[j]!;
      if (counts[ordinal]!++ === 0) seen[length++] = ordinal;
    }
  }
  return length;
}

/**
 * Rows of each ordinal over a whole table or view: as many as its postings, or of a view those that it sees.
 * They are kept, as they are always the same.
 */
export function countsOfAll(
  table: Table,
  column: DictionaryColumn,
  name: string,
  scratch: Scratch,
  counter: ValueCounter,
): Uint32Array {
  const count = () =>
    table.view
      ? counter.count(column, table.all, scratch, ({counts}) => counts.slice(0, column.terms.count))
      : lengthsOf(column);
  const key = `${table.layout.declaration.name} counts ${name}`;
  return table.cache.get(key, count, ({byteLength}) => byteLength);
}

/** The number of rows of each ordinal. */
function lengthsOf({postings, terms}: DictionaryColumn): Uint32Array {
  const offsets = elementsFor(postings!.offsets, terms.count);
  const counts = new Uint32Array(terms.count);
  for (let i = 0; i < counts.length; i++) counts[i] = offsets[i + 1]! - offsets[i]!;
  return counts;
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

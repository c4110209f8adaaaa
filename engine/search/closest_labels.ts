/** The rows of a set whose labels are closest to a text, without reading the labels of all. */
import type {Table} from '../query/table.ts';
import {forEachRow, type RowSet, selectRange, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {membershipTest, toArray} from '../rowset/set_ops.ts';
import type {Closeness, Labels} from '../text/labels.ts';
import {addOthers, type ClosestRow, closenessByRow, type LabelSearch} from './label_search.ts';
import {closestInMemory} from './labels_in_memory.ts';

/** Rows whose labels are looked up together. */
const BLOCK = 1 << 10;

/** For up to so many ranges of ordinals the rows are looked up; for more the set is scanned. */
const MAX_RANGES = 1 << 12;

/** The rows of some ordinals are read instead of scanning the set if they are so many times fewer. */
const SCAN_RATIO = 8;

/** More ids than these are sorted by walking all. */
const MAX_COMPARED_IDS = 256;

/**
 * Gives the first `limit` rows of a set by closeness, then in default order or, for datasets without dates, by id. How close labels are is
 * told once for all sets of the table. Valid until the scratch is released.
 */
export function closestLabels(
  table: Table,
  text: Buffer,
  limit: number,
  scratch: Scratch,
): (set: RowSet) => ClosestRow[] {
  const {search: index, layout} = table;
  if (!index || !layout.globalSearch)
    throw new Error(`${layout.declaration.name} is not covered by the search`);
  const {labels} = index;
  const {dated} = layout.globalSearch;
  const closeness = labels.closenessTo(text, scratch);
  return (set) => {
    const order = dated ? null : sortedById(table, set, scratch);
    const search: LabelSearch = {labels, set, order, tableRows: table.rows, scratch};
    const closest = closestInMemory(search, closeness, text, limit);
    if (closest) return closest;
    const isSmall = sizeOf(set) <= labels.maxCompared;
    return isSmall ? compareAll(search, text, limit) : searchLabels(search, text, limit);
  };
}

function sortedById({ids, rows}: Table, set: RowSet, scratch: Scratch): Uint32Array {
  if (sizeOf(set) <= MAX_COMPARED_IDS) return toArray(set, scratch).slice().sort(ids.compareRows);
  const members = scratch.bitmap(rows);
  forEachRow(set, (row) => members.add(row));
  const sorted = scratch.u32(sizeOf(set));
  let count = 0;
  for (let i = 0; i < ids.order.length; i++) {
    if (members.has(ids.order[i]!)) sorted[count++] = ids.order[i]!;
  }
  return sorted;
}

/** Visits blocks of members in order, with the ordinals of their labels, until the callback returns false. */
function forEachBlock(
  {labels, set, order, tableRows, scratch}: LabelSearch,
  visit: (rows: Uint32Array, ordinals: Uint32Array) => boolean,
): void {
  if (order) {
    const ordinals = scratch.u32(order.length);
    labels.ordinalsOf(order, ordinals);
    visit(order, ordinals);
    return;
  }
  const [buffer, ordinals] = [scratch.u32(BLOCK), scratch.u32(BLOCK)];
  for (let next = 0; ; ) {
    const rows = buffer.subarray(0, selectRange(set, next, tableRows, buffer));
    if (rows.length === 0) return;
    labels.ordinalsOf(rows, ordinals);
    if (!visit(rows, ordinals)) return;
    next = rows[rows.length - 1]! + 1;
  }
}

/** Compares the labels of all members. */
function compareAll(search: LabelSearch, text: Buffer, limit: number): ClosestRow[] {
  const all: ClosestRow[] = [];
  forEachBlock(search, (rows, ordinals) => {
    const byRow = closenessByRow(search, ordinals.subarray(0, rows.length), text);
    for (let i = 0; i < rows.length; i++) all.push({row: rows[i]!, closeness: byRow[i]!});
    return true;
  });
  // The sort is stable.
  return all.sort((a, b) => a.closeness - b.closeness).slice(0, limit);
}

/** Looks up the labels that equal, start with and contain the text, until there are enough rows. */
function searchLabels(search: LabelSearch, text: Buffer, limit: number): ClosestRow[] {
  const {labels, scratch} = search;
  const [from, equal, end] = labels.prefixRange(text);
  const result: ClosestRow[] = [];
  const add = (closeness: Closeness, ranges: OrdinalRanges) => {
    const missing = limit - result.length;
    if (missing === 0 || ranges.from.length === 0) return;
    for (const row of firstRows(search, ranges, missing)) result.push({row, closeness});
  };
  add(0, singleRange(from, equal));
  add(1, singleRange(equal, end));
  if (result.length < limit) {
    add(2, ordinalsOutside(labels.containing(text, scratch), from, end, scratch));
  }
  if (result.length < limit) addOthers(search, result, limit);
  return result;
}

/** Ranges of label ordinals, `from[i]` up to `to[i]`. */
interface OrdinalRanges {
  from: Uint32Array;
  to: Uint32Array;
}

const singleRange = (from: number, to: number): OrdinalRanges =>
  from < to
    ? {from: Uint32Array.of(from), to: Uint32Array.of(to)}
    : {from: new Uint32Array(0), to: new Uint32Array(0)};

/** The ordinals outside a range, each as a range of length one. */
function ordinalsOutside(ordinals: Uint32Array, from: number, end: number, scratch: Scratch): OrdinalRanges {
  const [starts, ends] = [scratch.u32(ordinals.length), scratch.u32(ordinals.length)];
  let count = 0;
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i]!;
    if (ordinal >= from && ordinal < end) continue;
    starts[count] = ordinal;
    ends[count++] = ordinal + 1;
  }
  return {from: starts.subarray(0, count), to: ends.subarray(0, count)};
}

/** The first members whose label lies in the ranges. */
function firstRows(search: LabelSearch, ranges: OrdinalRanges, limit: number): number[] {
  const {labels, set, order, scratch} = search;
  const maxRows = Math.max(MAX_RANGES, sizeOf(set) / SCAN_RATIO);
  const rows =
    order || ranges.from.length > MAX_RANGES ? null : labels.rowsOf(ranges.from, ranges.to, maxRows, scratch);
  if (rows) return smallest(rows, membershipTest(set), limit);
  const isIncluded = rangeTest(labels, ranges, scratch);
  const result: number[] = [];
  forEachBlock(search, (members, ordinals) => {
    for (let i = 0; i < members.length && result.length < limit; i++) {
      if (isIncluded(ordinals[i]!)) result.push(members[i]!);
    }
    return result.length < limit;
  });
  return result;
}

function rangeTest(
  labels: Labels,
  {from, to}: OrdinalRanges,
  scratch: Scratch,
): (ordinal: number) => boolean {
  const [first, end] = [from[0]!, to[0]!];
  if (from.length === 1) return (ordinal) => ordinal >= first && ordinal < end;
  const bitmap = scratch.bitmap(labels.count + 1);
  for (let i = 0; i < from.length; i++) bitmap.addRange(from[i]!, to[i]!);
  return (ordinal) => bitmap.has(ordinal);
}

/** The smallest rows that pass the test, ascending. */
function smallest(rows: Uint32Array, passes: (row: number) => boolean, limit: number): number[] {
  const result: number[] = [];
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    if (result.length === limit && row >= result[limit - 1]!) continue;
    if (!passes(row)) continue;
    let at = result.length === limit ? limit - 1 : result.length;
    for (; at > 0 && result[at - 1]! > row; at--) result[at] = result[at - 1]!;
    result[at] = row;
  }
  return result;
}

/** The rows of a set whose labels are closest to a text, without reading the labels of all. */
import type {Table} from '../query/table.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import {forEachRow, type RowSet, select, selectRange, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {intersectWords, membershipTest, toArray} from '../rowset/set_ops.ts';
import {
  type Closeness,
  distinctBelow,
  type LabelCloseness,
  type Labels,
  type RowLists,
  textAt,
  UNREAD,
} from '../text/labels.ts';

export interface ClosestRow {
  row: number;
  closeness: Closeness;
}

/** Looking at the rows of a value costs about as much as looking at so many rows. */
const ROWS_PER_LIST = 4;

/** More values than these are no better than the rows in order, of which the first ones have them. */
const MAX_LISTS = 1 << 12;

/** Up to so many rows are told apart one by one by what is in memory of their labels. */
const MAX_TOLD = 1 << 12;

/** Of these up to so many have labels that are read. */
const MAX_READ = 256;

/** Few labels are read sooner than a text is looked up in a dictionary. */
const MAX_READ_AT_ONCE = 4;

/** Rows whose labels are looked up together. */
const BLOCK = 1 << 10;

/** For up to so many ranges of ordinals the rows are looked up; for more the set is scanned. */
const MAX_RANGES = 1 << 12;

/** The rows of some ordinals are read instead of scanning the set if they are so many times fewer. */
const SCAN_RATIO = 8;

/** More ids than these are sorted by walking all. */
const MAX_COMPARED_IDS = 256;

interface LabelSearch {
  labels: Labels;
  set: RowSet;
  /** The members in order, if it is not that of the rows. */
  order: Uint32Array | null;
  tableRows: number;
  scratch: Scratch;
}

/** The first `limit` rows of the set by closeness, then in default order or, for datasets without dates, by id. */
export function closestLabels(
  table: Table,
  set: RowSet,
  text: Buffer,
  limit: number,
  scratch: Scratch,
): ClosestRow[] {
  const {search: index, layout} = table;
  if (!index || !layout.globalSearch)
    throw new Error(`${layout.declaration.name} is not covered by the search`);
  const order = layout.globalSearch.dated ? null : sortedById(table, set, scratch);
  const search: LabelSearch = {labels: index.labels, set, order, tableRows: table.rows, scratch};
  const size = sizeOf(set);
  const {labels} = index;
  if (size <= Math.min(labels.maxCompared, MAX_READ_AT_ONCE)) return compareAll(search, text, limit);
  return (
    closestInMemory(search, text, limit) ??
    (size <= labels.maxCompared ? compareAll(search, text, limit) : searchLabels(search, text, limit))
  );
}

/** As `closestLabels`, reading few labels; null where memory does not tell enough. */
function closestInMemory(search: LabelSearch, text: Buffer, limit: number): ClosestRow[] | null {
  const {labels, set, order, scratch} = search;
  const closeness = labels.closenessTo(text, scratch);
  if (!closeness) return null;
  const [size, lists] = [sizeOf(set), closeness.values * ROWS_PER_LIST];
  if (!order && lists < size && closeness.values <= MAX_LISTS) {
    const closest = closestOfLists(search, closeness, text, limit);
    if (closest) return closest;
  }
  return size <= MAX_TOLD ? tellAll(search, closeness, text, limit) : null;
}

/** By the rows of the values that contain the text. */
function closestOfLists(
  search: LabelSearch,
  closeness: LabelCloseness,
  text: Buffer,
  limit: number,
): ClosestRow[] | null {
  const isMember = membershipTest(search.set);
  const unread = unreadMembers(search, closeness);
  if (!unread) return null;
  const unreadCloseness = readCloseness(search, unread, text);
  const result: ClosestRow[] = [];
  for (const wanted of [0, 1, 2] as const) {
    const best = new FirstRows(limit - result.length);
    for (const [i, row] of unread.entries()) if (unreadCloseness[i] === wanted) best.add(row);
    const passes = (row: number): boolean => closeness.of(row) === wanted && isMember(row);
    if (!best.isNone) for (const lists of closeness.lists(wanted)) best.addLists(lists, passes);
    for (const row of best.rows) result.push({row, closeness: wanted});
  }
  if (result.length < limit) addOthers(search, result, limit);
  return result;
}

/** The members whose labels are not in memory; null where they are many. */
function unreadMembers(
  {set, tableRows, scratch}: LabelSearch,
  closeness: LabelCloseness,
): Uint32Array | null {
  const words = closeness.unread();
  if (words.length === 0) return words;
  const unread = intersectWords(set, words, tableRows, scratch);
  return sizeOf(unread) <= MAX_READ ? toArray(unread, scratch) : null;
}

/** The first so many of some rows, ascending, each once. */
class FirstRows {
  readonly rows: number[] = [];
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isNone(): boolean {
    return this.#limit === 0;
  }

  add(row: number): void {
    const {rows} = this;
    if (!this.#isWanted(row) || rows.includes(row)) return;
    if (rows.length === this.#limit) rows.pop();
    let at = rows.length;
    for (; at > 0 && rows[at - 1]! > row; at--) rows[at] = rows[at - 1]!;
    rows[at] = row;
  }

  addLists({rows, offsets, ordinals}: RowLists, passes: (row: number) => boolean): void {
    for (const ordinal of ordinals) {
      const end = offsets[ordinal + 1]!;
      // The rows of a list ascend.
      for (let i = offsets[ordinal]!; i < end && this.#isWanted(rows[i]!); i++) {
        if (passes(rows[i]!)) this.add(rows[i]!);
      }
    }
  }

  #isWanted(row: number): boolean {
    const {length} = this.rows;
    return length < this.#limit || (length > 0 && row < this.rows[length - 1]!);
  }
}

/** The first rows of each closeness, by what is in memory; null where too many labels would have to be read. */
function tellAll(
  search: LabelSearch,
  {of}: LabelCloseness,
  text: Buffer,
  limit: number,
): ClosestRow[] | null {
  const {set, order, scratch} = search;
  const members = order ?? toArray(set, scratch);
  const firsts: {row: number; closeness: Closeness; index: number}[][] = [[], [], [], []];
  const unread: number[] = [];
  for (let index = 0; index < members.length; index++) {
    const row = members[index]!;
    const closeness = of(row);
    if (closeness === UNREAD) {
      if (unread.length === MAX_READ) return null;
      unread.push(index);
    } else if (firsts[closeness]!.length < limit) firsts[closeness]!.push({row, closeness, index});
  }
  if (unread.length > 0) {
    const rows = Uint32Array.from(unread, (index) => members[index]!);
    for (const [i, closeness] of readCloseness(search, rows, text).entries()) {
      firsts[closeness]!.push({row: rows[i]!, closeness, index: unread[i]!});
    }
    for (const one of firsts) one.sort((a, b) => a.index - b.index);
  }
  return firsts.flat().slice(0, limit);
}

/** The closeness of the labels of some rows, which are read. */
function readCloseness(search: LabelSearch, rows: Uint32Array, text: Buffer): Closeness[] {
  if (rows.length === 0) return [];
  const ordinals = search.scratch.u32(rows.length);
  search.labels.ordinalsOf(rows, ordinals);
  return closenessByRow(search, ordinals, text);
}

function sortedById({ids, rows}: Table, set: RowSet, scratch: Scratch): Uint32Array {
  ids.load();
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

/** The closeness of the labels of some ordinals, which are read. */
function closenessByRow({labels, scratch}: LabelSearch, ordinals: Uint32Array, text: Buffer): Closeness[] {
  const distinct = distinctBelow(ordinals, labels.count, scratch);
  const folded = labels.folded(distinct, scratch);
  const byLabel = Array.from(distinct, (_, i) => labelCloseness(textAt(folded, i), text));
  return Array.from(ordinals, (ordinal) =>
    ordinal < labels.count ? byLabel[lowerBound(distinct, ordinal)]! : 3,
  );
}

function labelCloseness(label: Buffer, text: Buffer): Closeness {
  const at = label.indexOf(text);
  if (at < 0) return 3;
  if (at > 0) return 2;
  return label.length === text.length ? 0 : 1;
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

/** Fills up with the first of the other members; all closer ones are in the result already. */
function addOthers({set, order, scratch}: LabelSearch, result: ClosestRow[], limit: number): void {
  const included = new Set(result.map(({row}) => row));
  const first = scratch.u32(limit);
  // At most all of those in the result precede the last one that is wanted.
  const members = order?.subarray(0, limit) ?? first.subarray(0, select(set, 0, first));
  for (let i = 0; i < members.length && result.length < limit; i++) {
    if (!included.has(members[i]!)) result.push({row: members[i]!, closeness: 3});
  }
}

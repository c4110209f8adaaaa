/** Pages of a row set in the order of a sort key, in either direction, by offset or after a position. */
import {fold} from '../../datasets/rules/text.ts';
import {type DictionaryColumn, hasValue, type IndexedColumn, storedValues} from '../columns/column.ts';
import {expectElements} from '../file/far_elements.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import {forEachRow, type RowSet, select, sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import type {Position} from '../types.ts';
import {type Positions, positionsAmong, positionsIn} from './positions.ts';
import type {Order, Table} from './table.ts';

/** Up to so many rows are sorted; the order is walked for more, of which the page is found soon. */
const MAX_SORTED = 256;

/** A row set as the set of its positions in an order. */
interface OrderedSet {
  positions: Positions;
  rowAt(position: number): number;
  /** First position of a row without a value. */
  valued: number;
  /** One past the last position. */
  end: number;
}

/** Positions `from` up to `to` of rows with equal values. */
type PositionRange = [from: number, to: number];

/** The order of a page: sort key of the table, and direction. */
export interface SortOrder {
  sort: string;
  order: 'asc' | 'desc';
}

export interface PageRequest {
  limit: number;
  offset: number;
  after?: Position | undefined;
}

/** Rows of a page, in order; valid until the scratch is released. */
export function sortedPage(
  table: Table,
  set: RowSet,
  {sort, order: direction}: SortOrder,
  request: PageRequest,
  scratch: Scratch,
): Uint32Array {
  const order = table.orders.get(sort);
  if (!order) throw new Error(`${table.layout.declaration.name} cannot be sorted by ${sort}`);
  const into = scratch.u32(Math.min(request.limit, sizeOf(set)));
  const ordered = orderedSet(table, order, sort, set, scratch);
  const forward = direction === order.direction;
  const page = request.after
    ? pageAfter(table, order, ordered, forward, request.after, into)
    : pageAt(order, ordered, forward, request.offset, into);
  if (order.rows) for (let i = 0; i < page.length; i++) page[i] = ordered.rowAt(page[i]!);
  return page;
}

function orderedSet(table: Table, order: Order, key: string, set: RowSet, scratch: Scratch): OrderedSet {
  const {rows, valued} = order;
  if (!rows) return {positions: positionsIn(set), rowAt: (position) => position, valued, end: table.rows};
  if (set === table.all) {
    const own = table.view?.orders.get(key) ?? rows;
    return wholeOrder(own, table.view ? table.view.valued[key]! : valued);
  }
  if (sizeOf(set) <= MAX_SORTED) return sortedOrder(table, order, set, scratch);
  return {
    positions: positionsAmong(rows, set, scratch.bitmap(table.rows)),
    rowAt: (position) => rows[position]!,
    valued,
    end: table.rows,
  };
}

/** All of some ordered rows, those with a value first. */
const wholeOrder = (rows: Uint32Array, valued: number): OrderedSet => ({
  positions: positionsIn({kind: 'range', from: 0, to: rows.length}),
  rowAt: (position) => rows[position]!,
  valued,
  end: rows.length,
});

/**
 * The rows of a small set by descending value, those without one last, those of equal values by ascending id.
 */
function sortedOrder({ids}: Table, {column}: Order, set: RowSet, scratch: Scratch): OrderedSet {
  const rows = scratch.u32(sizeOf(set));
  select(set, 0, rows);
  expectElements(column.kind === 'numeric' ? column.numbers : column.ordinals, rows);
  let valued = 0;
  forEachRow(set, (row) => {
    if (hasValue(column, row)) valued++;
  });
  const keyOf = (row: number): number =>
    hasValue(column, row) ? numberOf(column, row) : Number.NEGATIVE_INFINITY;
  rows.sort((one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    return a === b ? ids.compareRows(one, other) : b - a;
  });
  return wholeOrder(rows, valued);
}

/** Value of the sort column in a row; ordinals have the order of their texts. */
function numberOf(column: IndexedColumn, row: number): number {
  if (column.kind === 'numeric') return column.numbers[row]!;
  if (!column.ordinals) throw new Error('a column of lists is no sort key');
  return column.ordinals[row]!;
}

const valueAt = ({column}: Order, {rowAt}: OrderedSet, position: number): number =>
  numberOf(column, rowAt(position));

/** The range of positions that have the value of this one. */
function rangeAt(order: Order, ordered: OrderedSet, position: number): PositionRange {
  const value = valueAt(order, ordered, position);
  return [
    partitionPoint(0, position, (at) => valueAt(order, ordered, at) !== value),
    partitionPoint(position, ordered.valued, (at) => valueAt(order, ordered, at) === value),
  ];
}

/** Positions of the page at an offset. */
function pageAt(
  order: Order,
  ordered: OrderedSet,
  forward: boolean,
  offset: number,
  into: Uint32Array,
): Uint32Array {
  const {positions, valued, end} = ordered;
  if (forward) return into.subarray(0, positions.take(0, end, offset, into));
  // Rows without a value are last in both directions.
  const valuedCount = positions.size - positions.count(valued, end);
  if (offset >= valuedCount) {
    return into.subarray(0, positions.take(valued, end, offset - valuedCount, into));
  }
  const one = positions.before(valued, offset);
  const [from, to] = rangeAt(order, ordered, one);
  // Rows of equal values ascend by id in both directions, so the offset counts from the start of their range.
  const start = new Uint32Array(1);
  positions.take(from, to, offset - positions.count(to, valued), start);
  return pageBackwards(order, ordered, start[0]!, [from, to], into);
}

/**
 * Positions against the direction of the order: from `start` to the end of its range of equal values, then
 * the ranges before it, each ascending, then the rows without a value.
 */
function pageBackwards(
  order: Order,
  ordered: OrderedSet,
  start: number,
  range: PositionRange,
  into: Uint32Array,
): Uint32Array {
  const {positions, valued, end} = ordered;
  let next = start;
  let [from, to] = range;
  let count = 0;
  for (;;) {
    count += positions.take(next, to, 0, into.subarray(count));
    if (count === into.length) return into;
    const previous = positions.before(from, 0);
    if (previous < 0) {
      count += positions.take(valued, end, 0, into.subarray(count));
      return into.subarray(0, count);
    }
    [from, to] = rangeAt(order, ordered, previous);
    next = from;
  }
}

/** Positions of the page after a given one. */
function pageAfter(
  table: Table,
  order: Order,
  ordered: OrderedSet,
  forward: boolean,
  after: Position,
  into: Uint32Array,
): Uint32Array {
  const {positions, valued, end} = ordered;
  const [from, to] = after.key === null ? [valued, end] : rangeOfKey(order, ordered, after.key);
  const next = partitionPoint(
    from,
    to,
    (position) => table.ids.compare(ordered.rowAt(position), after.id) <= 0,
  );
  if (forward || after.key === null) return into.subarray(0, positions.take(next, end, 0, into));
  return pageBackwards(order, ordered, next, [from, to], into);
}

/** The range of positions with a key; empty, where such rows would be, if no row has it. */
function rangeOfKey(order: Order, ordered: OrderedSet, key: string): PositionRange {
  const {column, direction} = order;
  const sign = direction === 'desc' ? -1 : 1;
  let [low, high] = [0, 0];
  if (column.kind === 'numeric') {
    [low, high] = [column.bound(key, 'gte'), column.bound(key, 'lte')];
    if (Number.isNaN(low)) throw new Error(`${key} is no value of the sort key`);
  } else low = high = ordinalOf(column, key);
  const compare = (position: number) => {
    const value = valueAt(order, ordered, position);
    if (value >= low && value <= high) return 0;
    return sign * (value < low ? -1 : 1);
  };
  const from = partitionPoint(0, ordered.valued, (position) => compare(position) < 0);
  return [from, partitionPoint(from, ordered.valued, (position) => compare(position) <= 0)];
}

/** Ordinal of a text; halfway between its neighbours' if no row has it. */
function ordinalOf(column: DictionaryColumn, key: string): number {
  const [from, to] = column.terms.equalTo(Buffer.from(fold(key)));
  const values = storedValues(column, 'the sort key');
  const wanted = Buffer.from(key);
  let ordinal = from;
  for (; ordinal < to; ordinal++) {
    const order = Buffer.compare(Buffer.from(stringAt(values, ordinal)), wanted);
    if (order === 0) return ordinal;
    if (order > 0) break;
  }
  return ordinal - 0.5;
}

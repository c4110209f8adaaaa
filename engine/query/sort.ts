/** Pages of a set in the order of a sort key, in either direction, by offset or behind a position. */
import {fold} from '../../datasets/rules/text.ts';
import {storedValues} from '../columns/column.ts';
import type {Bitmap} from '../rowset/bitmap.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import {
  forEachBlock,
  forEachRow,
  predecessor,
  type RowSet,
  rank,
  select,
  selectRange,
  sizeOf,
} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import type {Position} from '../types.ts';
import type {Order, Table} from './table.ts';

/** So many places are sorted; more are put into a bitset. */
const FEW = 256;

/** Ranks that are moved together. */
const BLOCK = 1 << 12;

/** A set in an order: its places, and what stands at a place. */
interface Ordered {
  set: RowSet;
  rankAt(place: number): number;
  /** First place without a value. */
  known: number;
  /** One past the last place. */
  end: number;
}

/** An order for a page: key of the table, and direction. */
export interface SortOrder {
  sort: string;
  order: 'asc' | 'desc';
}

export interface PageRequest {
  limit: number;
  offset: number;
  after?: Position | undefined;
}

/** Ranks of a page, in order; valid until the scratch is released. */
export function sortedPage(
  table: Table,
  set: RowSet,
  {sort, order}: SortOrder,
  asked: PageRequest,
  scratch: Scratch,
) {
  const found = table.orders.get(sort);
  if (!found) throw new Error(`${table.layout.of.name} cannot be sorted by ${sort}`);
  const into = scratch.u32(Math.min(asked.limit, sizeOf(set)));
  const ordered = inOrder(table, found, sort, set, scratch);
  const forward = order === found.direction;
  const places = asked.after
    ? behind(table, found, ordered, forward, asked.after, into)
    : fromOffset(found, ordered, forward, asked.offset, into);
  if (found.rows) for (let i = 0; i < places.length; i++) places[i] = ordered.rankAt(places[i]!);
  return places;
}

/** The set by its places in the order. */
function inOrder(table: Table, order: Order, key: string, set: RowSet, scratch: Scratch): Ordered {
  const {rows: ranks, positions: places, valued: known} = order;
  if (!ranks || !places) return {set, rankAt: (place) => place, known, end: table.rows};
  if (set === table.all) {
    const own = table.view?.orders.get(key) ?? ranks;
    const full: RowSet = {kind: 'range', from: 0, to: own.length};
    const first = table.view ? table.view.valued[key]! : known;
    return {set: full, rankAt: (place) => own[place]!, known: first, end: own.length};
  }
  return {
    set: moved(set, places, table.rows, scratch),
    rankAt: (place) => ranks[place]!,
    known,
    end: table.rows,
  };
}

/** The places of the members of a set. */
function moved(set: RowSet, places: Uint32Array, rows: number, scratch: Scratch): RowSet {
  const count = sizeOf(set);
  if (count <= FEW) {
    const room = scratch.u32(count);
    let i = 0;
    forEachRow(set, (rank) => {
      room[i++] = places[rank]!;
    });
    return {kind: 'array', rows: room.sort()};
  }
  const bits: Bitmap = scratch.bitmap(rows);
  const block = scratch.u32(BLOCK);
  forEachBlock(set, block, (length) => {
    for (let i = 0; i < length; i++) block[i] = places[block[i]!]!;
    bits.addUnsorted(block, length);
  });
  return {kind: 'bitmap', bitmap: bits, count};
}

/** Value of the column at a place; codes are in the order of their texts. */
function valueAt({column}: Order, {rankAt}: Ordered, place: number): number {
  const rank = rankAt(place);
  if (column.kind === 'numeric') return column.numbers[rank]!;
  if (!column.ordinals) throw new Error('a column of lists is no sort key');
  return column.ordinals[rank]!;
}

/** Places from, to with the value of a place. */
function groupAt(order: Order, ordered: Ordered, place: number): [from: number, to: number] {
  const value = valueAt(order, ordered, place);
  return [
    partitionPoint(0, place, (at) => valueAt(order, ordered, at) !== value),
    partitionPoint(place, ordered.known, (at) => valueAt(order, ordered, at) === value),
  ];
}

function fromOffset(
  order: Order,
  ordered: Ordered,
  forward: boolean,
  offset: number,
  into: Uint32Array,
): Uint32Array {
  const {set, known} = ordered;
  const valued = forward ? 0 : rank(set, known);
  // Rows without a value stand last in both directions.
  if (forward || offset >= valued) return into.subarray(0, select(set, offset, into));
  const one = new Uint32Array(1);
  select(set, valued - 1 - offset, one);
  const [from, to] = groupAt(order, ordered, one[0]!);
  // In its group the row stands as far behind the first one as in the other direction.
  select(set, rank(set, from) + offset - (valued - rank(set, to)), one);
  return backwards(order, ordered, [from, one[0]!, to], into);
}

/** From a place on to the end of its group, then the groups before it, each ascending, then what has no value. */
function backwards(
  order: Order,
  ordered: Ordered,
  start: [from: number, next: number, to: number],
  into: Uint32Array,
): Uint32Array {
  const {set, known, end} = ordered;
  let [from, next, to] = start;
  let taken = 0;
  for (;;) {
    taken += selectRange(set, next, to, into.subarray(taken));
    if (taken === into.length) return into;
    const last = predecessor(set, from);
    if (last < 0) {
      taken += selectRange(set, known, end, into.subarray(taken));
      return into.subarray(0, taken);
    }
    [from, to] = groupAt(order, ordered, last);
    next = from;
  }
}

/** Members behind a position. */
function behind(
  table: Table,
  order: Order,
  ordered: Ordered,
  forward: boolean,
  position: Position,
  into: Uint32Array,
): Uint32Array {
  const {set, known, end} = ordered;
  const [from, to] = position.key === null ? [known, end] : groupOf(order, ordered, position.key);
  const next = partitionPoint(
    from,
    to,
    (place) => table.ids.compare(ordered.rankAt(place), position.id) <= 0,
  );
  if (forward || position.key === null) return into.subarray(0, selectRange(set, next, end, into));
  return backwards(order, ordered, [from, next, to], into);
}

/** Places from, to of a key; where no row has it, the place at which such rows would stand. */
function groupOf(order: Order, ordered: Ordered, key: string): [from: number, to: number] {
  const {column, direction} = order;
  const sign = direction === 'desc' ? -1 : 1;
  let [low, high] = [0, 0];
  if (column.kind === 'numeric') {
    [low, high] = [column.bound(key, 'gte'), column.bound(key, 'lte')];
    if (Number.isNaN(low)) throw new Error(`${key} is no value of the sort key`);
  } else [low, high] = codesOf(column, key);
  const compare = (place: number) => {
    const value = valueAt(order, ordered, place);
    if (value >= low && value <= high) return 0;
    return sign * (value < low ? -1 : 1);
  };
  const from = partitionPoint(0, ordered.known, (place) => compare(place) < 0);
  return [from, partitionPoint(from, ordered.known, (place) => compare(place) <= 0)];
}

/** Code of a text, twice; of one that is not there, numbers between those of its neighbours. */
function codesOf(
  column: Extract<Order['column'], {kind: 'text' | 'multivalue'}>,
  key: string,
): [number, number] {
  const [from, to] = column.terms.equalTo(Buffer.from(fold(key)));
  const values = storedValues(column, 'the sort key');
  const wanted = Buffer.from(key);
  let code = from;
  while (code < to) {
    const order = Buffer.compare(Buffer.from(stringAt(values, code)), wanted);
    if (order === 0) return [code, code];
    if (order > 0) break;
    code++;
  }
  return [code - 0.5, code - 0.5];
}

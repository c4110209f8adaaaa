/** Pages of records or entities with the exact total. */

import {storedValues} from '../columns/column.ts';
import {Circle} from '../geo/circle.ts';
import {kilometres} from '../geo/sphere.ts';
import type {RowReader} from '../rows/reader.ts';
import {sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import {DISTANCE, type Lines, type Page as ListPage, type ListQuery} from '../types.ts';
import type {Heap} from './heap.ts';
import {listByDistance} from './near.ts';
import {matchingRows} from './plan.ts';
import {predicatesOf} from './predicates.ts';
import {sortedPage} from './sort.ts';
import type {Table} from './table.ts';
import {unionPrefix} from './union_prefix.ts';

/** Room that lists use by turns. */
export interface QueryBuffers {
  scratch: Scratch;
  reader: RowReader;
  heap: Heap;
}

/** One page in the order of the query. */
export function list(table: Table, query: ListQuery, rooms: QueryBuffers): ListPage {
  const circle = query.near ? new Circle(query.near) : null;
  if (circle && query.sort === DISTANCE) return nearest(table, query, circle, rooms);
  const {total, ranks} = head(table, query, rooms.scratch) ?? whole(table, query, rooms.scratch);
  const last = ranks[ranks.length - 1];
  return {
    total,
    items: itemsOf(table, query, circle, ranks, rooms.reader),
    last: last === undefined ? null : {key: sortKey(table, query.sort, last), id: table.ids.text(last)},
  };
}

/** One page in the order of distance. */
function nearest(table: Table, query: ListQuery, circle: Circle, rooms: QueryBuffers): ListPage {
  const {points, leafItems: placed, ids, details} = table;
  const {centre} = circle;
  const {total, leaves: places} = listByDistance(table, query, circle, rooms.scratch, rooms.heap);
  if (!points || !placed) throw new Error(`rows of ${table.layout.of.name} have no point`);
  const add = fieldsBehind(table, query);
  const tail = (i: number) => add(points.leafPoint(places[i]!), points.leafDistance(centre, places[i]!));
  const rankOf = (place: number) => points.rowByLeaf[place]!;
  const last = places[places.length - 1];
  return {
    total,
    items: query.details
      ? rooms.reader.rowsWithFields(details, places.map(rankOf), tail)
      : rooms.reader.rowsWithFields(placed, places, tail),
    last:
      last === undefined
        ? null
        : {key: String(points.leafDistance(centre, last)), id: ids.text(rankOf(last))},
  };
}

interface Point {
  lat: number;
  lng: number;
}

/** The fields that the query asks for behind those of an item, by its point and the metres to it. */
function fieldsBehind(
  {layout: plan}: Table,
  {points: shown, near}: ListQuery,
): (at: Point | null, metres: number) => string {
  const {point} = plan;
  if (!point) throw new Error(`rows of ${plan.of.name} have no point`);
  return (at, metres) => {
    const place = shown ? `,"${point.lat}":${at?.lat ?? null},"${point.lng}":${at?.lng ?? null}` : '';
    return near ? `${place},"${point.distance}":${kilometres(metres)}` : place;
  };
}

/** The lines of the ranks, with the fields behind their own that the query asks for. */
function itemsOf(
  table: Table,
  query: ListQuery,
  circle: Circle | null,
  ranks: Uint32Array,
  reader: RowReader,
): Lines {
  const file = query.details ? table.details : table.items;
  if (!query.points && !circle) return reader.rows(file, ranks);
  const {points} = table;
  if (!points) throw new Error(`rows of ${table.layout.of.name} have no point`);
  const add = fieldsBehind(table, query);
  return reader.rowsWithFields(file, ranks, (i) => {
    const rank = ranks[i]!;
    return add(points.rowPoint(rank), circle ? points.rowDistance(circle.centre, rank) : Number.NaN);
  });
}

interface Found {
  total: number;
  ranks: Uint32Array;
}

/** The page and the total by the set of all rows that pass. */
function whole(table: Table, query: ListQuery, scratch: Scratch): Found {
  const set = matchingRows(table, query.where, scratch, query.near);
  return {total: sizeOf(set), ranks: sortedPage(table, set, query, query, scratch)};
}

/** The same for one of the first pages of one condition in the default order, where no such set is needed. */
function head(table: Table, query: ListQuery, scratch: Scratch): Found | null {
  const {layout: plan, rows, view} = table;
  const [condition, ...others] = query.where;
  const inOrder = query.sort === plan.orders[0]?.key && query.order === plan.direction && !query.after;
  if (!condition || others.length > 0 || query.near || view || !inOrder) return null;
  const [criterion, ...more] = predicatesOf(table, condition, scratch);
  if (criterion?.kind !== 'codes' || more.length > 0) return null;
  const ranks = unionPrefix(criterion, rows, query.offset, query.limit, scratch);
  return ranks && {total: criterion.most, ranks};
}

/** Value of a row by which the order of a sort key stands, as text; null where it has none. */
export function sortKey({orders}: Table, sort: string, rank: number): string | null {
  const {rows: ranks, positions: places, valued: known, column} = orders.get(sort)!;
  const place = ranks && places ? places[rank]! : rank;
  if (place >= known) return null;
  if (column.kind === 'numeric') return column.text(column.numbers[rank]!);
  return stringAt(storedValues(column, sort), column.ordinals![rank]!);
}

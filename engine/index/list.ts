/** Pages of records or entities with the exact total. */
import {sizeOf} from '../rowset.ts';
import {kilometres} from '../sphere.ts';
import {DISTANCE, type Lines, type Page as ListPage, type ListQuery, type Position} from '../types.ts';
import {byDistance, type Found} from './by_distance.ts';
import {Circle} from './circle.ts';
import {storedValues, textAt} from './columns.ts';
import {criteriaOf} from './criteria.ts';
import {filter} from './filter.ts';
import {headOf} from './head.ts';
import type {Heap} from './heap.ts';
import {pageOf} from './order.ts';
import type {Page} from './rows.ts';
import type {Scratch} from './scratch.ts';
import type {Table} from './table.ts';

/** Room that lists use by turns. */
export interface Rooms {
  scratch: Scratch;
  page: Page;
  heap: Heap;
}

/** One page in the order of the query. */
export function list(table: Table, query: ListQuery, rooms: Rooms): ListPage {
  const circle = query.near ? new Circle(query.near) : null;
  const {total, ranks} = head(table, query, rooms.scratch) ?? whole(table, query, circle, rooms);
  const last = ranks[ranks.length - 1];
  return {
    total,
    items: itemsOf(table, query, circle, ranks, rooms.page),
    last: last === undefined ? null : positionOf(table, query.sort, circle, last),
  };
}

/** The lines of the ranks, with the fields behind their own that the query asks for. */
function itemsOf(
  table: Table,
  {points: shown, details, sort}: ListQuery,
  circle: Circle | null,
  ranks: Uint32Array,
  page: Page,
): Lines {
  const {points, placed, plan} = table;
  if (!shown && !circle) return page.lines(details ? table.details : table.items, ranks);
  const {point} = plan;
  if (!points || !placed || !point) throw new Error(`rows of ${plan.of.name} have no point`);
  // Rows that are near each other lie together in the order of their points.
  const lines =
    circle && sort === DISTANCE && !details
      ? page.gathered(placed, points.placesOf(ranks))
      : page.lines(details ? table.details : table.items, ranks);
  return page.extended(lines, (i) => {
    const at = shown ? points.of(ranks[i]!) : null;
    const place = shown ? `,"${point.lat}":${at?.lat ?? null},"${point.lng}":${at?.lng ?? null}` : '';
    if (!circle) return place;
    return `${place},"${point.distance}":${kilometres(points.metres(circle.centre, ranks[i]!))}`;
  });
}

/** The page and the total by the set of all rows that pass. */
function whole(table: Table, query: ListQuery, circle: Circle | null, rooms: Rooms): Found {
  const {scratch, heap} = rooms;
  if (query.sort === DISTANCE && circle) return byDistance(table, query, circle, scratch, heap);
  const set = filter(table, query.where, scratch, query.near);
  return {total: sizeOf(set), ranks: pageOf(table, set, query, query, scratch)};
}

/** The same for one of the first pages of one condition in the default order, where no such set is needed. */
function head(table: Table, query: ListQuery, scratch: Scratch): Found | null {
  const {plan, rows, view} = table;
  const [condition, ...others] = query.where;
  const inOrder = query.sort === plan.orders[0]?.key && query.order === plan.direction && !query.after;
  if (!condition || others.length > 0 || query.near || view || !inOrder) return null;
  const [criterion, ...more] = criteriaOf(table, condition, scratch);
  if (criterion?.kind !== 'codes' || more.length > 0) return null;
  const ranks = headOf(criterion, rows, query.offset, query.limit, scratch);
  return ranks && {total: criterion.most, ranks};
}

/** Place of a row in the order of a sort key. */
function positionOf(table: Table, sort: string, circle: Circle | null, rank: number): Position {
  const id = table.ids.text(rank);
  if (sort === DISTANCE && circle) return {key: String(table.points!.metres(circle.centre, rank)), id};
  return {key: keyOf(table, sort, rank), id};
}

/** Value of a row by which the order of a sort key stands, as text; null where it has none. */
export function keyOf({orders}: Table, sort: string, rank: number): string | null {
  const {ranks, places, known, column} = orders.get(sort)!;
  const place = ranks && places ? places[rank]! : rank;
  if (place >= known) return null;
  if (column.kind === 'numbers') return column.text(column.numbers[rank]!);
  return textAt(storedValues(column, sort), column.codes![rank]!);
}

/** Pages of records or entities with the exact total. */

import {textAt} from '../columns/column.ts';
import {takeAll} from '../file/far_elements.ts';
import {Circle} from '../geo/circle.ts';
import type {Location} from '../geo/points/read.ts';
import {kilometres} from '../geo/sphere.ts';
import type {RowReader} from '../rows/reader.ts';
import {sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {DISTANCE, type Lines, type Page as ListPage, type ListQuery} from '../types.ts';
import {listByDistance} from './near.ts';
import {type ConjunctivePlan, planConjunction} from './plan.ts';
import {prefixOf} from './prefix.ts';
import {sortedPage} from './sort.ts';
import {pointsOf, type Table} from './table.ts';
import type {Work} from './work.ts';

/** One page in the order of the query. */
export function list(table: Table, query: ListQuery, work: Work): ListPage {
  const circle = query.near ? new Circle(query.near) : null;
  if (circle && query.sort === DISTANCE) return pageByDistance(table, query, circle, work);
  const {total, rows} = rowsOfPage(table, query, work);
  const last = rows[rows.length - 1];
  let position: ListPage['last'] = null;
  let items: Lines | null = null;
  takeAll([
    () => {
      if (last !== undefined) position = {key: sortKey(table, query.sort, last), id: table.ids.text(last)};
    },
    () => {
      items = itemsOf(table, query, circle, rows, work.reader);
    },
  ]);
  return {total, items: items!, last: position};
}

function pageByDistance(table: Table, query: ListQuery, circle: Circle, work: Work): ListPage {
  const {items, ids, details} = table;
  const points = pointsOf(table);
  const {total, leaves, metres} = listByDistance(table, query, circle, work.scratch);
  const format = pointFields(table, query);
  const fieldsOf = (i: number) => format(points.leafPoint(leaves[i]!), metres[i]!);
  const rowOf = (leaf: number) => points.rowByLeaf[leaf]!;
  const last = leaves.length - 1;
  return {
    total,
    items: work.reader.rows(query.details ? details : items, leaves.map(rowOf), fieldsOf),
    last: last < 0 ? null : {key: String(metres[last]), id: ids.text(rowOf(leaves[last]!))},
  };
}

/** Formats the fields that the query appends to an item, from its point and the distance in metres. */
function pointFields(
  {layout}: Table,
  {points, near}: Pick<ListQuery, 'points' | 'near'>,
): (location: Location | null, metres: number) => string {
  const point = layout.point!;
  return (location, metres) => {
    const coordinates = points
      ? `,"${point.lat}":${location?.lat ?? null},"${point.lng}":${location?.lng ?? null}`
      : '';
    return near ? `${coordinates},"${point.distance}":${kilometres(metres)}` : coordinates;
  };
}

/** The items of the rows, with the fields that the query appends. */
export function itemsOf(
  table: Table,
  query: Pick<ListQuery, 'details' | 'points' | 'near'>,
  circle: Circle | null,
  rows: Uint32Array,
  reader: RowReader,
): Lines {
  const form = query.details ? table.details : table.items;
  if (!query.points && !circle) return reader.rows(form, rows);
  const points = pointsOf(table);
  const format = pointFields(table, query);
  return reader.rows(form, rows, (i) => {
    const row = rows[i]!;
    return format(points.rowPoint(row), circle ? points.rowDistance(circle.centre, row) : Number.NaN);
  });
}

interface RowPage {
  total: number;
  rows: Uint32Array;
}

/** The page and the total. */
function rowsOfPage(table: Table, query: ListQuery, {scratch, walks}: Work): RowPage {
  const plan = mayEndEarly(table, query) ? planConjunction(table, query.where, scratch) : undefined;
  const first = plan && firstRows(table, plan, query, scratch);
  if (first) return first;
  const set = walks.rows(table, query, scratch, plan);
  return {total: sizeOf(set), rows: sortedPage(table, set, query, query, scratch)};
}

/**
 * Whether the first rows of a query may be found without the set of all: of a single condition in the default
 * order.
 */
function mayEndEarly({layout, view}: Table, {where, near, sort, order, after, apart}: ListQuery): boolean {
  const [condition, ...others] = where;
  const inOrder = sort === layout.orders[0]?.key && order === layout.direction && !after;
  if (!condition || condition.or || others.length > 0 || near || view || !inOrder) return false;
  // Words are read from lists that are united anyway; rows that are kept are found as a set.
  return condition.op !== 'terms' && !apart;
}

/** An early page without the set of all matching rows; null where the set is made sooner. */
function firstRows(
  table: Table,
  {predicates}: ConjunctivePlan,
  {offset, limit}: ListQuery,
  scratch: Scratch,
): RowPage | null {
  const [predicate, ...others] = predicates;
  if (predicate?.kind !== 'ordinals' || others.length > 0) return null;
  const rows = prefixOf(predicate, table.rows, offset, limit, scratch);
  return rows && {total: predicate.upperBound, rows};
}

/** JSON of the record with the id, in the buffer of the reader; null if there is none. */
export function detail({ids, view, details}: Table, id: string, reader: RowReader): Buffer | null {
  const row = ids.rowOf(id);
  if (row < 0 || (view && !view.bitmap.has(row))) return null;
  return reader.row(details, row);
}

/** Value of a row in a sort key, as text; null where it has none. */
export const sortKey = ({orders}: Table, sort: string, row: number): string | null =>
  textAt(orders.get(sort)!.column, sort, row);

/** Pages of records or entities with the exact total. */
import {idColumn} from '../../datasets/index.ts';
import {hasValue, storedValues} from '../columns/column.ts';
import {Circle} from '../geo/circle.ts';
import {kilometres} from '../geo/sphere.ts';
import type {RowReader} from '../rows/reader.ts';
import {sizeOf} from '../rowset/rowset.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import {
  type Condition,
  DISTANCE,
  type Lines,
  type Page as ListPage,
  type ListQuery,
  type Position,
  type Row,
} from '../types.ts';
import type {Heap} from './heap.ts';
import {listByDistance} from './near.ts';
import {predicatesOf} from './predicates.ts';
import {FIRST_ROWS, loadConditions} from './requirements.ts';
import {scanPrefix} from './scan_prefix.ts';
import {sortedPage} from './sort.ts';
import type {Table} from './table.ts';
import {unionPrefix} from './union_prefix.ts';
import type {Walks} from './walks.ts';

/** Buffers of one thread that every list reuses. */
export interface QueryBuffers {
  scratch: Scratch;
  reader: RowReader;
  heap: Heap;
  walks: Walks;
}

/** One page in the order of the query. */
export function list(table: Table, query: ListQuery, buffers: QueryBuffers): ListPage {
  const circle = query.near ? new Circle(query.near) : null;
  if (circle && query.sort === DISTANCE) return pageByDistance(table, query, circle, buffers);
  const {scratch, reader} = buffers;
  const {total, rows} = firstRows(table, query, scratch) ?? pageOfMatching(table, query, buffers);
  const last = rows[rows.length - 1];
  if (!table.source.complete) requestItems(table, query, rows);
  const items = itemsOf(table, query, circle, rows, reader);
  return {total, items, last: last === undefined ? null : positionOf(table, query.sort, last, items)};
}

/** The position of the last row; where columns are not in memory, from its item, if that shows id and date. */
function positionOf(table: Table, sort: string, row: number, {bytes, ends, count}: Lines): Position {
  const {source, ids, layout} = table;
  if (source.complete) return {key: sortKey(table, sort, row), id: ids.text(row)};
  const text = bytes.toString('utf8', count > 1 ? ends[count - 2]! + 1 : 0, ends[count - 1]!);
  const item = JSON.parse(text) as Row;
  const shown = item[idColumn(layout.declaration)];
  const {columns} = layout.declaration;
  const name = layout.orders.find(({key}) => key === sort)!.column;
  const date = columns[name]?.type === 'date' ? item[name] : undefined;
  return {
    key: typeof date === 'string' || date === null ? date : sortKey(table, sort, row),
    id: typeof shown === 'string' ? shown : ids.text(row),
  };
}

/** Requests the rows of a page and the position of its end; fetches the points that are shown. */
function requestItems(table: Table, query: ListQuery, rows: Uint32Array): void {
  const {items} = table;
  if (query.points || query.near) table.points?.load();
  items.rows.requestRows(rows, query.details === true);
}

function pageByDistance(table: Table, query: ListQuery, circle: Circle, buffers: QueryBuffers): ListPage {
  const {points, items, ids, details} = table;
  const {centre} = circle;
  const {total, leaves} = listByDistance(table, query, circle, buffers.scratch, buffers.heap);
  if (!points) throw new Error(`rows of ${table.layout.declaration.name} have no point`);
  const format = pointFields(table, query);
  const fieldsOf = (i: number) =>
    format(points.leafPoint(leaves[i]!), points.leafDistance(centre, leaves[i]!));
  const rowOf = (leaf: number) => points.rowByLeaf[leaf]!;
  const last = leaves[leaves.length - 1];
  return {
    total,
    items: buffers.reader.rowsWithFields(query.details ? details : items, leaves.map(rowOf), fieldsOf),
    last:
      last === undefined ? null : {key: String(points.leafDistance(centre, last)), id: ids.text(rowOf(last))},
  };
}

interface Point {
  lat: number;
  lng: number;
}

/** Formats the fields that the query appends to an item, from its point and the distance in metres. */
function pointFields(
  {layout}: Table,
  {points, near}: ListQuery,
): (location: Point | null, metres: number) => string {
  const {point} = layout;
  if (!point) throw new Error(`rows of ${layout.declaration.name} have no point`);
  return (location, metres) => {
    const coordinates = points
      ? `,"${point.lat}":${location?.lat ?? null},"${point.lng}":${location?.lng ?? null}`
      : '';
    return near ? `${coordinates},"${point.distance}":${kilometres(metres)}` : coordinates;
  };
}

/** The items of the rows, with the fields that the query appends. */
function itemsOf(
  table: Table,
  query: ListQuery,
  circle: Circle | null,
  rows: Uint32Array,
  reader: RowReader,
): Lines {
  const form = query.details ? table.details : table.items;
  if (!query.points && !circle) return reader.rows(form, rows);
  const {points} = table;
  if (!points) throw new Error(`rows of ${table.layout.declaration.name} have no point`);
  const format = pointFields(table, query);
  return reader.rowsWithFields(form, rows, (i) => {
    const row = rows[i]!;
    return format(points.rowPoint(row), circle ? points.rowDistance(circle.centre, row) : Number.NaN);
  });
}

interface RowPage {
  total: number;
  rows: Uint32Array;
}

/** The page and the total from the set of all matching rows. */
function pageOfMatching(table: Table, query: ListQuery, buffers: QueryBuffers): RowPage {
  const {scratch, walks} = buffers;
  const set = walks.rows(table, query, scratch);
  return {total: sizeOf(set), rows: sortedPage(table, set, query, query, scratch)};
}

/** An early page of a single condition in the default order, without the set of all matching rows; null for others. */
function firstRows(table: Table, query: ListQuery, scratch: Scratch): RowPage | null {
  const {layout, view} = table;
  const [condition, ...others] = query.where;
  const inOrder = query.sort === layout.orders[0]?.key && query.order === layout.direction && !query.after;
  if (!condition || condition.or || others.length > 0 || query.near || view || !inOrder) return null;
  // Words are read from lists that are united anyway; rows that are kept are found as a set.
  if (condition.op === 'terms' || query.apart) return null;
  if (!table.source.complete) loadFirstRows(table, condition);
  const [predicate, ...more] = predicatesOf(table, condition, scratch);
  if (predicate?.kind !== 'ordinals' || more.length > 0) return null;
  const {offset, limit} = query;
  const rows =
    scanPrefix(predicate, table.source, table.rows, offset, limit, scratch) ??
    (table.source.complete ? unionPrefix(predicate, table.rows, offset, limit, scratch) : null);
  return rows && {total: predicate.upperBound, rows};
}

/** Fetches what finding the first rows reads; of the rows that come first also where they lie, all in one round. */
function loadFirstRows(table: Table, condition: Condition): void {
  const [name] = condition.columns;
  const column = table.columns.get(name ?? '');
  if (condition.op === 'partial' && column && column.kind !== 'numeric' && column.ordinals) {
    table.source.request(column.ordinals, 0, Math.min(FIRST_ROWS, table.rows));
    table.items.rows.requestOffsets(0, FIRST_ROWS + 1);
  }
  loadConditions(table, [condition]);
}

/** Requests what `sortKey` reads first. */
function requestSortKey({source, orders}: Table, sort: string, row: number): void {
  const {column} = orders.get(sort)!;
  const values = column.kind === 'numeric' ? column.numbers : column.ordinals;
  source.request(values!, row, row + 1);
}

/** Fetches the value of a row in a sort key, and the text of it. */
function loadSortKey(table: Table, sort: string, row: number): void {
  const {source, orders} = table;
  const {column} = orders.get(sort)!;
  requestSortKey(table, sort, row);
  source.fetch();
  if (column.kind === 'numeric') return;
  const {bytes, offsets} = storedValues(column, sort);
  const ordinal = column.ordinals![row]!;
  // The number of values encodes null.
  if (ordinal + 1 >= offsets.length) return;
  source.read(offsets, ordinal, ordinal + 2);
  source.read(bytes, offsets[ordinal]!, offsets[ordinal + 1]!);
}

/** Value of a row in a sort key, as text; null where it has none. */
export function sortKey(table: Table, sort: string, row: number): string | null {
  if (!table.source.complete) loadSortKey(table, sort, row);
  const {column} = table.orders.get(sort)!;
  if (!hasValue(column, row)) return null;
  if (column.kind === 'numeric') return column.text(column.numbers[row]!);
  return stringAt(storedValues(column, sort), column.ordinals![row]!);
}

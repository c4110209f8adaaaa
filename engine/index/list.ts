/** Pages of records or entities with the exact total. */
import {sizeOf} from '../rowset.ts';
import type {Page as ListPage, ListQuery, Position} from '../types.ts';
import {storedValues, textAt} from './columns.ts';
import {criteriaOf} from './criteria.ts';
import {filter} from './filter.ts';
import {headOf} from './head.ts';
import {pageOf} from './order.ts';
import type {Page} from './rows.ts';
import type {Scratch} from './scratch.ts';
import type {Table} from './table.ts';

/** One page in the order of the query. */
export function list(table: Table, query: ListQuery, scratch: Scratch, page: Page): ListPage {
  const {total, ranks} = head(table, query, scratch) ?? whole(table, query, scratch);
  const last = ranks[ranks.length - 1];
  return {
    total,
    items: page.lines(table.items, ranks),
    last: last === undefined ? null : positionOf(table, query.sort, last),
  };
}

interface Found {
  total: number;
  ranks: Uint32Array;
}

/** The page and the total by the set of all rows that pass. */
function whole(table: Table, query: ListQuery, scratch: Scratch): Found {
  const set = filter(table, query.where, scratch);
  return {total: sizeOf(set), ranks: pageOf(table, set, query, query, scratch)};
}

/** The same for one of the first pages of one condition in the default order, where no such set is needed. */
function head(table: Table, query: ListQuery, scratch: Scratch): Found | null {
  const {plan, rows, view} = table;
  const [condition, ...others] = query.where;
  const inOrder = query.sort === plan.orders[0]?.key && query.order === plan.direction && !query.after;
  if (!condition || others.length > 0 || view || !inOrder) return null;
  const [criterion, ...more] = criteriaOf(table, condition, scratch);
  if (criterion?.kind !== 'codes' || more.length > 0) return null;
  const ranks = headOf(criterion, rows, query.offset, query.limit, scratch);
  return ranks && {total: criterion.most, ranks};
}

/** Place of a row in the order of a sort key. */
function positionOf(table: Table, sort: string, rank: number): Position {
  return {key: keyOf(table, sort, rank), id: table.ids.text(rank)};
}

/** Value of a row by which the order of a sort key stands, as text; null where it has none. */
export function keyOf({orders}: Table, sort: string, rank: number): string | null {
  const {ranks, places, known, column} = orders.get(sort)!;
  const place = ranks && places ? places[rank]! : rank;
  if (place >= known) return null;
  if (column.kind === 'numbers') return column.text(column.numbers[rank]!);
  return textAt(storedValues(column, sort), column.codes![rank]!);
}

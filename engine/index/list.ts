/** Pages of records or entities with the exact total. */
import {sizeOf} from '../rowset.ts';
import type {Page as ListPage, ListQuery, Position} from '../types.ts';
import {textAt} from './columns.ts';
import {filter} from './filter.ts';
import {pageOf} from './order.ts';
import type {Page} from './rows.ts';
import type {Scratch} from './scratch.ts';
import type {Table} from './table.ts';

/** One page in the order of the query. */
export function list(table: Table, query: ListQuery, scratch: Scratch, page: Page): ListPage {
  const set = filter(table, query.where, scratch);
  const total = sizeOf(set);
  const ranks = pageOf(table, set, query, query, scratch);
  const last = ranks[ranks.length - 1];
  return {
    total,
    items: page.lines(table.items, ranks),
    last: last === undefined ? null : positionOf(table, query.sort, last),
  };
}

/** Place of a row in the order of a sort key. */
function positionOf(table: Table, sort: string, rank: number): Position {
  return {key: keyOf(table, sort, rank), id: table.ids.text(rank)};
}

function keyOf({orders}: Table, sort: string, rank: number): string | null {
  const {ranks, places, known, column} = orders.get(sort)!;
  const place = ranks && places ? places[rank]! : rank;
  if (place >= known) return null;
  if (column.kind === 'numbers') return column.text(column.numbers[rank]!);
  return textAt(column.values, column.codes![rank]!);
}

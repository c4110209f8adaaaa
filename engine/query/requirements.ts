/**
 * Requests from a source that has not all bytes in memory what a query reads. The stages of the most frequent queries request
 * ranges themselves; for all else the sections of the columns and orders that a query names are fetched whole.
 */
import type {IndexedColumn} from '../columns/column.ts';
import {type ByteSource, requestAll} from '../file/byte_source.ts';
import type {Condition} from '../types.ts';
import type {Predicate} from './predicates.ts';
import type {Group, Table} from './table.ts';

/** Rows whose ordinals are requested before it is known how many are needed. */
export const FIRST_ROWS = 4608;

/** Requests what finding the values of the conditions reads first: the lists of substrings. */
export function requestConditions({source, columns}: Table, where: readonly Condition[]): void {
  for (const {op, columns: names, value, names: bodies} of where) {
    for (const name of op === 'terms' ? [] : names) {
      const column = columns.get(name);
      if (column?.kind === 'numeric') {
        if (!column.fences) requestAll(source, [column.numbers]);
      } else if (op === 'partial' && typeof value === 'string')
        column?.terms.requestLists(Buffer.from(value));
      if (column?.kind !== 'numeric' && bodies)
        requestAll(source, [column?.values?.bytes, column?.values?.offsets]);
    }
  }
}

/** Requests the order of a sort key. */
export function requestOrder({source, orders, view}: Table, sort: string): void {
  const order = orders.get(sort);
  requestAll(source, [order?.rows, view?.orders.get(sort)]);
}

/** Requests the values of a column by row, and what comparing texts with them reads. */
export function requestColumn({source}: Table, column: IndexedColumn | undefined): void {
  if (!column) return;
  if (column.kind === 'numeric') requestAll(source, [column.numbers]);
  else requestAll(source, [column.ordinals, column.values?.bytes, column.values?.offsets]);
}

/** Requests the orders of the sort keys that are compared by size in a condition. */
function requestOrdersOf(table: Table, where: readonly Condition[]): void {
  const compared = new Set(where.flatMap(({op, columns}) => (op === 'gte' || op === 'lte' ? columns : [])));
  for (const {key, column} of table.layout.orders) if (compared.has(column)) requestOrder(table, key);
}

/** Fetches what making predicates of the conditions reads, but for the terms that substrings do not prove. */
export function loadConditions(table: Table, where: readonly Condition[]): void {
  requestConditions(table, where);
  requestOrdersOf(table, where);
  table.source.fetch();
}

/** Requests where the rows of the selected ordinals or tokens lie. */
function requestPostingOffsets({source}: Table, predicate: Predicate): void {
  if (predicate.kind !== 'ordinals') return;
  const {postings, selected} = predicate;
  for (const ordinal of selected) source.request(postings.offsets, ordinal, ordinal + 2);
}

function requestRows({source}: Table, predicate: Predicate, others: boolean): void {
  switch (predicate.kind) {
    case 'ordinals': {
      const {postings, selected, ordinalByRow, ordinalByLeaf, upperBound} = predicate;
      const {rows, offsets} = postings;
      for (const ordinal of selected) source.request(rows, offsets[ordinal]!, offsets[ordinal + 1]!);
      if (others || (selected.length > 1 && upperBound > FEW_ROWS)) requestAll(source, [ordinalByRow]);
      if (others) requestAll(source, [ordinalByLeaf]);
      break;
    }
    case 'number_range':
      requestAll(source, [predicate.numbers, predicate.sorted?.rows]);
  }
}

/** Up to so many rows are read from postings; of more the ordinals by row may be scanned. */
const FEW_ROWS = 256;

const simple = (predicates: readonly Predicate[]): Predicate[] =>
  predicates.flatMap((one) => (one.kind === 'or' ? simple(one.anyOf) : [one]));

/** Fetches what evaluating the predicates reads; `tested`: whether some are applied to the rows of others. */
export function loadPredicates(
  table: Table,
  predicates: readonly Predicate[],
  tested = predicates.length > 1,
): void {
  const all = simple(predicates);
  for (const one of all) requestPostingOffsets(table, one);
  table.source.fetch();
  for (const one of all) requestRows(table, one, tested);
  table.source.fetch();
  if (all.some(({kind}) => kind === 'circle')) table.points?.load();
}

/** Requests the groups of all rows. */
export function requestGroup({source}: Table, {ordinals, offsets, values, aggregates}: Group): void {
  requestAll(source, [ordinals, offsets, values.bytes, values.offsets]);
  if (!aggregates) return;
  requestAll(source, [aggregates.counts, aggregates.sums, aggregates.valued, aggregates.order]);
}

/** Fetches a page of the stored statistics of all rows. */
export function loadStoredGroups(
  source: ByteSource,
  {values, aggregates, chronological}: Group,
  {offset, limit}: {offset: number; limit: number},
): void {
  if (!aggregates) return;
  const {counts, sums, valued, order} = aggregates;
  if (chronological) requestAll(source, [values.bytes, values.offsets]);
  const page = source.read(order, Math.min(offset, order.length), Math.min(offset + limit, order.length));
  for (const ordinal of page) {
    source.request(counts, ordinal, ordinal + 1);
    source.request(sums, ordinal, ordinal + 1);
    if (valued) source.request(valued, ordinal, ordinal + 1);
    source.request(values.offsets, ordinal, ordinal + 2);
  }
  source.fetch();
  for (const ordinal of page)
    source.request(values.bytes, values.offsets[ordinal]!, values.offsets[ordinal + 1]!);
  source.fetch();
}

/** The total orders of the oracle. */
import {compareText} from '../../datasets/rules/text.ts';
import {DISTANCE, type ListQuery, type Near, type Position} from '../../engine/types.ts';
import {distanceKey, metresTo} from './scan_near.ts';
import {type Amount, amountOf, foldOnce, type ScanRow} from './scan_row.ts';
import type {ScanTable} from './scan_rows.ts';

export interface OrderKey {
  key: Amount;
  id: string;
}

/** Folded text, then the text itself; numbers and days by size. Null sorts last in both directions. */
export function compareKeys(a: Amount, b: Amount, isText: boolean, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (!isText) return a === b ? 0 : sign * (a < b ? -1 : 1);
  const [x, y] = [String(a), String(b)];
  return x === y ? 0 : sign * (compareText(foldOnce(x), foldOnce(y)) || compareText(x, y));
}

export interface ScanOrder {
  compare(a: OrderKey, b: OrderKey): number;
  keyOf(row: ScanRow): OrderKey;
  /** The key of a position of a query. */
  keyAt(position: Position): OrderKey;
  /** The position of the last row of a page. */
  positionOf(row: ScanRow): Position;
}

type Sorted = Pick<ListQuery, 'sort' | 'order' | 'near'>;

export function scanOrder(table: ScanTable, {sort, order, near}: Sorted): ScanOrder {
  if (sort === DISTANCE && near) return byDistance(table, near, order);
  const {declaration} = table;
  const column = declaration.sort.keys[sort]!;
  const {type} = declaration.columns[column]!;
  const isText = type === 'text';
  const sign = order === 'desc' ? -1 : 1;
  return {
    compare: (a, b) => compareKeys(a.key, b.key, isText, sign) || compareText(a.id, b.id),
    keyOf: ({written, amounts, id}) => ({key: isText ? written[column]! : amounts[column]!, id}),
    keyAt: ({key, id}) => ({key: isText ? key : amountOf(type, key), id}),
    positionOf: ({written, id}) => ({key: written[column]!, id}),
  };
}

function byDistance(table: ScanTable, near: Near, order: 'asc' | 'desc'): ScanOrder {
  const keyOf = (row: ScanRow) => distanceKey(metresTo(table, near, row)!);
  const sign = order === 'desc' ? -1 : 1;
  return {
    compare: (a, b) => compareKeys(a.key, b.key, false, sign) || compareText(a.id, b.id),
    keyOf: (row) => ({key: keyOf(row), id: row.id}),
    keyAt: ({key, id}) => ({key: distanceKey(Number(key)), id}),
    positionOf: (row) => ({key: keyOf(row), id: row.id}),
  };
}

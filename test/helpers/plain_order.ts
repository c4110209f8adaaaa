/** The total order of a list, for a plain sorting. */
import {compareText, fold} from '../../datasets/rules/text.ts';
import {DISTANCE, type ListQuery, type Near, type Position} from '../../engine/types.ts';
import {distanceKey, farFrom} from './plain_near.ts';
import {type Amount, amountOf, type PlainRow, type PlainTable} from './plain_rows.ts';

export interface Place {
  key: Amount;
  id: string;
}

/** Folded text, then the text itself; numbers and days by size. Null stands last in both directions. */
export function compareKeys(a: Amount, b: Amount, isText: boolean, sign: 1 | -1): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (!isText) return a === b ? 0 : sign * (a < b ? -1 : 1);
  const [x, y] = [String(a), String(b)];
  return sign * (compareText(fold(x), fold(y)) || compareText(x, y));
}

export interface PlainOrder {
  compare(a: Place, b: Place): number;
  placeOf(row: PlainRow): Place;
  /** The place that a position of a query names. */
  placeAt(position: Position): Place;
  /** What a page says of its last row. */
  positionOf(row: PlainRow): Position;
}

type Sorted = Pick<ListQuery, 'sort' | 'order' | 'near'>;

export function plainOrder(table: PlainTable, {sort, order, near}: Sorted): PlainOrder {
  if (sort === DISTANCE && near) return byDistance(table, near, order);
  const {of} = table;
  const column = of.sort.keys[sort]!;
  const {type} = of.columns[column]!;
  const isText = type === 'text';
  const sign = order === 'desc' ? -1 : 1;
  return {
    compare: (a, b) => compareKeys(a.key, b.key, isText, sign) || compareText(a.id, b.id),
    placeOf: ({written, amounts, id}) => ({key: isText ? written[column]! : amounts[column]!, id}),
    placeAt: ({key, id}) => ({key: isText ? key : amountOf(type, key), id}),
    positionOf: ({written, id}) => ({key: written[column]!, id}),
  };
}

function byDistance(table: PlainTable, near: Near, order: 'asc' | 'desc'): PlainOrder {
  const keyOf = (row: PlainRow) => distanceKey(farFrom(table, near, row)!);
  const sign = order === 'desc' ? -1 : 1;
  return {
    compare: (a, b) => compareKeys(a.key, b.key, false, sign) || compareText(a.id, b.id),
    placeOf: (row) => ({key: keyOf(row), id: row.id}),
    placeAt: ({key, id}) => ({key: distanceKey(Number(key)), id}),
    positionOf: (row) => ({key: keyOf(row), id: row.id}),
  };
}

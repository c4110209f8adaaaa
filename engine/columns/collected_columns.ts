/**
 * What is read of every row beside its stored form, in the same pass: values by their numbers, and numbers as
 * doubles.
 */
import type {Expression} from '../sql/columns.ts';
import type {RowOrder} from '../sql/row_order.ts';
import type {CollectedDictionary} from './dictionary.ts';

/** An expression whose values are collected. */
export interface CollectedColumn {
  read: Expression;
  /** By position of a row: the number of its value. */
  numbers: Uint32Array;
}

/** An expression that is read as doubles. */
export interface NumericColumn {
  read: Expression;
  sql: string;
  /** By position of a row, and by row id once these are known; NaN encodes null. */
  target: Float64Array;
}

/** Reads `sql`, which contains the expression `read`, as doubles. */
export const numericColumn = (read: Expression, sql: string, rows: number): NumericColumn => ({
  read,
  sql: `coalesce(${sql}, CAST('NaN' AS DOUBLE))`,
  target: new Float64Array(rows),
});

/** Ordinals by position of a row. */
export function ordinalsByPosition(
  {numbers}: CollectedColumn,
  {ordinalOf}: CollectedDictionary,
): Uint32Array {
  const ordinals = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) ordinals[i] = ordinalOf[numbers[i]!]!;
  return ordinals;
}

/** Ordinals by row id. */
export function ordinalsByRowId(
  {numbers}: CollectedColumn,
  {ordinalOf}: CollectedDictionary,
  {rowAt}: RowOrder,
): Uint32Array {
  const ordinals = new Uint32Array(numbers.length);
  for (let i = 0; i < numbers.length; i++) ordinals[rowAt[i]!] = ordinalOf[numbers[i]!]!;
  return ordinals;
}

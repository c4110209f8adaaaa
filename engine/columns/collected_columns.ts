/**
 * What is read of every row beside its stored form, in the same pass: values by their numbers, and numbers as
 * doubles.
 */
import type {Expression} from '../sql/columns.ts';
import {byRow, type RowOrder} from '../sql/row_order.ts';
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

/** Ordinals by position of a row. */
export function ordinalsByPosition(
  {numbers}: CollectedColumn,
  {ordinalOf}: CollectedDictionary,
): Uint32Array {
  return numbers.map((number) => ordinalOf[number]!);
}

/** Ordinals by row id. */
export const ordinalsByRowId = (
  column: CollectedColumn,
  dictionary: CollectedDictionary,
  order: RowOrder,
): Uint32Array => byRow(ordinalsByPosition(column, dictionary), order);

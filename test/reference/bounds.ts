/** Compares a column with an inclusive bound without losing digits of the bound. */
import {sqlType} from '../../datasets/rules/sql_types.ts';
import type {Column} from '../../datasets/types.ts';
import type {Binder} from './binder.ts';

/** Fraction digits of the exact types; both hold at least 18 digits. */
const SCALE: Partial<Record<Column['type'], number>> = {money: 2, integer: 0};
const BEYOND = 10n ** 18n;

/**
 * SQL of `sql >= value` or `sql <= value`. A bound with more digits than the column is rounded to the next
 * value that the column can have; one beyond its range matches all values or none. Null never matches.
 */
export function compare(
  sql: string,
  column: Column,
  op: 'gte' | 'lte',
  value: string,
  binder: Binder,
): string {
  const sign = op === 'gte' ? '>=' : '<=';
  const scale = SCALE[column.type];
  if (scale === undefined) return `${sql} ${sign} CAST(${binder.bind(value)} AS ${sqlType(column)})`;
  const units = toUnits(value, scale, op);
  if (units >= BEYOND) return op === 'gte' ? 'false' : `${sql} IS NOT NULL`;
  if (units <= -BEYOND) return op === 'gte' ? `${sql} IS NOT NULL` : 'false';
  return `${sql} ${sign} CAST(${binder.bind(decimalText(units, scale))} AS ${sqlType(column)})`;
}

/**
 * The bound in units of the last digit: the smallest at or above it for gte, the greatest at or below for
 * lte.
 */
function toUnits(value: string, scale: number, op: 'gte' | 'lte'): bigint {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === undefined) throw new Error(`a bound must be a decimal number, got ${value}`);
  const cut = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const inexact = /[1-9]/.test(fraction.slice(scale)) ? 1n : 0n;
  if (sign === '-') return op === 'lte' ? -(cut + inexact) : -cut;
  return op === 'gte' ? cut + inexact : cut;
}

function decimalText(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return units < 0n ? `-${text}` : text;
}

/**
 * Numeric columns as integers: cents, days, seconds; and filter bounds in the same units. Exact up to 2^53
 * cents, which no total reaches: the pipeline rejects amounts of more than 13 digits.
 */
import type {ColumnType} from '../../datasets/types.ts';

/** Largest integer that a double holds exactly. */
export const MAX_EXACT = Number.MAX_SAFE_INTEGER;

interface Unit {
  /** Converts SQL of the column to SQL of the value in this unit. */
  sql: (sql: string) => string;
  /** Parses a bound: the smallest value at or above it for gte, the greatest at or below it for lte. */
  bound: (text: string, op: 'gte' | 'lte') => number;
  /** Formats a value as text. */
  text: (value: number) => string;
}

const DAY_MS = 86_400_000;
const dayOf = (text: string): number => Date.parse(`${text.slice(0, 10)}T00:00:00Z`) / DAY_MS;

const isoDay = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Decimal text in units of 10^-scale, rounded towards the values that satisfy the bound. */
export function wholeUnits(text: string, scale: number, op: 'gte' | 'lte'): bigint {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined) throw new Error(`a bound must be a decimal number, got ${text}`);
  const cut = BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'));
  const inexact = /[1-9]/.test(fraction.slice(scale)) ? 1n : 0n;
  if (sign === '-') return op === 'lte' ? -(cut + inexact) : -cut;
  return op === 'gte' ? cut + inexact : cut;
}

/** Beyond the exact range it is infinite: no value is that large. */
function clamped(units: bigint): number {
  if (units > BigInt(MAX_EXACT)) return Number.POSITIVE_INFINITY;
  if (units < -BigInt(MAX_EXACT)) return Number.NEGATIVE_INFINITY;
  return Number(units);
}

/** Cents as decimal text with two fraction digits. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The nearest double of a smaller amount, times 100, is within a thousandth of its cents. */
const ROUNDED_MONEY = 1e10;

export const UNITS: Partial<Record<ColumnType, Unit>> = {
  money: {
    // Doubles are exact enough below this amount, and computed faster than 128 bits.
    sql: (sql) => `CASE WHEN abs(${sql}) < ${ROUNDED_MONEY} THEN round(CAST(${sql} AS DOUBLE) * 100)
      ELSE CAST(CAST(${sql} AS DECIMAL(38, 2)) * 100 AS DOUBLE) END`,
    bound: (text, op) => clamped(wholeUnits(text, 2, op)),
    text: centsText,
  },
  integer: {
    sql: (sql) => `CAST(${sql} AS DOUBLE)`,
    bound: (text, op) => clamped(wholeUnits(text, 0, op)),
    text: String,
  },
  number: {
    sql: (sql) => `CAST(${sql} AS DOUBLE)`,
    bound: Number,
    text: String,
  },
  date: {
    sql: (sql) => `CAST(epoch(CAST(${sql} AS DATE)) / 86400 AS DOUBLE)`,
    bound: (text) => dayOf(text),
    text: isoDay,
  },
  timestamp: {
    sql: (sql) => `CAST(epoch(${sql}) AS DOUBLE)`,
    bound: (text) => Date.parse(`${text.slice(0, 19).replace(' ', 'T')}Z`) / 1000,
    text: (seconds) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '),
  },
};

/** The unit of a type; throws on one that is not compared by size. */
export function unitOf(type: ColumnType): Unit {
  const unit = UNITS[type];
  if (!unit) throw new Error(`values of type ${type} are not compared by size`);
  return unit;
}

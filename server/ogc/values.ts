/** Reads the values of `bbox` and `datetime` (OGC API Features, part 1). */
import type {BoxQuery} from '../../engine/types.ts';
import {ApiError} from '../api/errors.ts';
import {isDay} from '../api/request/values.ts';

const NUMBER = /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/;

/** The next greater number: boxes of the engine leave out their last edges, those of the standard do not. */
function above(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? 1n : -1n));
  return view.getFloat64(0);
}

/** The box of a text, for the engine; throws 400. */
export function parseBox(text: string): Pick<BoxQuery, 'west' | 'south' | 'east' | 'north'> {
  const numbers = text.split(',').map((one) => (NUMBER.test(one.trim()) ? Number(one) : Number.NaN));
  const flat = numbers.length === 6 ? [numbers[0], numbers[1], numbers[3], numbers[4]] : numbers;
  const [west, south, east, north] = flat as [number, number, number, number];
  if (flat.length !== 4 || !numbers.every(Number.isFinite) || south > north) throw new ApiError('area');
  return {west, south, east: above(east), north: above(north)};
}

/** The first and the last day; null where the interval has no end on that side. */
export interface Days {
  from: string | null;
  to: string | null;
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[-+]\d\d:\d\d)$/i;

/** A moment in UTC, of a day its first one; throws 400. */
function momentOf(text: string): string {
  if (isDay(text)) return text;
  const time = TIME.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new ApiError('interval');
  return new Date(time).toISOString();
}

const isOpen = (end: string): boolean => end === '' || end === '..';

/** The days that a moment or an interval touches, in UTC; throws 400. */
export function parseDays(text: string): Days {
  const ends = text.split('/');
  if (ends.length > 2 || ends.every(isOpen)) throw new ApiError('interval');
  const [first, last = first] = ends.map((end) => (isOpen(end) ? null : momentOf(end)));
  const [from, to] = [first ?? null, last ?? null];
  if (from !== null && to !== null && from > `${to}~`) throw new ApiError('interval');
  return {from: from?.slice(0, 10) ?? null, to: to?.slice(0, 10) ?? null};
}

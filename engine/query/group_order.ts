/** The order of groups, and pages in it. */
import {partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {bytesAt, stringAt} from '../text/string_array.ts';
import {type GroupSort, type StatsQuery, UNKNOWN_GROUP} from '../types.ts';
import {type Aggregates, exactCents} from './aggregate.ts';
import {selectPage} from './select_page.ts';
import type {Group} from './table.ts';

type Compare = (a: number, b: number) => number;

/** What groups are ordered by; `sign` is -1 where it descends. */
interface GroupOrder {
  key: GroupSort;
  sign: 1 | -1;
  /** The order of the stored statistics. */
  isUsual: boolean;
}

function orderOf(
  {chronological}: Group,
  {valued}: Aggregates,
  {sort, order}: Pick<StatsQuery, 'sort' | 'order'>,
): GroupOrder {
  const usual = chronological ? 'label' : valued ? 'sum' : 'count';
  const key = sort ?? usual;
  const descends = (order ?? (sort === 'label' ? 'asc' : 'desc')) === 'desc';
  return {key, sign: descends ? -1 : 1, isUsual: key === usual && descends};
}

/** Compares groups by their ordinals, which ascend with the values. */
function comparison(group: Group, aggregates: Aggregates, {key, sign}: GroupOrder): Compare {
  const {counts} = aggregates;
  if (key === 'label') {
    const unknown = ordinalOf(group, UNKNOWN_GROUP);
    return (a, b) => Number(a === unknown) - Number(b === unknown) || sign * (a - b);
  }
  if (key === 'count') return (a, b) => sign * (counts[a]! - counts[b]!) || a - b;
  const bySum = sumComparison(aggregates, sign);
  return (a, b) => bySum(a, b) || counts[b]! - counts[a]! || a - b;
}

/** Compares groups by their sums: those without one are last and equal. */
function sumComparison(aggregates: Aggregates, sign: number): Compare {
  const {sums, high, valued} = aggregates;
  if (!valued) return () => 0;
  return (a, b) => {
    const [hasA, hasB] = [valued[a]! > 0, valued[b]! > 0];
    if (!hasA || !hasB) return Number(hasB) - Number(hasA);
    if (!high) return sign * (sums[a]! - sums[b]!);
    const [x, y] = [exactCents(aggregates, a), exactCents(aggregates, b)];
    return x < y ? -sign : x > y ? sign : 0;
  };
}

/** First ordinal whose value is not before the text in code point order. */
function lowerOrdinal({values}: Group, text: string): number {
  const wanted = Buffer.from(text);
  const precedes = (ordinal: number) => Buffer.compare(bytesAt(values, ordinal), wanted) < 0;
  return partitionPoint(0, values.offsets.length - 1, precedes);
}

/** Ordinal of a value, or -1. */
function ordinalOf(group: Group, text: string): number {
  const ordinal = lowerOrdinal(group, text);
  const exists = ordinal < group.values.offsets.length - 1 && stringAt(group.values, ordinal) === text;
  return exists ? ordinal : -1;
}

/** Ordinals of the groups on the page, in order. */
export function groupPage(
  group: Group,
  aggregates: Aggregates,
  query: Pick<StatsQuery, 'sort' | 'order' | 'limit' | 'offset' | 'after'>,
  scratch: Scratch,
): number[] {
  const {ordinals, ordered} = aggregates;
  const order = orderOf(group, aggregates, query);
  const {after, limit} = query;
  if (!after) {
    if (ordered && order.isUsual) return [...ordinals.subarray(query.offset, query.offset + limit)];
    // The stored order stays as it is.
    const all = ordered ? scratch.u32(ordinals.length) : ordinals;
    if (ordered) all.set(ordinals);
    return selectPage(all, comparison(group, aggregates, order), query.offset, limit);
  }
  const follows = followsPosition(group, aggregates, order, after);
  const following = scratch.u32(ordinals.length);
  let count = 0;
  for (let i = 0; i < ordinals.length; i++) {
    if (follows(ordinals[i]!)) following[count++] = ordinals[i]!;
  }
  return selectPage(following.subarray(0, count), comparison(group, aggregates, order), 0, limit);
}

/** A test whether a group follows the position after which the page begins. */
function followsPosition(
  group: Group,
  aggregates: Aggregates,
  {key, sign}: GroupOrder,
  after: NonNullable<StatsQuery['after']>,
): (ordinal: number) => boolean {
  const bound = lowerOrdinal(group, after.value);
  const exists = ordinalOf(group, after.value) === bound;
  const ascends = (ordinal: number) => (exists ? ordinal > bound : ordinal >= bound);
  if (key === 'label') {
    const unknown = ordinalOf(group, UNKNOWN_GROUP);
    if (after.value === UNKNOWN_GROUP) return () => false;
    return (ordinal) => ordinal === unknown || (sign > 0 ? ascends(ordinal) : ordinal < bound);
  }
  const byCount = (direction: number) => (ordinal: number) => {
    const count = aggregates.counts[ordinal]!;
    return count === after.count ? ascends(ordinal) : direction * (count - after.count) > 0;
  };
  if (key === 'count') return byCount(sign);
  const {valued} = aggregates;
  const hasSum = (ordinal: number) => valued !== null && valued[ordinal]! > 0;
  const equalSum = byCount(-1);
  if (after.sum === null) return (ordinal) => !hasSum(ordinal) && equalSum(ordinal);
  const sum = parseCents(after.sum);
  return (ordinal) => {
    if (!hasSum(ordinal)) return true;
    const own = BigInt(exactCents(aggregates, ordinal));
    return own === sum ? equalSum(ordinal) : own > sum === sign > 0;
  };
}

/** Cents of a decimal text with at most two digits after the point. */
function parseCents(text: string): bigint {
  const [, sign, integer = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const cents = BigInt(integer + fraction.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

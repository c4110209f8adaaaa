/** The order of groups, and pages in it. */
import {partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import {type StatsQuery, UNKNOWN_GROUP} from '../types.ts';
import {type Aggregates, exactCents} from './aggregate.ts';
import {selectPage} from './select_page.ts';
import type {Group} from './table.ts';

type Compare = (a: number, b: number) => number;

/** Compares groups by their ordinals, which ascend with the values. */
function comparison(group: Group, aggregates: Aggregates): Compare {
  if (group.chronological) {
    const unknown = ordinalOf(group, UNKNOWN_GROUP);
    return (a, b) => Number(a === unknown) - Number(b === unknown) || b - a;
  }
  const {counts, sums, high} = aggregates;
  const bySum = (a: number, b: number): number => {
    if (!high) return sums[b]! - sums[a]!;
    const [x, y] = [exactCents(aggregates, a), exactCents(aggregates, b)];
    return x < y ? 1 : x > y ? -1 : 0;
  };
  return (a, b) => bySum(a, b) || counts[b]! - counts[a]! || a - b;
}

/** First ordinal whose value is not before the text in code point order. */
function lowerOrdinal({values}: Group, text: string): number {
  const wanted = Buffer.from(text);
  const all = Buffer.from(values.bytes.buffer, values.bytes.byteOffset, values.bytes.byteLength);
  const {offsets} = values;
  const precedes = (ordinal: number) =>
    all.compare(wanted, 0, wanted.length, offsets[ordinal]!, offsets[ordinal + 1]!) < 0;
  return partitionPoint(0, offsets.length - 1, precedes);
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
  query: Pick<StatsQuery, 'limit' | 'offset' | 'after'>,
  scratch: Scratch,
): number[] {
  const {ordinals, ordered} = aggregates;
  const compare = comparison(group, aggregates);
  const {after, limit} = query;
  if (!after) {
    if (ordered) return [...ordinals.subarray(query.offset, query.offset + limit)];
    return selectPage(ordinals, compare, query.offset, limit);
  }
  const follows = followsPosition(group, aggregates, after);
  const following = scratch.u32(ordinals.length);
  let count = 0;
  for (let i = 0; i < ordinals.length; i++) {
    if (follows(ordinals[i]!)) following[count++] = ordinals[i]!;
  }
  return selectPage(following.subarray(0, count), compare, 0, limit);
}

/** A test whether a group follows the position after which the page begins. */
function followsPosition(
  group: Group,
  aggregates: Aggregates,
  after: NonNullable<StatsQuery['after']>,
): (ordinal: number) => boolean {
  const bound = lowerOrdinal(group, after.value);
  const exists = ordinalOf(group, after.value) === bound;
  if (group.chronological) {
    const unknown = ordinalOf(group, UNKNOWN_GROUP);
    if (after.value === UNKNOWN_GROUP) return () => false;
    return (ordinal) => ordinal === unknown || ordinal < bound;
  }
  const followsByCount = (ordinal: number) => {
    const count = aggregates.counts[ordinal]!;
    if (count !== after.count) return count < after.count;
    return exists ? ordinal > bound : ordinal >= bound;
  };
  if (after.sum === null) return followsByCount;
  const sum = parseCents(after.sum);
  return (ordinal) => {
    const own = BigInt(exactCents(aggregates, ordinal));
    return own === sum ? followsByCount(ordinal) : own < sum;
  };
}

/** Cents of a decimal text with at most two digits after the point. */
function parseCents(text: string): bigint {
  const [, sign, integer = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const cents = BigInt(integer + fraction.padEnd(2, '0'));
  return sign === '-' ? -cents : cents;
}

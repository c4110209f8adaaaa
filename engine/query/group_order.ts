/** The order of groups, and pages in it (specification 1.13). */

import {partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import {type StatsQuery, UNKNOWN_GROUP} from '../types.ts';
import {type Aggregates, exactCents} from './aggregate.ts';
import {selectPage} from './select_page.ts';
import type {Group} from './table.ts';

type Compare = (a: number, b: number) => number;

/** Order of the groups by their codes, which are in the order of the values. */
function comparison(group: Group, totals: Aggregates): Compare {
  if (group.chronological) {
    const unknown = codeOf(group, UNKNOWN_GROUP);
    return (a, b) => Number(a === unknown) - Number(b === unknown) || b - a;
  }
  const {counts, sums, high} = totals;
  const bySum = (a: number, b: number): number => {
    if (!high) return sums[b]! - sums[a]!;
    const [x, y] = [exactCents(totals, a), exactCents(totals, b)];
    return x < y ? 1 : x > y ? -1 : 0;
  };
  return (a, b) => bySum(a, b) || counts[b]! - counts[a]! || a - b;
}

/** First code whose value is not before the text, in code point order. */
function placeOf({values}: Group, text: string): number {
  const wanted = Buffer.from(text);
  const all = Buffer.from(values.bytes.buffer, values.bytes.byteOffset, values.bytes.byteLength);
  const {offsets: at} = values;
  return partitionPoint(
    0,
    at.length - 1,
    (code) => all.compare(wanted, 0, wanted.length, at[code]!, at[code + 1]!) < 0,
  );
}

/** Code of a value, or -1. */
function codeOf(group: Group, text: string): number {
  const code = placeOf(group, text);
  return code < group.values.offsets.length - 1 && stringAt(group.values, code) === text ? code : -1;
}

/** Codes of the groups on the page, in order. */
export function groupPage(group: Group, totals: Aggregates, query: StatsQuery, scratch: Scratch): number[] {
  const {ordinals: codes, ordered} = totals;
  const compare = comparison(group, totals);
  const {after, limit} = query;
  if (!after) {
    if (ordered) return [...codes.subarray(query.offset, query.offset + limit)];
    return selectPage(codes, compare, query.offset, limit);
  }
  const behind = isBehind(group, totals, after);
  const left = scratch.u32(codes.length);
  let count = 0;
  for (let i = 0; i < codes.length; i++) if (behind(codes[i]!)) left[count++] = codes[i]!;
  return selectPage(left.subarray(0, count), compare, 0, limit);
}

/** Whether a group stands behind the place after which the page begins. */
function isBehind(
  group: Group,
  totals: Aggregates,
  after: NonNullable<StatsQuery['after']>,
): (code: number) => boolean {
  const place = placeOf(group, after.value);
  const same = codeOf(group, after.value) === place;
  if (group.chronological) {
    const unknown = codeOf(group, UNKNOWN_GROUP);
    if (after.value === UNKNOWN_GROUP) return () => false;
    return (code) => code === unknown || code < place;
  }
  const later = (code: number) => {
    const count = totals.counts[code]!;
    if (count !== after.count) return count < after.count;
    return same ? code > place : code >= place;
  };
  if (after.sum === null) return later;
  const sum = parseCents(after.sum);
  return (code) => {
    const own = BigInt(exactCents(totals, code));
    return own === sum ? later(code) : own < sum;
  };
}

/** Cents of a decimal text with at most two digits behind the point. */
function parseCents(text: string): bigint {
  const [, sign, whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  const size = BigInt(whole + fraction.padEnd(2, '0'));
  return sign === '-' ? -size : size;
}

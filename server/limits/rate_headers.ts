/** Decides which window refuses a request, and which one the rate limit headers describe. */
import type {Principal} from '../accounts/principal.ts';
import type {Quotas} from '../accounts/tiers.ts';
import {type OfWindows, WINDOWS} from '../accounts/windows.ts';
import {type HeaderBlock, headerBlock, joinBlocks} from '../http/header_block.ts';
import {windowEnds} from './calendar.ts';
import type {Admission, Window, Windows} from './types.ts';

/** Stands for "no limit": the largest 32-bit integer, which every client can parse. */
const UNLIMITED = 2_147_483_647;

/**
 * Built for every response to an account with limits, hence without the checks of `headerBlock`: numbers hold
 * no line breaks.
 */
const rateBlock = (limit: number, remaining: number, reset: number): HeaderBlock => ({
  headers: {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  },
  name: 'X-RateLimit-Limit',
  lines: `${limit}\r\nX-RateLimit-Remaining: ${remaining}\r\nX-RateLimit-Reset: ${reset}`,
});

/** Headers of an account without limits: the same for all until the month ends. */
let unlimited = {end: 0, headers: rateBlock(UNLIMITED, UNLIMITED, 0)};

/** Counts of the three windows, and what they may be. */
export interface Counts {
  used: OfWindows;
  quotas: Quotas;
}

/** Index of the exhausted window, the one that ends last if several are; -1 if none is. */
export const exhaustedWindow = ({used, quotas}: Counts): number =>
  WINDOWS.findLastIndex((name, i) => used[i]! >= (quotas[name] ?? Number.POSITIVE_INFINITY));

/** The three windows as `/usage` shows them. */
export function toWindows({used, quotas}: Counts, numbers: OfWindows): Windows {
  const ends = windowEnds(numbers);
  const window = (i: 0 | 1 | 2): Window => ({limit: quotas[WINDOWS[i]], used: used[i], reset: ends[i]});
  return {minute: window(0), day: window(1), month: window(2)};
}

/** Of two counts for one request, in each window the one with fewer requests left. */
export function tightest(a: Counts, b: Counts): Counts {
  const left = ({used, quotas}: Counts, i: number) =>
    (quotas[WINDOWS[i]!] ?? Number.POSITIVE_INFINITY) - used[i]!;
  const of = (i: 0 | 1 | 2): Counts => (left(b, i) < left(a, i) ? b : a);
  return {
    used: [of(0).used[0], of(1).used[1], of(2).used[2]],
    quotas: {minute: of(0).quotas.minute, day: of(1).quotas.day, month: of(2).quotas.month},
  };
}

/** Headers of the window with the fewest remaining requests; of equal ones, the one that ends last. */
export function rateHeadersOf(windows: Windows): HeaderBlock {
  let tightest: {limit: number; remaining: number; reset: number} | null = null;
  for (const name of WINDOWS) {
    const {limit, used, reset} = windows[name];
    if (limit === null) continue;
    const remaining = Math.max(0, limit - used);
    if (!tightest || remaining <= tightest.remaining) tightest = {limit, remaining, reset};
  }
  if (tightest) return rateBlock(tightest.limit, tightest.remaining, tightest.reset);
  const end = windows.month.reset;
  if (unlimited.end !== end) unlimited = {end, headers: rateBlock(UNLIMITED, UNLIMITED, end)};
  return unlimited.headers;
}

/** `counts` include the request if it was counted; `exhausted` is the index of the refusing window or -1. */
export function createAdmission(
  {id, key}: Principal,
  counts: Counts,
  numbers: OfWindows,
  exhausted: number,
  now: number,
): Admission {
  const windows = toWindows(counts, numbers);
  const name = WINDOWS[exhausted];
  const counted = {account: id, key, at: now, numbers};
  if (!name) return {exhausted: null, headers: rateHeadersOf(windows), ...counted};
  const {limit, reset} = windows[name];
  const wait = Math.max(1, Math.ceil(reset - now / 1000));
  const headers = joinBlocks(rateBlock(limit!, 0, reset), headerBlock({'Retry-After': String(wait)}));
  return {exhausted: name, headers, ...counted};
}

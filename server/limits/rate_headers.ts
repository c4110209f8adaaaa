/** Decides which window refuses a request, and which one the rate limit headers describe. */
import type {Quotas} from '../accounts/tiers.ts';
import {WINDOWS, type WindowName} from '../accounts/windows.ts';
import {type HeaderBlock, type Headers, headerBlock} from '../http/header_block.ts';
import {type WindowNumbers, windowEnds} from './calendar.ts';
import type {Admission, Windows} from './types.ts';

/** Stands for "no limit": the largest 32-bit integer, which every client can parse. */
export const UNLIMITED = 2_147_483_647;

/** Counts of the windows, in the order of `WINDOWS`. */
export type Counts = readonly [minute: number, day: number, month: number];

const rateHeaderValues = (limit: number, remaining: number, reset: number): Headers => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
});

/**
 * Built for every response to an account with limits, hence without the checks of `headerBlock`: numbers hold
 * no line breaks.
 */
const rateBlock = (limit: number, remaining: number, reset: number): HeaderBlock => ({
  headers: rateHeaderValues(limit, remaining, reset),
  name: 'X-RateLimit-Limit',
  lines: `${limit}\r\nX-RateLimit-Remaining: ${remaining}\r\nX-RateLimit-Reset: ${reset}`,
});

const unlimitedBlock = {end: 0, headers: rateBlock(UNLIMITED, UNLIMITED, 0)};

/** Headers of an account without limits: the same for all until the month ends. */
function unlimited(end: number): HeaderBlock {
  if (unlimitedBlock.end !== end)
    Object.assign(unlimitedBlock, {end, headers: rateBlock(UNLIMITED, UNLIMITED, end)});
  return unlimitedBlock.headers;
}

/** Index of the exhausted window, the one that ends last if several are; -1 if none is. */
export function exhaustedWindow(used: Counts, quotas: Quotas): number {
  for (let i = WINDOWS.length - 1; i >= 0; i--) {
    const limit = quotas[WINDOWS[i]!];
    if (limit !== null && used[i]! >= limit) return i;
  }
  return -1;
}

/**
 * Headers of the window with the fewest remaining requests; of equal ones, the one that ends last. `ends` in
 * seconds.
 */
function rateHeaders(used: Counts, quotas: Quotas, ends: Counts): HeaderBlock {
  let tightest = -1;
  let fewestRemaining = 0;
  for (let i = 0; i < WINDOWS.length; i++) {
    const limit = quotas[WINDOWS[i]!];
    if (limit === null) continue;
    const remaining = Math.max(0, limit - used[i]!);
    if (tightest < 0 || remaining <= fewestRemaining) [tightest, fewestRemaining] = [i, remaining];
  }
  if (tightest < 0) return unlimited(ends[2]);
  return rateBlock(quotas[WINDOWS[tightest]!]!, fewestRemaining, ends[tightest]!);
}

/** `used` includes the request if it was counted; `exhausted` is the index of the refusing window or -1. */
export function createAdmission(
  account: number,
  used: Counts,
  quotas: Quotas,
  numbers: WindowNumbers,
  exhausted: number,
  now: number,
): Admission {
  const ends = windowEnds(numbers);
  if (exhausted < 0) return {exhausted: null, headers: rateHeaders(used, quotas, ends), account, numbers};
  const name: WindowName = WINDOWS[exhausted]!;
  const end = ends[exhausted]!;
  const wait = Math.max(1, Math.ceil(end - now / 1000));
  const headers = headerBlock({...rateHeaderValues(quotas[name]!, 0, end), 'Retry-After': String(wait)});
  return {exhausted: name, headers, account, numbers};
}

/** The three windows as `/usage` shows them. */
export function toWindows(used: Counts, quotas: Quotas, numbers: WindowNumbers): Windows {
  const ends = windowEnds(numbers);
  const [minute, day, month] = WINDOWS.map((name, i) => ({
    limit: quotas[name],
    used: used[i]!,
    reset: ends[i]!,
  }));
  return {minute: minute!, day: day!, month: month!};
}

/** Rate headers for windows that were only read. */
export const rateHeadersOf = ({minute, day, month}: Windows): HeaderBlock =>
  rateHeaders(
    [minute.used, day.used, month.used],
    {minute: minute.limit, day: day.limit, month: month.limit},
    [minute.reset, day.reset, month.reset],
  );

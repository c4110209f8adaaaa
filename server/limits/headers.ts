/** What is said of windows: which one refuses, and which one the rate headers describe (specification 1.9). */

import type {Quotas} from '../accounts/tiers.ts';
import {WINDOWS, type WindowName} from '../accounts/windows.ts';
import {type Block, block, type Headers} from '../http/header_block.ts';
import {endsOf, type Numbers} from './calendar.ts';
import type {Admission, Windows} from './types.ts';

/** Stands for "no limit": the largest 32-bit integer, which every client can read. */
export const UNLIMITED = 2_147_483_647;

/** Counts of the windows, in the order of `WINDOWS`. */
export type Counts = readonly [minute: number, day: number, month: number];

const trio = (limit: number, remaining: number, reset: number): Headers => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(reset),
});

/** Made for every answer to an account with limits, and so without the looks of `block`: numbers break no line. */
const rateBlock = (limit: number, remaining: number, reset: number): Block => ({
  headers: trio(limit, remaining, reset),
  name: 'X-RateLimit-Limit',
  lines: `${limit}\r\nX-RateLimit-Remaining: ${remaining}\r\nX-RateLimit-Reset: ${reset}`,
});

const free = {end: 0, headers: rateBlock(UNLIMITED, UNLIMITED, 0)};

/** Headers of an account whose windows are all unlimited: the same for all until the month ends. */
function unlimited(end: number): Block {
  if (free.end !== end) Object.assign(free, {end, headers: rateBlock(UNLIMITED, UNLIMITED, end)});
  return free.headers;
}

/** The window that refuses one more request, the one that ends last where several do; -1 when all have room. */
export function refusing(used: Counts, quotas: Quotas): number {
  for (let i = WINDOWS.length - 1; i >= 0; i--) {
    const limit = quotas[WINDOWS[i]!];
    if (limit !== null && used[i]! >= limit) return i;
  }
  return -1;
}

/** Headers of the window with the fewest remaining requests; of equal ones, that which ends last. `ends` in seconds. */
function rateHeaders(used: Counts, quotas: Quotas, ends: Counts): Block {
  let least = -1;
  let fewest = 0;
  for (let i = 0; i < WINDOWS.length; i++) {
    const limit = quotas[WINDOWS[i]!];
    if (limit === null) continue;
    const remaining = Math.max(0, limit - used[i]!);
    if (least < 0 || remaining <= fewest) [least, fewest] = [i, remaining];
  }
  if (least < 0) return unlimited(ends[2]);
  return rateBlock(quotas[WINDOWS[least]!]!, fewest, ends[least]!);
}

/** What is said of a request. `used` are the counts with it where it was counted; `refused` is its window or -1. */
export function admission(
  account: number,
  used: Counts,
  quotas: Quotas,
  numbers: Numbers,
  refused: number,
  now: number,
): Admission {
  const ends = endsOf(numbers);
  if (refused < 0) return {refused: null, headers: rateHeaders(used, quotas, ends), account, numbers};
  const name: WindowName = WINDOWS[refused]!;
  const end = ends[refused]!;
  const wait = Math.max(1, Math.ceil(end - now / 1000));
  const headers = block({...trio(quotas[name]!, 0, end), 'Retry-After': String(wait)});
  return {refused: name, headers, account, numbers};
}

/** The three windows as `/usage` shows them. */
export function windowsOf(used: Counts, quotas: Quotas, numbers: Numbers): Windows {
  const ends = endsOf(numbers);
  const [minute, day, month] = WINDOWS.map((name, i) => ({
    limit: quotas[name],
    used: used[i]!,
    reset: ends[i]!,
  }));
  return {minute: minute!, day: day!, month: month!};
}

/** Rate headers of windows that were looked at. */
export const headersOf = ({minute, day, month}: Windows): Block =>
  rateHeaders(
    [minute.used, day.used, month.used],
    {minute: minute.limit, day: day.limit, month: month.limit},
    [minute.reset, day.reset, month.reset],
  );

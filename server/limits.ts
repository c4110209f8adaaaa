/** The rate headers of a request: which window is nearest to its end (specification 1.9). */
import {type Block, block} from './blocks.ts';

/** Stands for "no limit": the largest 32-bit integer, which every client can read. */
const UNLIMITED = 2_147_483_647;

/** Start of the next UTC calendar month. */
function endOfMonth(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
}

const headersUntil = (end: number): Block =>
  block({
    'X-RateLimit-Limit': String(UNLIMITED),
    'X-RateLimit-Remaining': String(UNLIMITED),
    'X-RateLimit-Reset': String(end / 1000),
  });

let month = {from: 0, to: 0, headers: headersUntil(0)};

/** Headers of an account whose three windows are unlimited. `now` is Unix epoch milliseconds. */
export function rateHeaders(now: number): Block {
  if (now >= month.to || now < month.from) {
    const to = endOfMonth(new Date(now));
    month = {from: now, to, headers: headersUntil(to)};
  }
  return month.headers;
}

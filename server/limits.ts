/** The rate headers of a request: which window is nearest to its end (specification 1.9). */

/** Stands for "no limit": the largest 32-bit integer, which every client can read. */
const UNLIMITED = 2_147_483_647;

/** End of the UTC calendar month, Unix epoch seconds. */
function endOfMonth(now: Date): number {
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000;
}

/** Headers of an account whose three windows are unlimited. */
export function rateHeaders(now: Date): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(UNLIMITED),
    'X-RateLimit-Remaining': String(UNLIMITED),
    'X-RateLimit-Reset': String(endOfMonth(now)),
  };
}

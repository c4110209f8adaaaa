/** Retry policy: transient failures, Retry-After, exponential backoff with full jitter. */
import {codeOf, FetchError} from './errors.ts';

/** A failure that a retry may cure. */
export class TransientError extends Error {
  override name = 'Transient';
  /** Wait requested by the publisher (Retry-After). */
  readonly retry_after_ms: number | null;
  /** The server failed on the request; a smaller one may succeed. */
  readonly heavy: boolean;

  constructor(reason: string, retry_after_ms: number | null = null, heavy = false) {
    super(reason);
    this.retry_after_ms = retry_after_ms;
    this.heavy = heavy;
  }
}

const BASE_MS = 1000;
const LONGEST_BACKOFF_MS = 60_000;
/** A publisher that requests a longer wait gets one more attempt after this long. */
const LONGEST_RETRY_AFTER_MS = 600_000;

const NETWORK: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'temporary failure in name resolution',
  UND_ERR_SOCKET: 'connection closed early',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'stalled before the answer',
  UND_ERR_BODY_TIMEOUT: 'stalled in the body',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'body differs from its content-length',
  HPE_INVALID_EOF_STATE: 'connection closed early',
};

/** Failures during a response, or while waiting for one. */
const HEAVY = new Set([
  'ECONNRESET',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
]);

/** The failure as a transient one, or null where a retry cannot help. */
export function asTransient(error: unknown): TransientError | null {
  if (error instanceof TransientError) return error;
  const code = codeOf(error) ?? '';
  const known = NETWORK[code];
  return known ? new TransientError(known, null, HEAVY.has(code)) : null;
}

/** Whether the publisher refused: a failure that no retry can cure. */
export const isRefusal = (error: unknown): error is FetchError =>
  error instanceof FetchError && !(error.cause instanceof TransientError);

/** Milliseconds requested by a Retry-After header (seconds or a date), capped; null where it is invalid. */
export function retryAfterMs(value: string | undefined, now_ms: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now_ms;
  if (Number.isNaN(ms)) return null;
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS);
}

/**
 * Wait before attempt `failures + 1`: full jitter below a bound that doubles each time, so that clients which
 * failed together do not return together; never less than the publisher requested.
 */
export function backoffMs(failures: number, asked_ms: number | null, random: () => number): number {
  const bound = Math.min(LONGEST_BACKOFF_MS, BASE_MS * 2 ** (failures - 1));
  return Math.max(asked_ms ?? 0, Math.round(random() * bound));
}

/** What is tried again and how long to wait before: transient failures, Retry-After, backoff with full jitter. */
import {codeOf} from './errors.ts';

/** A failure that another try may cure. */
export class TransientError extends Error {
  override name = 'Transient';
  /** Wait that the publisher asked for. */
  readonly retry_after_ms: number | null;
  /** The server failed on what was asked, which it may give in smaller pieces. */
  readonly heavy: boolean;

  constructor(reason: string, retry_after_ms: number | null = null, heavy = false) {
    super(reason);
    this.retry_after_ms = retry_after_ms;
    this.heavy = heavy;
  }
}

const BASE_MS = 1000;
const LONGEST_BACKOFF_MS = 60_000;
/** A publisher that asks for more gets one more try after this long. */
const LONGEST_RETRY_AFTER_MS = 600_000;

const NETWORK: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ETIMEDOUT: 'connection timed out',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name not found for now',
  UND_ERR_SOCKET: 'connection closed early',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  UND_ERR_HEADERS_TIMEOUT: 'stalled before the answer',
  UND_ERR_BODY_TIMEOUT: 'stalled in the body',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'body differs from its content-length',
  HPE_INVALID_EOF_STATE: 'connection closed early',
};

/** Failures of an answer that had been begun, or was waited for. */
const HEAVY = new Set([
  'ECONNRESET',
  'UND_ERR_SOCKET',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'HPE_INVALID_EOF_STATE',
]);

/** The failure as one that may be tried again, or null where another try cannot help. */
export function asTransient(error: unknown): TransientError | null {
  if (error instanceof TransientError) return error;
  const code = codeOf(error) ?? '';
  const known = NETWORK[code];
  return known ? new TransientError(known, null, HEAVY.has(code)) : null;
}

/** Milliseconds that a Retry-After header (seconds or a date) asks for, capped; null when it says nothing. */
export function retryAfterMs(value: string | undefined, now_ms: number): number | null {
  if (value === undefined) return null;
  const text = value.trim();
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now_ms;
  if (Number.isNaN(ms)) return null;
  return Math.min(Math.max(ms, 0), LONGEST_RETRY_AFTER_MS);
}

/**
 * Wait before try `failures + 1`: full jitter, a random share of a bound that doubles each time, so that clients
 * that failed together do not return together; never less than the publisher asked for.
 */
export function backoffMs(failures: number, asked_ms: number | null, random: () => number): number {
  const bound = Math.min(LONGEST_BACKOFF_MS, BASE_MS * 2 ** (failures - 1));
  return Math.max(asked_ms ?? 0, Math.round(random() * bound));
}

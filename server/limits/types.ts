/** The vocabulary of rate limits. */
import type {Principal} from '../accounts/principal.ts';
import type {UsageGroup} from '../accounts/usage.ts';
import type {OfWindows, WindowName} from '../accounts/windows.ts';
import type {HeaderBlock} from '../http/header_block.ts';

/** One window of an account. */
export interface Window {
  /** Quota; null for unlimited. */
  limit: number | null;
  /** Requests counted so far. */
  used: number;
  /** End of the window in Unix epoch seconds. */
  reset: number;
}

export type Windows = Record<WindowName, Window>;

/** The outcome of counting a request. */
export interface Admission {
  /**
   * Null if the request was admitted and counted; else the window that refuses it, and nothing was counted.
   */
  exhausted: WindowName | null;
  /** The rate limit headers; on 429 with `Retry-After`. */
  headers: HeaderBlock;
  /** Id of the account. */
  account: number;
  /** The key that acts for it; null without a key. */
  key: Principal['key'];
  /** Unix epoch ms. */
  at: number;
  /** Numbers of the windows it was counted in. */
  numbers: OfWindows;
}

/** Shared by all threads; times are Unix epoch milliseconds. */
export interface Limits {
  /**
   * Counts the request in all three windows if none is exhausted, atomically; throws if counts cannot be
   * read.
   */
  admit(principal: Principal, now: number): Admission | Promise<Admission>;
  /** Takes back an admitted request that the service failed to answer. At most once per admission. */
  refund(admission: Admission): void;
  /** Records an admitted and answered request in the usage history of its account and its key. */
  record(admission: Admission, group: UsageGroup): void;
  /** Whole files that accounts read by ranges: all ranges of one file count as one request in a minute. */
  files: {
    /**
     * Whether the account has not begun with the file in this minute; it has from now on. `file`: a number
     * below 53.
     */
    begin(account: number, now: number, file: number): boolean;
    /** It has not begun after all: the request was refused. */
    drop(account: number, now: number, file: number): void;
  };
  /** Reads the three windows without counting. */
  peek(principal: Principal, now: number): Windows | Promise<Windows>;
}

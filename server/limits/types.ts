/** The vocabulary of limits: what is asked before a request is treated, and what the answer holds. */
import type {Answer} from '../../engine/types.ts';
import type {KeyHolder} from '../accounts/holder.ts';
import type {UsageGroup} from '../accounts/usage.ts';
import type {WindowName} from '../accounts/windows.ts';
import type {Block} from '../http/header_block.ts';

/** One window of an account. */
export interface Window {
  /** Most requests; null for unlimited. */
  limit: number | null;
  /** Requests counted so far. */
  used: number;
  /** End of the window in Unix epoch seconds. */
  reset: number;
}

export type Windows = Record<WindowName, Window>;

/** What is said of a request before it is treated. */
export interface Admission {
  /** Null when the request was admitted and counted; else the window that refuses it: nothing was counted. */
  refused: WindowName | null;
  /** The rate headers, on 429 with `Retry-After`. */
  headers: Block;
  /** The account that it counts for. */
  account: number;
  /** Numbers of the windows that it was counted in, in the order of `WINDOWS`. */
  numbers: readonly [number, number, number];
}

/** Shared by all threads that answer; times are Unix epoch milliseconds. */
export interface Limits {
  /** Counts the request in all three windows when each has room, in one step; throws where counts cannot be read. */
  admit(holder: KeyHolder, now: number): Answer<Admission>;
  /** Takes back the count of an admitted request that the service could not answer. At most once for each. */
  giveBack(admission: Admission): void;
  /** Notes an admitted request that was answered for the usage history of its account. */
  record(admission: Admission, group: UsageGroup): void;
  /** The three windows as they stand; counts nothing. */
  look(holder: KeyHolder, now: number): Answer<Windows>;
}

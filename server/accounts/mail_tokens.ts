/** The table of tokens in the links of messages, by hash: each is used once, before it expires. */
import type {Database} from './database.ts';

/**
 * `unsubscribe` and `pause`, which ends the messages about one saved search, can be used again: providers may
 * send the same request twice.
 */
export type TokenPurpose = 'verify' | 'reset' | 'change' | 'unsubscribe' | 'pause';

const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;

/** How long a token is good for, from when its message is sent. */
export const TOKEN_MS: Readonly<Record<TokenPurpose, number>> = {
  reset: 30 * MINUTE_MS,
  verify: DAY_MS,
  change: DAY_MS,
  unsubscribe: 400 * DAY_MS,
  pause: 400 * DAY_MS,
};

export interface MailToken {
  account: number;
  purpose: TokenPurpose;
  /** The address to which it was sent: what it proves. */
  address: string;
  /** Of `pause`: the saved search. */
  search?: number | null;
}

export const mailTokensTable = ({get, run}: Database) => ({
  /** Stores a token that is about to be sent. */
  add: (hash: string, {account, purpose, address, search = null}: MailToken, now: Date) =>
    run(
      `INSERT INTO mail_tokens (hash, purpose, account, address, created_at, expires_at, search)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      hash,
      purpose,
      account,
      address,
      now,
      new Date(now.getTime() + TOKEN_MS[purpose]),
      search,
    ),
  /** A token of an open account that is not used and not expired, or null. */
  find: (hash: string, now: Date): MailToken | null =>
    get<MailToken>(
      `SELECT account, purpose, address, search FROM mail_tokens
       WHERE hash = ? AND expires_at > ? AND account IN (SELECT id FROM accounts WHERE closed = 0)`,
      hash,
      now,
    ) ?? null,
  /** Ends all tokens of a purpose, such as those of the messages before: one use is enough. */
  end: (account: number, purpose: TokenPurpose) =>
    run('DELETE FROM mail_tokens WHERE account = ? AND purpose = ?', account, purpose),
});

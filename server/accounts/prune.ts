/**
 * Deletes expired data: old usage, sessions, codes and tokens, attempts, old mail, unused tool clients, accounts
 * that nobody confirmed.
 */
import type {Database} from './database.ts';

const DAY_MS = 86_400_000;

/** Clients without a grant are removed this long after registration, since anybody may register. */
export const UNUSED_CLIENT_MS = 90 * DAY_MS;

/**
 * Accounts that wait for the proof of their address are removed this long after sign-up, since anybody may sign
 * up with the address of another.
 */
export const UNPROVEN_MS = 30 * DAY_MS;

/** Tables with rows of accounts: one with a row in any of them was used, or has a message under way. */
const OF_ACCOUNTS = [
  'keys',
  'usage',
  'windows',
  'sessions',
  'oauth_grants',
  'mail',
  'mail_tokens',
  'places',
  'searches',
  'passkeys',
];

/**
 * What is deleted, and how many milliseconds after the time in the row; grants follow their codes and tokens,
 * and clients their grants. Attempts count for minutes only; codes and tokens stay longer to detect their
 * reuse.
 */
const EXPIRED: readonly (readonly [ms: number, statement: string])[] = [
  // The UTC day alone sorts before any time of it: the history has 400 days, today included.
  [400 * DAY_MS, 'DELETE FROM usage WHERE day < ?'],
  [400 * DAY_MS, 'DELETE FROM key_usage WHERE day < ?'],
  [400 * DAY_MS, 'DELETE FROM audit WHERE at < ?'],
  [0, 'DELETE FROM sessions WHERE expires_at <= ?'],
  [0, 'DELETE FROM members WHERE person IS NULL AND expires_at <= ?'],
  [0, 'DELETE FROM oauth_pending WHERE expires_at <= ?'],
  [DAY_MS, 'DELETE FROM attempts WHERE at < ?'],
  [0, 'DELETE FROM mail_tokens WHERE expires_at <= ?'],
  // Longer than a month: a message of an occasion is sent once.
  [40 * DAY_MS, 'DELETE FROM mail WHERE ended_at < ?'],
  // A feed goes back as far.
  [40 * DAY_MS, 'DELETE FROM search_changes WHERE made_at < ?'],
  [DAY_MS, 'DELETE FROM search_runs WHERE until < ?'],
  [90 * DAY_MS, 'DELETE FROM places WHERE last_at < ?'],
  [7 * DAY_MS, 'DELETE FROM oauth_codes WHERE expires_at < ?'],
  [7 * DAY_MS, 'DELETE FROM oauth_tokens WHERE expires_at < ?'],
  [
    7 * DAY_MS,
    `DELETE FROM oauth_grants WHERE created_at < ?
     AND NOT EXISTS (SELECT 1 FROM oauth_codes WHERE grant_id = oauth_grants.id)
     AND NOT EXISTS (SELECT 1 FROM oauth_tokens WHERE grant_id = oauth_grants.id)`,
  ],
  [
    UNUSED_CLIENT_MS,
    `DELETE FROM oauth_clients WHERE created_at < ?
     AND NOT EXISTS (SELECT 1 FROM oauth_grants WHERE client = oauth_clients.id)`,
  ],
  [
    UNPROVEN_MS,
    `DELETE FROM accounts WHERE created_at < ? AND proof = 1 AND closed = 0 AND one_time = 0
     ${OF_ACCOUNTS.map((table) => `AND NOT EXISTS (SELECT 1 FROM ${table} WHERE account = accounts.id)`).join(' ')}
     AND NOT EXISTS (SELECT 1 FROM members WHERE account = accounts.id OR person = accounts.id)`,
  ],
];

export function prune({run, transaction}: Database, now: Date): void {
  transaction(() => {
    for (const [ms, statement] of EXPIRED) run(statement, new Date(now.getTime() - ms));
  });
}

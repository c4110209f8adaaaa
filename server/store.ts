/** The account store: accounts and the hashes of their keys, in one SQLite file that processes share. */
import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {hashKey, shownPart} from './keys.ts';
import {isTier, type TierName} from './tiers.ts';

/** A key that may ask, and whose it is. */
export interface KeyHolder {
  account: string;
  tier: TierName;
  /** First characters of the key, for logs. */
  shown: string;
}

export interface Store {
  /** The holder of an active key of an open account, or null. */
  find(key: string): KeyHolder | null;
  /**
   * Gives the account the key and revokes the one it had. A new account gets the tier, or `free` without one;
   * a known one changes its tier only when one is given. Returns the tier in force; throws on a closed account.
   */
  issue(account: string, tier: TierName | null, key: string, now: Date): TierName;
  /** True when the store can be read. */
  healthy(): boolean;
  close(): void;
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS accounts (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    tier TEXT NOT NULL,
    created_at TEXT NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS keys (
    hash TEXT PRIMARY KEY,
    shown TEXT NOT NULL,
    account INTEGER NOT NULL REFERENCES accounts (id),
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS active_key ON keys (account) WHERE revoked_at IS NULL;
`;

const FIND = `
  SELECT accounts.name AS account, accounts.tier AS tier, keys.shown AS shown
  FROM keys JOIN accounts ON accounts.id = keys.account
  WHERE keys.hash = ? AND keys.revoked_at IS NULL AND accounts.closed = 0`;

function tierOf(value: unknown, account: string): TierName {
  if (typeof value === 'string' && isTier(value)) return value;
  throw new Error(
    `account ${account} has the unknown tier "${String(value)}": correct it in the account store`,
  );
}

function openDatabase(path: string): DatabaseSync {
  try {
    mkdirSync(dirname(path), {recursive: true});
    const db = new DatabaseSync(path);
    db.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
    db.exec(SCHEMA);
    return db;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `account store ${path} cannot be opened (${why}): end what holds it, restore it from a copy, ` +
        'or move it away to begin without accounts',
      {cause},
    );
  }
}

/**
 * Opens the store, making file and tables where they lack; other processes may read and write meanwhile. Throws,
 * naming file and remedy, when it cannot be opened.
 */
export function openStore(path: string): Store {
  const db = openDatabase(path);
  const find = db.prepare(FIND);
  const account = db.prepare('SELECT id, tier, closed FROM accounts WHERE name = ?');
  const add = db.prepare('INSERT INTO accounts (name, tier, created_at) VALUES (?, ?, ?)');
  const change = db.prepare('UPDATE accounts SET tier = ? WHERE id = ?');
  const revoke = db.prepare('UPDATE keys SET revoked_at = ? WHERE account = ? AND revoked_at IS NULL');
  const insert = db.prepare('INSERT INTO keys (hash, shown, account, created_at) VALUES (?, ?, ?, ?)');

  function holdAccount(name: string, tier: TierName | null, at: string): {id: number; tier: TierName} {
    const known = account.get(name);
    if (!known) {
      const {lastInsertRowid} = add.run(name, tier ?? 'free', at);
      return {id: Number(lastInsertRowid), tier: tier ?? 'free'};
    }
    if (known['closed'] !== 0) throw new Error(`account ${name} is closed: choose another NAME`);
    const id = Number(known['id']);
    if (tier) change.run(tier, id);
    return {id, tier: tier ?? tierOf(known['tier'], name)};
  }

  return {
    find(key) {
      const row = find.get(hashKey(key));
      if (!row) return null;
      const name = String(row['account']);
      return {account: name, tier: tierOf(row['tier'], name), shown: String(row['shown'])};
    },
    issue(name, tier, key, now) {
      const at = now.toISOString();
      db.exec('BEGIN IMMEDIATE');
      try {
        const held = holdAccount(name, tier, at);
        revoke.run(at, held.id);
        insert.run(hashKey(key), shownPart(key), held.id, at);
        db.exec('COMMIT');
        return held.tier;
      } catch (error) {
        db.exec('ROLLBACK');
        throw error;
      }
    },
    healthy() {
      try {
        find.get('');
        return true;
      } catch {
        return false;
      }
    },
    close: () => db.close(),
  };
}

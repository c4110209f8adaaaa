/** The account store as the API port needs it: whose key it is; and the command that gives keys. */
import {accountName, accountsTable} from './accounts.ts';
import {type Database, openDatabase} from './database.ts';
import type {KeyHolder} from './holder.ts';
import {keysTable} from './keys.ts';
import type {TierName} from './tiers.ts';

export interface Store {
  database: Database;
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

/**
 * Opens the store, making file and tables where they lack; other processes may read and write meanwhile. Throws,
 * naming file and remedy, when it cannot be opened.
 */
export function openStore(path: string): Store {
  const database = openDatabase(path);
  const accounts = accountsTable(database);
  const keys = keysTable(database);

  function issue(name: string, tier: TierName | null, key: string, now: Date): TierName {
    const known = accounts.named(name) ?? accounts.add(accountName(name), tier ?? 'free', now);
    if (known.closed) throw new Error(`account ${name} is closed: choose another NAME`);
    if (tier) accounts.setTier(known.id, tier);
    keys.give(known.id, key, now);
    return tier ?? known.tier;
  }

  return {
    database,
    find: keys.find,
    issue: (name, tier, key, now) => database.transaction(() => issue(name, tier, key, now)),
    healthy() {
      try {
        keys.find('');
        return true;
      } catch {
        return false;
      }
    },
    close: () => database.close(),
  };
}

/** The account store as the API uses it: looks up keys, and issues them for the command line. */
import {accountsTable, normalizeName} from './accounts.ts';
import {type Database, openDatabase} from './database.ts';
import {keysTable} from './keys.ts';
import type {Principal} from './principal.ts';
import type {TierName} from './tiers.ts';

export interface AccountStore {
  database: Database;
  /** The principal of an active key of an open account, or null. */
  find(key: string): Principal | null;
  /**
   * Issues the key and revokes the account's previous one. A new account gets `tier`, or `free` if null; an
   * existing one changes its tier only if given. Returns the tier in force; throws on a closed account.
   */
  issue(account: string, tier: TierName | null, key: string, now: Date): TierName;
  /** True if the store can be read. */
  healthy(): boolean;
  close(): void;
}

/**
 * Opens the store, creating file and tables if missing; other processes may read and write it meanwhile.
 * Throws, naming file and remedy, if it cannot be opened.
 */
export function openAccountStore(path: string): AccountStore {
  const database = openDatabase(path);
  const accounts = accountsTable(database);
  const keys = keysTable(database);

  function issue(name: string, tier: TierName | null, key: string, now: Date): TierName {
    const existing = accounts.findByName(name) ?? accounts.add(normalizeName(name), tier ?? 'free', now);
    if (existing.closed) throw new Error(`account ${name} is closed: choose another NAME`);
    if (tier) accounts.setTier(existing.id, tier);
    keys.replace(existing.id, key, now);
    return tier ?? existing.tier;
  }

  return {
    database,
    find: keys.find,
    issue: (...given) => database.transaction(() => issue(...given)),
    healthy() {
      try {
        keys.find('');
        return true;
      } catch {
        return false;
      }
    },
    close: database.close,
  };
}

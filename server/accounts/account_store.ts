/** The account store as the API uses it: looks up keys, and issues them for the command line. */
import {accountsTable, normalizeName} from './accounts.ts';
import {openDatabase} from './database.ts';
import {keysTable} from './keys.ts';
import {mailTable} from './mail_queue.ts';
import {searchesTable} from './searches.ts';
import type {TierName} from './tiers.ts';

export type AccountStore = ReturnType<typeof openAccountStore>;

/**
 * Opens the store, creating file and tables if missing; other processes may read and write it meanwhile.
 * Throws, naming file and remedy, if it cannot be opened.
 */
export function openAccountStore(path: string) {
  const database = openDatabase(path);
  const accounts = accountsTable(database);
  const {find, replace} = keysTable(database);
  const [mail, searches] = [mailTable(database), searchesTable(database)];
  return {
    database,
    /** The principal of an active key of an open account, or null. */
    find,
    /**
     * Issues the key and revokes the account's previous one. A new account gets `tier`, or `free` if null; an
     * existing one changes its tier only if given. Returns the tier in force; throws on a closed account.
     */
    issue: (name: string, tier: TierName | null, key: string, now: Date): TierName =>
      database.transaction(() => {
        const existing = accounts.findByName(name) ?? accounts.add(normalizeName(name), tier ?? 'free', now);
        if (existing.closed) throw new Error(`account ${name} is closed: choose another NAME`);
        if (tier) accounts.setTier(existing.id, tier);
        replace(existing.id, key, now);
        return tier ?? existing.tier;
      }),
    /** What waits to be told and sent, for whoever watches the service. */
    waiting: (now: Date) => ({
      messages: mail.waiting(now),
      alerts: searches.waiting(now),
    }),
    /** True if the store can be read. */
    healthy(): boolean {
      try {
        find('');
        return true;
      } catch {
        return false;
      }
    },
    close: database.close,
  };
}

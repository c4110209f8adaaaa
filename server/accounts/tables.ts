/** The tables of the account store, with their statements prepared once for each store. */
import {accountsTable} from './accounts.ts';
import {attemptsTable} from './attempts.ts';
import {clientsTable} from './clients.ts';
import type {Database} from './database.ts';
import {grantsTable} from './grants.ts';
import {keysTable} from './keys.ts';
import {passwordsTable} from './passwords.ts';
import {pendingTable} from './pending.ts';
import {sessionsTable} from './sessions.ts';
import {usageTable} from './usage.ts';

const prepare = (database: Database) => ({
  accounts: accountsTable(database),
  attempts: attemptsTable(database),
  clients: clientsTable(database),
  grants: grantsTable(database),
  keys: keysTable(database),
  passwords: passwordsTable(database),
  pending: pendingTable(database),
  sessions: sessionsTable(database),
  usage: usageTable(database),
});

export type Tables = ReturnType<typeof prepare>;

const prepared = new WeakMap<Database, Tables>();

export function tablesOf({database}: {database: Database}): Tables {
  const before = prepared.get(database);
  if (before) return before;
  const tables = prepare(database);
  prepared.set(database, tables);
  return tables;
}

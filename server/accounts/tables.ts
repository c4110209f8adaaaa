/** All tables of the account store, their statements prepared once per database. */
import {accountsTable} from './accounts.ts';
import {attemptsTable} from './attempts.ts';
import {clientsTable} from './clients.ts';
import type {Database} from './database.ts';
import {grantsTable} from './grants.ts';
import {keysTable} from './keys.ts';
import {passwordsTable} from './passwords.ts';
import {pendingTable} from './pending_requests.ts';
import {sessionsTable} from './sessions.ts';
import {usageTable} from './usage.ts';

const openTables = (database: Database) => ({
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

export type Tables = ReturnType<typeof openTables>;

const tablesByDatabase = new WeakMap<Database, Tables>();

export function accountTables({database}: {database: Database}): Tables {
  const existing = tablesByDatabase.get(database);
  if (existing) return existing;
  const tables = openTables(database);
  tablesByDatabase.set(database, tables);
  return tables;
}

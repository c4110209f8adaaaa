/** The tables of the account store, with their statements prepared once for each store. */
import {accountsTable} from '../accounts/accounts.ts';
import {attemptsTable} from '../accounts/attempts.ts';
import {clientsTable} from '../accounts/clients.ts';
import type {Database} from '../accounts/database.ts';
import {grantsTable} from '../accounts/grants.ts';
import {keysTable} from '../accounts/keys.ts';
import {passwordsTable} from '../accounts/passwords.ts';
import {pendingTable} from '../accounts/pending.ts';
import {sessionsTable} from '../accounts/sessions.ts';
import {usageTable} from '../accounts/usage.ts';

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

/** All tables of the account store. */
import {accountsTable} from './accounts.ts';
import {attemptsTable} from './attempts.ts';
import {auditTable} from './audit.ts';
import type {Database} from './database.ts';
import {keysTable} from './keys.ts';
import {mailTable} from './mail_queue.ts';
import {mailTokensTable} from './mail_tokens.ts';
import {membersTable} from './members.ts';
import {passkeysTable} from './passkeys.ts';
import {passwordsTable} from './passwords.ts';
import {placesTable} from './places.ts';
import {reportsTable} from './reports.ts';
import {searchChangesTable} from './search_changes.ts';
import {searchesTable} from './searches.ts';
import {sessionsTable} from './sessions.ts';
import {clientsTable, grantsTable, pendingTable} from './tool_clients.ts';
import {usageTable} from './usage.ts';
import {keyWindowsTable, windowsTable} from './windows.ts';

export const accountTables = ({database}: {database: Database}) => ({
  accounts: accountsTable(database),
  attempts: attemptsTable(database),
  audit: auditTable(database),
  clients: clientsTable(database),
  grants: grantsTable(database),
  keys: keysTable(database),
  keyWindows: keyWindowsTable(database),
  mail: mailTable(database),
  mailTokens: mailTokensTable(database),
  members: membersTable(database),
  passkeys: passkeysTable(database),
  passwords: passwordsTable(database),
  pending: pendingTable(database),
  places: placesTable(database),
  searchChanges: searchChangesTable(database),
  searches: searchesTable(database),
  reports: reportsTable(database),
  sessions: sessionsTable(database),
  usage: usageTable(database),
  windows: windowsTable(database),
});

export type Tables = ReturnType<typeof accountTables>;

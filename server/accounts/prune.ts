/** Deletes expired data: old usage, sessions, codes and tokens, attempts, unused tool clients. */
import {attemptsTable} from './attempts.ts';
import {clientsTable, UNUSED_CLIENT_MS} from './clients.ts';
import type {Database} from './database.ts';
import {grantsTable} from './grants.ts';
import {pendingTable} from './pending_requests.ts';
import {sessionsTable} from './sessions.ts';
import {usageTable} from './usage.ts';

const DAY_MS = 86_400_000;

/** Attempts count for minutes only; codes and tokens are kept longer to detect their reuse. */
const ATTEMPT_RETENTION_MS = DAY_MS;
const EXPIRED_RETENTION_MS = 7 * DAY_MS;

export function prune(database: Database, now: Date): void {
  const before = (ms: number) => new Date(now.getTime() - ms);
  database.transaction(() => {
    usageTable(database).prune(now);
    sessionsTable(database).prune(now);
    pendingTable(database).prune(now);
    attemptsTable(database).prune(before(ATTEMPT_RETENTION_MS));
    grantsTable(database).prune(before(EXPIRED_RETENTION_MS));
    clientsTable(database).prune(before(UNUSED_CLIENT_MS));
  });
}

/** Removes what is kept no longer: old usage, expired sessions, codes and tokens, counted attempts, unused tool clients. */
import {attemptsTable} from './attempts.ts';
import {clientsTable, UNUSED_CLIENT_MS} from './clients.ts';
import type {Database} from './database.ts';
import {grantsTable} from './grants.ts';
import {pendingTable} from './pending.ts';
import {sessionsTable} from './sessions.ts';
import {usageTable} from './usage.ts';

const DAY_MS = 86_400_000;

/** Attempts count for minutes; codes and tokens are kept a little so that their reuse is noticed. */
const ATTEMPTS_MS = DAY_MS;
const EXPIRED_MS = 7 * DAY_MS;

export function prune(database: Database, now: Date): void {
  const before = (ms: number) => new Date(now.getTime() - ms);
  database.transaction(() => {
    usageTable(database).prune(now);
    sessionsTable(database).prune(now);
    pendingTable(database).prune(now);
    attemptsTable(database).prune(before(ATTEMPTS_MS));
    grantsTable(database).prune(before(EXPIRED_MS));
    clientsTable(database).prune(before(UNUSED_CLIENT_MS));
  });
}

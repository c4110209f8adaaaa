/** Writes counts to the account store, and notices when another process has changed it. */
import type {Database} from '../accounts/database.ts';
import {KEY_SLOTS} from '../accounts/key_slots.ts';
import {keysTable} from '../accounts/keys.ts';
import {USAGE_GROUPS, usageTable, utcDay} from '../accounts/usage.ts';
import {WINDOWS, windowsTable} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {type CounterMemory, nextGeneration} from './counter_memory.ts';
import {restoreUnwritten, takeUnwritten, type Unwritten} from './flush_batch.ts';

const DAY_MS = 86_400_000;

export interface Flusher {
  /** Writes unwritten counts; a failure is logged once and retried with the next call. */
  flush(): void;
  /** Invalidates the caches if another process wrote to the store. */
  checkForChanges(): void;
}

/** Writes one account's counts, within a transaction. */
function writer(database: Database): (unwritten: Unwritten) => void {
  const [windows, usage, keys] = [windowsTable(database), usageTable(database), keysTable(database)];
  return ({account, windows: changes, usage: days, lastUsed}) => {
    for (const {window, number, count} of changes) {
      windows.add(account, WINDOWS[window]!, {number, used: count});
    }
    for (const {day, requests} of days) {
      requests.forEach((count, i) => {
        if (count > 0)
          usage.add(account, {day: utcDay(day * DAY_MS), group: USAGE_GROUPS[i]!, requests: count});
      });
    }
    for (const [i, slot] of KEY_SLOTS.entries())
      if (lastUsed[i]! > 0) keys.touch(account, slot, new Date(lastUsed[i]!));
  };
}

/** Uses the main thread's connection: `data_version` changes with the writes of all other connections. */
export function createFlusher(database: Database, memory: CounterMemory, log: Log): Flusher {
  const write = writer(database);
  const version = database.sql.prepare('PRAGMA data_version');
  const versionNow = () => Number(version.get()?.['data_version']);
  let seenToken = versionNow();
  let failing = false;
  return {
    flush() {
      const all = takeUnwritten(memory);
      if (all.length === 0) return;
      try {
        database.transaction(() => all.forEach(write));
        failing = false;
      } catch (error) {
        for (const one of all) restoreUnwritten(memory, one);
        if (!failing) log.error({err: error}, 'counts could not be written; tried again every half second');
        failing = true;
      }
    },
    checkForChanges() {
      const now = versionNow();
      if (now !== seenToken) nextGeneration(memory);
      seenToken = now;
    },
  };
}

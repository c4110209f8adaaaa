/** Writes counts to the account store, and tells the threads when another process changed it. */
import type {Database} from '../accounts/database.ts';
import {keysTable} from '../accounts/keys.ts';
import {dayOf, USAGE_GROUPS, usageTable} from '../accounts/usage.ts';
import {WINDOWS, windowsTable} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {putBack, takeUnwritten, type Unwritten} from './flush_batch.ts';
import {type Memory, nextGeneration} from './memory.ts';

const DAY_MS = 86_400_000;

export interface Flusher {
  /** Writes what is not written yet; when that fails it is said once, and tried again by the next call. */
  flush(): void;
  /** Looks whether another process wrote to the store; those who remember keys are told. */
  watch(): void;
}

/** What writes one account's counts, within a transaction. */
function writer(database: Database): (unwritten: Unwritten) => void {
  const [windows, usage, keys] = [windowsTable(database), usageTable(database), keysTable(database)];
  return ({account, numbers, counts, usage: days, lastUsed}) => {
    WINDOWS.forEach((kind, i) => {
      if (counts[i] !== 0) windows.add(account, kind, {number: numbers[i]!, used: counts[i]!});
    });
    for (const {day, requests} of days) {
      requests.forEach((count, i) => {
        if (count > 0)
          usage.add(account, {day: dayOf(day * DAY_MS), group: USAGE_GROUPS[i]!, requests: count});
      });
    }
    if (lastUsed > 0) keys.used(account, new Date(lastUsed));
  };
}

/** Over the one connection of the main thread: what it writes itself is no news. */
export function flusher(database: Database, memory: Memory, log: Log): Flusher {
  const write = writer(database);
  const version = database.sql.prepare('PRAGMA data_version');
  const versionNow = () => Number(version.get()?.['data_version']);
  let seen = versionNow();
  let failing = false;
  return {
    flush() {
      const all = takeUnwritten(memory);
      if (all.length === 0) return;
      try {
        database.transaction(() => all.forEach(write));
        failing = false;
      } catch (error) {
        for (const one of all) putBack(memory, one);
        if (!failing) log.error({err: error}, 'counts could not be written; tried again every half second');
        failing = true;
      }
    },
    watch() {
      const now = versionNow();
      if (now !== seen) nextGeneration(memory);
      seen = now;
    },
  };
}

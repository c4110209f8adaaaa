/**
 * Writes counts from shared memory to the account store, and notices when another process has changed the
 * store.
 */
import type {Database} from '../accounts/database.ts';
import {KEY_SLOTS} from '../accounts/key_slots.ts';
import {accountTables} from '../accounts/tables.ts';
import {USAGE_GROUPS, utcDay} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {
  BEFORE,
  bankOf,
  type CounterMemory,
  clearDirty,
  LAST_USED,
  locked,
  markDirty,
  nextGeneration,
  numberIn,
  PENDING,
  type Slot,
  takeDirty,
  usageAt,
} from './counter_memory.ts';

const DAY_MS = 86_400_000;

/** The unwritten counts of one account. */
type Unwritten = ReturnType<typeof take>;

/** Takes a value, and leaves 0. */
function empty(slot: Slot, at: number): number {
  const value = slot[at]!;
  slot[at] = 0;
  return value;
}

/** Takes the unwritten counts of an account. */
const take = (memory: CounterMemory, account: number) =>
  locked(memory, account, (slot) => {
    clearDirty(memory, account);
    return {
      account,
      /** Negative counts if more was refunded than counted; of the windows before first. */
      windows: [BEFORE, 0]
        .flatMap((bank) =>
          WINDOWS.map((kind, window) => {
            const used = empty(slot, bank + PENDING + window);
            return {kind, window, number: numberIn(slot, window, bank), used};
          }),
        )
        .filter(({used}) => used !== 0),
      /** Of two days, by UTC day number. */
      usage: [0, 1]
        .flatMap((parity) => {
          const at = usageAt(parity);
          const day = slot[at]!;
          return USAGE_GROUPS.map((group, i) => ({day, group, i, requests: empty(slot, at + 1 + i)}));
        })
        .filter(({requests}) => requests > 0),
      /** Unix epoch ms of the last use of each key that was used. */
      keys: KEY_SLOTS.map((key) => ({key, at: empty(slot, LAST_USED + key - 1)})).filter(({at}) => at > 0),
    };
  });

/** Puts back counts that could not be written; those of windows that are no longer known are dropped. */
function restore(memory: CounterMemory, {account, windows, usage, keys}: Unwritten): void {
  locked(memory, account, (slot) => {
    for (const {window, number, used} of windows) {
      const bank = bankOf(slot, window, number);
      if (bank !== null) slot[bank + PENDING + window]! += used;
    }
    for (const {day, i, requests} of usage) {
      const at = usageAt(day);
      if (slot[at] === day) slot[at + 1 + i]! += requests;
    }
    for (const {key, at} of keys) slot[LAST_USED + key - 1] ||= at;
    markDirty(memory, account);
  });
}

/** Uses the main thread's connection: `data_version` changes with the writes of all other connections. */
export function createFlusher(database: Database, memory: CounterMemory, log: Log) {
  const tables = accountTables({database});
  const write = ({account, windows, usage, keys}: Unwritten): void => {
    for (const {kind, ...count} of windows) tables.windows.add(account, kind, count);
    for (const {day, group, requests} of usage)
      tables.usage.add(account, {day: utcDay(day * DAY_MS), group, requests});
    for (const {key, at} of keys) tables.keys.touch(account, key, new Date(at));
  };
  const versionNow = () => database.get<{data_version: number}>('PRAGMA data_version')!.data_version;
  let seenVersion = versionNow();
  let failing = false;
  return {
    /** Writes unwritten counts; a failure is logged once and retried with the next call. */
    flush(): void {
      const all = takeDirty(memory).map((account) => take(memory, account));
      if (all.length === 0) return;
      try {
        database.transaction(() => all.forEach(write));
        failing = false;
      } catch (error) {
        for (const one of all) restore(memory, one);
        if (!failing) log.error({err: error}, 'counts could not be written; tried again every half second');
        failing = true;
      }
    },
    /** Invalidates the caches if another process wrote to the store. */
    checkForChanges(): void {
      const now = versionNow();
      if (now !== seenVersion) nextGeneration(memory);
      seenVersion = now;
    },
  };
}

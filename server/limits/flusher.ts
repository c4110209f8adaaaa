/**
 * Writes counts from shared memory to the account store, and notices when another process has changed the
 * store.
 */
import type {Database} from '../accounts/database.ts';
import {accountTables} from '../accounts/tables.ts';
import {USAGE_GROUPS, utcDay} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {
  BEFORE,
  bankOf,
  type CounterMemory,
  clearDirty,
  isKeyCounter,
  LAST_USED,
  locked,
  markDirty,
  nextGeneration,
  numberIn,
  ownerOf,
  PENDING,
  type Slot,
  takeDirty,
  usageAt,
} from './counter_memory.ts';

const DAY_MS = 86_400_000;

/** The unwritten counts of one account or key. */
type Unwritten = ReturnType<typeof take>;

/** Takes a value, and leaves 0. */
function empty(slot: Slot, at: number): number {
  const value = slot[at]!;
  slot[at] = 0;
  return value;
}

/** Takes the unwritten counts of an account or a key. */
const take = (memory: CounterMemory, counter: number) =>
  locked(memory, counter, (slot) => {
    clearDirty(memory, counter);
    return {
      counter,
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
      /** Unix epoch ms of the last use of a key; 0 for none. */
      usedAt: empty(slot, LAST_USED),
    };
  });

/** Puts back counts that could not be written; those of windows that are no longer known are dropped. */
function restore(memory: CounterMemory, {counter, windows, usage, usedAt}: Unwritten): void {
  locked(memory, counter, (slot) => {
    for (const {window, number, used} of windows) {
      const bank = bankOf(slot, window, number);
      if (bank !== null) slot[bank + PENDING + window]! += used;
    }
    for (const {day, i, requests} of usage) {
      const at = usageAt(day);
      if (slot[at] === day) slot[at + 1 + i]! += requests;
    }
    slot[LAST_USED] ||= usedAt;
    markDirty(memory, counter);
  });
}

/** Uses the main thread's connection: `data_version` changes with the writes of all other connections. */
export function createFlusher(database: Database, memory: CounterMemory, log: Log) {
  const tables = accountTables({database});
  const writeKey = (key: number, {windows, usage, usedAt}: Unwritten): void => {
    for (const {kind, ...count} of windows) tables.keyWindows.add(key, kind, count);
    for (const {day, requests} of usage) tables.usage.addOfKey(key, utcDay(day * DAY_MS), requests);
    if (usedAt > 0) tables.keys.touch(key, new Date(usedAt));
  };
  const writeAccount = (account: number, {windows, usage}: Unwritten): void => {
    for (const {kind, ...count} of windows) tables.windows.add(account, kind, count);
    for (const {day, group, requests} of usage)
      tables.usage.add(account, {day: utcDay(day * DAY_MS), group, requests});
  };
  const write = (one: Unwritten): void =>
    (isKeyCounter(one.counter) ? writeKey : writeAccount)(ownerOf(one.counter), one);
  const versionNow = () => database.get<{data_version: number}>('PRAGMA data_version')!.data_version;
  let seenVersion = versionNow();
  let failing = false;
  return {
    /** Writes unwritten counts; a failure is logged once and retried with the next call. */
    flush(): void {
      const all = takeDirty(memory).map((counter) => take(memory, counter));
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

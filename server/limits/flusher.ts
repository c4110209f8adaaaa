/**
 * Writes counts from shared memory to the account store, and notices when another process has changed the
 * store.
 */
import type {Database} from '../accounts/database.ts';
import {KEY_SLOTS} from '../accounts/key_slots.ts';
import {keysTable} from '../accounts/keys.ts';
import {USAGE_GROUPS, usageTable, utcDay} from '../accounts/usage.ts';
import {WINDOWS, windowsTable} from '../accounts/windows.ts';
import type {Log} from '../log.ts';
import {
  bankOf,
  type CounterMemory,
  clearDirty,
  lastUsedAt,
  locked,
  markDirty,
  nextGeneration,
  numberAt,
  pendingAt,
  takeDirty,
  usageAt,
  usageDayAt,
} from './counter_memory.ts';

const DAY_MS = 86_400_000;

/** The unwritten counts of one account. */
type Unwritten = ReturnType<typeof take>;

/** Takes a value of the locked slot, and leaves 0. */
function empty({doubles}: CounterMemory, at: number): number {
  const value = doubles[at]!;
  doubles[at] = 0;
  return value;
}

/** Takes the unwritten counts of an account. */
const take = (memory: CounterMemory, account: number) =>
  locked(memory, account, (slot) => {
    clearDirty(memory, slot);
    return {
      account,
      /** Negative counts if more was refunded than counted; of the windows before first. */
      windows: ([1, 0] as const).flatMap((bank) =>
        WINDOWS.map((kind, window) => ({
          kind,
          window,
          number: memory.doubles[numberAt(slot, window, bank)]!,
          used: empty(memory, pendingAt(slot, window, bank)),
        })).filter(({used}) => used !== 0),
      ),
      /** Of two days, by UTC day number. */
      usage: [0, 1].flatMap((parity) => {
        const day = memory.doubles[usageDayAt(slot, parity)]!;
        return USAGE_GROUPS.map((group, index) => ({
          day,
          group,
          index,
          requests: empty(memory, usageAt(slot, parity, index)),
        })).filter(({requests}) => requests > 0);
      }),
      /** Unix epoch ms of the last use of each key that was used. */
      keys: KEY_SLOTS.map((key) => ({key, at: empty(memory, lastUsedAt(slot, key))})).filter(
        ({at}) => at > 0,
      ),
    };
  });

/** Puts back counts that could not be written; those of windows that are no longer known are dropped. */
function restore(memory: CounterMemory, {account, windows, usage, keys}: Unwritten): void {
  const {doubles} = memory;
  locked(memory, account, (slot) => {
    for (const {window, number, used} of windows) {
      const bank = bankOf(memory, slot, window, number);
      if (bank !== null) doubles[pendingAt(slot, window, bank)]! += used;
    }
    for (const {day, index, requests} of usage) {
      if (doubles[usageDayAt(slot, day)] === day) doubles[usageAt(slot, day, index)]! += requests;
    }
    for (const {key, at} of keys) doubles[lastUsedAt(slot, key)] ||= at;
    markDirty(memory, slot);
  });
}

/** Uses the main thread's connection: `data_version` changes with the writes of all other connections. */
export function createFlusher(database: Database, memory: CounterMemory, log: Log) {
  const windowsOf = windowsTable(database);
  const usageOf = usageTable(database);
  const keysOf = keysTable(database);
  const write = ({account, windows, usage, keys}: Unwritten): void => {
    for (const {kind, ...count} of windows) windowsOf.add(account, kind, count);
    for (const {day, group, requests} of usage)
      usageOf.add(account, {day: utcDay(day * DAY_MS), group, requests});
    for (const {key, at} of keys) keysOf.touch(account, key, new Date(at));
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

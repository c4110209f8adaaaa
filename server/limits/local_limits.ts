/** Limits counted in the memory of this process, atomically under the account's lock whatever thread asks. */
import type {KeySlot} from '../accounts/key_slots.ts';
import {USAGE_GROUPS, type UsageGroup} from '../accounts/usage.ts';
import {WINDOWS, type WindowCounts} from '../accounts/windows.ts';
import type {WindowNumbers} from './calendar.ts';
import {
  bankOf,
  type CounterMemory,
  lastUsedAt,
  listDirty,
  lock,
  markDirty,
  setLoaded,
  slotOf,
  unlock,
  usageAt,
  usageDayAt,
  usedAt,
} from './counter_memory.ts';
import {advanceWindows, storedCounts} from './current_windows.ts';
import {fileRanges} from './file_ranges.ts';
import {type Counts, createAdmission, exhaustedWindow, toWindows} from './rate_headers.ts';
import {addToWindows, readUsed} from './slot_counts.ts';
import type {Admission, Limits} from './types.ts';

const GROUP_INDEX = new Map(USAGE_GROUPS.map((group, i) => [group, i]));

export interface LocalLimits extends Limits {
  admit(principal: Parameters<Limits['admit']>[0], now: number): Admission;
  peek(principal: Parameters<Limits['peek']>[0], now: number): ReturnType<typeof toWindows>;
  /**
   * Takes over what all machines have counted in some windows; `key`: the slot of the key that was used, if
   * any.
   */
  learn(account: number, now: number, numbers: WindowNumbers, used: Counts, key: KeySlot | null): void;
}

/** Adds one request to the usage of a day. */
function recordUsage(memory: CounterMemory, slot: number, day: number, group: UsageGroup): void {
  const {doubles} = memory;
  const index = GROUP_INDEX.get(group)!;
  const token = lock(memory, slot);
  const at = usageDayAt(slot, day);
  if (doubles[at] !== day) {
    // The entry held the day before yesterday, which was written long ago.
    doubles.fill(0, at, at + 1 + USAGE_GROUPS.length);
    doubles[at] = day;
  }
  doubles[usageAt(slot, day, index)]! += 1;
  const newlyDirty = markDirty(memory, slot);
  unlock(memory, slot, token);
  if (newlyDirty) listDirty(memory, slot);
}

/**
 * Limits counted in shared memory. `load` reads an account's stored counts, once per account, and may throw.
 */
export function localLimits(memory: CounterMemory, load: WindowCounts['get']): LocalLimits {
  const {doubles} = memory;

  /**
   * Runs `work` on the locked slot of an account, whose windows are those of the time; it must not throw. It
   * returns what the caller gets, and whether the account store is to learn of a change.
   */
  function inSlot<T>(
    id: number,
    now: number,
    work: (slot: number, numbers: WindowNumbers) => [result: T, isChanged: boolean],
  ): T {
    const slot = slotOf(memory, id);
    const stored = storedCounts(memory, slot, now, load);
    const token = lock(memory, slot);
    setLoaded(memory, slot);
    const [result, isChanged] = work(slot, advanceWindows(memory, slot, now, stored));
    const newlyDirty = isChanged && markDirty(memory, slot);
    unlock(memory, slot, token);
    if (newlyDirty) listDirty(memory, slot);
    return result;
  }

  return {
    admit({id, quotas, key}, now) {
      const {numbers, exhausted, used} = inSlot(id, now, (slot, numbers) => {
        const exhausted = exhaustedWindow(readUsed(memory, slot), quotas);
        const isAdmitted = exhausted < 0;
        if (isAdmitted) addToWindows(memory, slot, numbers, 1);
        if (isAdmitted && key) doubles[lastUsedAt(slot, key.slot)] = now;
        return [{numbers, exhausted, used: readUsed(memory, slot)}, isAdmitted];
      });
      return createAdmission(id, used, quotas, numbers, exhausted, now);
    },
    refund({account, numbers}) {
      const slot = slotOf(memory, account);
      const token = lock(memory, slot);
      addToWindows(memory, slot, numbers, -1);
      const newlyDirty = markDirty(memory, slot);
      unlock(memory, slot, token);
      if (newlyDirty) listDirty(memory, slot);
    },
    record({account, numbers: [, day]}, group) {
      recordUsage(memory, slotOf(memory, account), day, group);
    },
    files: fileRanges(memory),
    peek({id, quotas}, now) {
      const [used, numbers] = inSlot(id, now, (slot, current) => [
        [readUsed(memory, slot), current] as const,
        false,
      ]);
      return toWindows(used, quotas, numbers);
    },
    learn(account, now, numbers, used, key) {
      inSlot(account, now, (slot) => {
        for (let i = 0; i < WINDOWS.length; i++) {
          const bank = bankOf(memory, slot, i, numbers[i]!);
          if (bank !== null) doubles[usedAt(slot, i, bank)] = used[i]!;
        }
        if (key !== null) doubles[lastUsedAt(slot, key)] = now;
        return [null, key !== null];
      });
    },
  };
}

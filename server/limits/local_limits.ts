/** Limits counted in the memory of this process, atomically under the account's lock whatever thread asks. */
import type {Quotas} from '../accounts/tiers.ts';
import {USAGE_GROUPS, type UsageGroup} from '../accounts/usage.ts';
import type {WindowCounts} from '../accounts/windows.ts';
import {
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
} from './counter_memory.ts';
import {advanceWindows, storedCounts} from './current_windows.ts';
import {createAdmission, exhaustedWindow, toWindows} from './rate_headers.ts';
import {addToWindows, readUsed} from './slot_counts.ts';
import type {Admission, Limits} from './types.ts';

const GROUP_INDEX = new Map(USAGE_GROUPS.map((group, i) => [group, i]));

export interface LocalLimits extends Limits {
  admit(principal: Parameters<Limits['admit']>[0], now: number): Admission;
  peek(principal: Parameters<Limits['peek']>[0], now: number): ReturnType<typeof toWindows>;
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

/** Limits counted in shared memory. `load` reads an account's stored counts, once per account, and may throw. */
export function localLimits(memory: CounterMemory, load: WindowCounts['get']): LocalLimits {
  const {doubles} = memory;

  /** Counts one request if no window is exhausted. */
  function count(id: number, quotas: Quotas, keyUsedAt: number, now: number): Admission {
    const slot = slotOf(memory, id);
    const stored = storedCounts(memory, slot, now, load);
    const token = lock(memory, slot);
    setLoaded(memory, slot);
    const numbers = advanceWindows(memory, slot, now, stored);
    let used = readUsed(memory, slot);
    const exhausted = exhaustedWindow(used, quotas);
    let newlyDirty = false;
    if (exhausted < 0) {
      addToWindows(memory, slot, numbers, 1, true);
      if (keyUsedAt > 0) doubles[lastUsedAt(slot)] = keyUsedAt;
      newlyDirty = markDirty(memory, slot);
      used = readUsed(memory, slot);
    }
    unlock(memory, slot, token);
    if (newlyDirty) listDirty(memory, slot);
    return createAdmission(id, used, quotas, numbers, exhausted, now);
  }

  return {
    admit: ({id, quotas, key_prefix}, now) => count(id, quotas, key_prefix === null ? 0 : now, now),
    refund({account, numbers}) {
      const slot = slotOf(memory, account);
      const token = lock(memory, slot);
      addToWindows(memory, slot, numbers, -1, true);
      const newlyDirty = markDirty(memory, slot);
      unlock(memory, slot, token);
      if (newlyDirty) listDirty(memory, slot);
    },
    record({account, numbers: [, day]}, group) {
      recordUsage(memory, slotOf(memory, account), day, group);
    },
    peek({id, quotas}, now) {
      const slot = slotOf(memory, id);
      const stored = storedCounts(memory, slot, now, load);
      const token = lock(memory, slot);
      setLoaded(memory, slot);
      const numbers = advanceWindows(memory, slot, now, stored);
      const used = readUsed(memory, slot);
      unlock(memory, slot, token);
      return toWindows(used, quotas, numbers);
    },
  };
}

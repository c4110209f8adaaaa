/** Limits counted in the memory of this process, atomically under the account's lock whatever thread asks. */
import type {Quotas} from '../accounts/tiers.ts';
import {USAGE_GROUPS, type UsageGroup} from '../accounts/usage.ts';
import type {WindowCounts} from '../accounts/windows.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type WindowNumbers, windowNumbersAt} from './calendar.ts';
import {
  type CounterMemory,
  isLoaded,
  lastUsedAt,
  listDirty,
  lock,
  markDirty,
  numberAt,
  pendingAt,
  setLoaded,
  slotOf,
  unlock,
  unsyncedAt,
  usageAt,
  usageDayAt,
  usedAt,
} from './counter_memory.ts';
import {createAdmission, exhaustedWindow, toWindows} from './rate_headers.ts';
import type {Admission, Limits} from './types.ts';

const GROUP_INDEX = new Map(USAGE_GROUPS.map((group, i) => [group, i]));

/**
 * Resets the counts of windows that have ended. A clock that steps back into the previous window stays in the later
 * one, so that no request is granted twice; one set back further starts again. Returns the numbers of the windows
 * that apply.
 */
function advanceWindows({doubles}: CounterMemory, slot: number, numbers: WindowNumbers): WindowNumbers {
  let same = true;
  for (let i = 0; i < WINDOWS.length; i++) {
    const stored = doubles[numberAt(slot, i)]!;
    if (stored === numbers[i]) continue;
    if (stored === numbers[i]! + 1) {
      same = false;
      continue;
    }
    doubles[numberAt(slot, i)] = numbers[i]!;
    doubles[usedAt(slot, i)] = 0;
    doubles[pendingAt(slot, i)] = 0;
    doubles[unsyncedAt(slot, i)] = 0;
  }
  if (same) return numbers;
  return [doubles[numberAt(slot, 0)]!, doubles[numberAt(slot, 1)]!, doubles[numberAt(slot, 2)]!];
}

/** Counts of the slot read last; a scratch buffer, never kept. */
const used: [number, number, number] = [0, 0, 0];

function readCounts({doubles}: CounterMemory, slot: number): void {
  used[0] = doubles[usedAt(slot, 0)]!;
  used[1] = doubles[usedAt(slot, 1)]!;
  used[2] = doubles[usedAt(slot, 2)]!;
}

/** Adds to the counts of the windows that are still current, and to what remains to be written. */
function addTo(
  {doubles}: CounterMemory,
  slot: number,
  numbers: WindowNumbers,
  count: number,
  trackUnsynced: boolean,
): void {
  for (let i = 0; i < WINDOWS.length; i++) {
    if (doubles[numberAt(slot, i)] !== numbers[i]) continue;
    doubles[usedAt(slot, i)]! += count;
    doubles[pendingAt(slot, i)]! += count;
    if (trackUnsynced) doubles[unsyncedAt(slot, i)]! += count;
  }
}

export interface LocalLimits extends Limits {
  admit(principal: Parameters<Limits['admit']>[0], now: number): Admission;
  peek(principal: Parameters<Limits['peek']>[0], now: number): ReturnType<typeof toWindows>;
}

/** The slot of an account, loaded from the store on first use; `load` may throw. */
function loadedSlot(memory: CounterMemory, account: number, load: WindowCounts['get']): number {
  const slot = slotOf(memory, account);
  if (isLoaded(memory, slot)) return slot;
  const {doubles} = memory;
  const stored = load(account);
  const token = lock(memory, slot);
  if (!isLoaded(memory, slot)) {
    for (let i = 0; i < WINDOWS.length; i++) {
      doubles[numberAt(slot, i)] = stored[WINDOWS[i]!]?.number ?? 0;
      doubles[usedAt(slot, i)] = stored[WINDOWS[i]!]?.used ?? 0;
    }
    setLoaded(memory, slot);
  }
  unlock(memory, slot, token);
  return slot;
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
 * Limits counted in shared memory. `load` reads an account's stored counts, once per account, and may throw. With
 * `trackUnsynced`, counts are also recorded as missing from the shared counters in Redis.
 */
export function localLimits(
  memory: CounterMemory,
  load: WindowCounts['get'],
  trackUnsynced = false,
): LocalLimits {
  const {doubles} = memory;

  /** Counts one request if no window is exhausted. */
  function count(id: number, quotas: Quotas, keyUsedAt: number, now: number): Admission {
    const slot = loadedSlot(memory, id, load);
    const token = lock(memory, slot);
    const numbers = advanceWindows(memory, slot, windowNumbersAt(now));
    readCounts(memory, slot);
    const exhausted = exhaustedWindow(used, quotas);
    let newlyDirty = false;
    if (exhausted < 0) {
      addTo(memory, slot, numbers, 1, trackUnsynced);
      if (keyUsedAt > 0) doubles[lastUsedAt(slot)] = keyUsedAt;
      newlyDirty = markDirty(memory, slot);
      readCounts(memory, slot);
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
      addTo(memory, slot, numbers, -1, trackUnsynced);
      const newlyDirty = markDirty(memory, slot);
      unlock(memory, slot, token);
      if (newlyDirty) listDirty(memory, slot);
    },
    record({account, numbers: [, day]}, group) {
      recordUsage(memory, slotOf(memory, account), day, group);
    },
    peek({id, quotas}, now) {
      const slot = loadedSlot(memory, id, load);
      const token = lock(memory, slot);
      const numbers = advanceWindows(memory, slot, windowNumbersAt(now));
      readCounts(memory, slot);
      unlock(memory, slot, token);
      return toWindows(used, quotas, numbers);
    },
  };
}

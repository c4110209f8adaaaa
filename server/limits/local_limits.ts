/** Limits counted in the memory of this process, atomically under the account's lock whatever thread asks. */
import type {Quotas} from '../accounts/tiers.ts';
import {USAGE_GROUPS, type UsageGroup} from '../accounts/usage.ts';
import {type OfWindows, WINDOWS, type WindowCounts} from '../accounts/windows.ts';
import {type WindowNumbers, windowNumbersAt} from './calendar.ts';
import {
  bankOf,
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
  switchWindow,
  unlock,
  unsyncedAt,
  usageAt,
  usageDayAt,
  usedAt,
} from './counter_memory.ts';
import {createAdmission, exhaustedWindow, toWindows} from './rate_headers.ts';
import type {Admission, Limits} from './types.ts';

const GROUP_INDEX = new Map(USAGE_GROUPS.map((group, i) => [group, i]));

/** A clock that steps back no further than this over the end of a window stays in the later one. */
const STEP_MS = 60_000;

/** Whether the later window stays in force: a clock that was a little ahead admits no request twice. */
const isStepBack = (current: number, now: number, window: number): boolean =>
  current === windowNumbersAt(now)[window]! + 1 && current === windowNumbersAt(now + STEP_MS)[window];

/**
 * Makes the windows of the time the current ones: new ones, or ones that a clock came back to, with their counts;
 * `stored` are those in the store. Returns the numbers of the windows that apply.
 */
function advanceWindows(memory: CounterMemory, slot: number, now: number, stored: OfWindows): WindowNumbers {
  const {doubles} = memory;
  const numbers = windowNumbersAt(now);
  let same = true;
  for (let i = 0; i < WINDOWS.length; i++) {
    const current = doubles[numberAt(slot, i)]!;
    if (current === numbers[i]) continue;
    if (isStepBack(current, now, i)) same = false;
    else switchWindow(memory, slot, i, numbers[i]!, stored[i]!);
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

/** Adds to the counts of the windows that are still known, and to what remains to be written. */
function addTo(
  memory: CounterMemory,
  slot: number,
  numbers: WindowNumbers,
  count: number,
  trackUnsynced: boolean,
): void {
  const {doubles} = memory;
  for (let i = 0; i < WINDOWS.length; i++) {
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank === null) continue;
    doubles[usedAt(slot, i, bank)]! += count;
    doubles[pendingAt(slot, i, bank)]! += count;
    if (trackUnsynced) doubles[unsyncedAt(slot, i, bank)]! += count;
  }
}

export interface LocalLimits extends Limits {
  admit(principal: Parameters<Limits['admit']>[0], now: number): Admission;
  peek(principal: Parameters<Limits['peek']>[0], now: number): ReturnType<typeof toWindows>;
}

const NOTHING: OfWindows = [0, 0, 0];

/**
 * The counts that the store has of the windows of the time; read only for a slot without counts, and for days and
 * months that it does not know. `load` may throw.
 */
function storedCounts(
  memory: CounterMemory,
  slot: number,
  now: number,
  load: WindowCounts['get'],
): OfWindows {
  const numbers = windowNumbersAt(now);
  const isKnown = (i: number) =>
    bankOf(memory, slot, i, numbers[i]!) !== null || isStepBack(memory.doubles[numberAt(slot, i)]!, now, i);
  if (isLoaded(memory, slot) && isKnown(1) && isKnown(2)) return NOTHING;
  return load(slot, numbers);
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
    const slot = slotOf(memory, id);
    const stored = storedCounts(memory, slot, now, load);
    const token = lock(memory, slot);
    setLoaded(memory, slot);
    const numbers = advanceWindows(memory, slot, now, stored);
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
      const slot = slotOf(memory, id);
      const stored = storedCounts(memory, slot, now, load);
      const token = lock(memory, slot);
      setLoaded(memory, slot);
      const numbers = advanceWindows(memory, slot, now, stored);
      readCounts(memory, slot);
      unlock(memory, slot, token);
      return toWindows(used, quotas, numbers);
    },
  };
}

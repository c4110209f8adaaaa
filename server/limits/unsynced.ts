/** Keeps the local counters in step with Redis: mirrors its counts, and holds what was counted without it. */
import {WINDOWS} from '../accounts/windows.ts';
import type {WindowNumbers} from './calendar.ts';
import {
  type CounterMemory,
  lastUsedAt,
  listDirty,
  lock,
  markDirty,
  numberAt,
  setLoaded,
  slotOf,
  unlock,
  unsyncedAt,
  usedAt,
} from './counter_memory.ts';
import type {Counts} from './rate_headers.ts';

/** Takes the unsynced counts of these windows. */
export function takeUnsynced(memory: CounterMemory, account: number, numbers: WindowNumbers): Counts {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  const take = (i: number): number => {
    if (doubles[numberAt(slot, i)] !== numbers[i]) return 0;
    const unsynced = doubles[unsyncedAt(slot, i)]!;
    doubles[unsyncedAt(slot, i)] = 0;
    return unsynced;
  };
  const unsynced: Counts = [take(0), take(1), take(2)];
  unlock(memory, slot, token);
  return unsynced;
}

/** Restores counts that could not be sent. */
export function restoreUnsynced(
  memory: CounterMemory,
  account: number,
  numbers: WindowNumbers,
  unsynced: Counts,
): void {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  for (let i = 0; i < WINDOWS.length; i++) {
    if (doubles[numberAt(slot, i)] === numbers[i]) doubles[unsyncedAt(slot, i)]! += unsynced[i]!;
  }
  unlock(memory, slot, token);
}

/**
 * Stores the counts from Redis, so that counting can continue locally; a late reply never restores a window that has
 * ended. `keyUsed` as `lastUsedAt`.
 */
export function mirrorCounts(
  memory: CounterMemory,
  account: number,
  numbers: WindowNumbers,
  used: Counts,
  keyUsed: number,
): void {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  for (let i = 0; i < WINDOWS.length; i++) {
    const stored = doubles[numberAt(slot, i)]!;
    if (stored > numbers[i]!) continue;
    if (stored < numbers[i]!) doubles[unsyncedAt(slot, i)] = 0;
    doubles[numberAt(slot, i)] = numbers[i]!;
    doubles[usedAt(slot, i)] = used[i]! + doubles[unsyncedAt(slot, i)]!;
  }
  setLoaded(memory, slot);
  if (keyUsed > 0) doubles[lastUsedAt(slot)] = keyUsed;
  const newlyDirty = keyUsed > 0 && markDirty(memory, slot);
  unlock(memory, slot, token);
  if (newlyDirty) listDirty(memory, slot);
}

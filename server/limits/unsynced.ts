/** Keeps the local counters in step with Redis: mirrors its counts, and holds what was counted without it. */
import {WINDOWS} from '../accounts/windows.ts';
import type {WindowNumbers} from './calendar.ts';
import {
  bankOf,
  type CounterMemory,
  lastUsedAt,
  listDirty,
  lock,
  markDirty,
  numberAt,
  setLoaded,
  slotOf,
  switchWindow,
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
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank === null) return 0;
    const unsynced = doubles[unsyncedAt(slot, i, bank)]!;
    doubles[unsyncedAt(slot, i, bank)] = 0;
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
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank !== null) doubles[unsyncedAt(slot, i, bank)]! += unsynced[i]!;
  }
  unlock(memory, slot, token);
}

/**
 * Stores the counts from Redis, so that counting can continue locally; a late reply never restores a window that has
 * ended, nor takes back what a later one had. `keyUsed` as `lastUsedAt`.
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
  setLoaded(memory, slot);
  for (let i = 0; i < WINDOWS.length; i++) {
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank !== null) {
      const at = usedAt(slot, i, bank);
      doubles[at] = Math.max(doubles[at]!, used[i]! + doubles[unsyncedAt(slot, i, bank)]!);
    } else if (doubles[numberAt(slot, i)]! < numbers[i]!)
      switchWindow(memory, slot, i, numbers[i]!, used[i]!);
  }
  if (keyUsed > 0) doubles[lastUsedAt(slot)] = keyUsed;
  const newlyDirty = keyUsed > 0 && markDirty(memory, slot);
  unlock(memory, slot, token);
  if (newlyDirty) listDirty(memory, slot);
}

/** Takes back one request that was refunded in Redis: `mirrorCounts` only goes up. */
export function mirrorRefund(memory: CounterMemory, account: number, numbers: WindowNumbers): void {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const token = lock(memory, slot);
  for (let i = 0; i < WINDOWS.length; i++) {
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank === null) continue;
    const at = usedAt(slot, i, bank);
    doubles[at] = Math.max(0, doubles[at]! - 1);
  }
  unlock(memory, slot, token);
}

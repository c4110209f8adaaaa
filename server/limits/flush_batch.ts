/** Moves unwritten counts out of shared memory, and back if writing them fails. */
import {KEY_SLOTS} from '../accounts/key_slots.ts';
import {USAGE_GROUPS} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {
  type Bank,
  bankOf,
  type CounterMemory,
  clearDirty,
  lastUsedAt,
  listDirty,
  lock,
  markDirty,
  numberAt,
  pendingAt,
  takeDirty,
  unlock,
  usageDayAt,
} from './counter_memory.ts';

interface DayCounts {
  /** UTC day number. */
  day: number;
  /** By index in `USAGE_GROUPS`. */
  requests: number[];
}

/** What is added to a window; negative if more was refunded than counted. */
interface WindowChange {
  /** Index in `WINDOWS`. */
  window: number;
  number: number;
  count: number;
}

/** The unwritten counts of one account. */
export interface Unwritten {
  account: number;
  windows: WindowChange[];
  usage: DayCounts[];
  /** Unix epoch ms by index in `KEY_SLOTS`; 0 if the key was not used. */
  lastUsed: number[];
}

const DAYS = [0, 1];
const BANKS: readonly Bank[] = [1, 0];

function take(memory: CounterMemory, slot: number): Unwritten {
  const {doubles} = memory;
  const token = lock(memory, slot);
  clearDirty(memory, slot);
  const windows: WindowChange[] = [];
  for (const bank of BANKS) {
    for (let window = 0; window < WINDOWS.length; window++) {
      const at = pendingAt(slot, window, bank);
      const count = doubles[at]!;
      if (count !== 0) windows.push({window, number: doubles[numberAt(slot, window, bank)]!, count});
      doubles[at] = 0;
    }
  }
  const usage = DAYS.map((parity) => {
    const at = usageDayAt(slot, parity);
    const requests = [...doubles.subarray(at + 1, at + 1 + USAGE_GROUPS.length)];
    doubles.fill(0, at + 1, at + 1 + USAGE_GROUPS.length);
    return {day: doubles[at]!, requests};
  });
  const lastUsed = KEY_SLOTS.map((key) => doubles[lastUsedAt(slot, key)]!);
  for (const key of KEY_SLOTS) doubles[lastUsedAt(slot, key)] = 0;
  unlock(memory, slot, token);
  return {account: slot, windows, usage, lastUsed};
}

/** Takes all unwritten counts. */
export const takeUnwritten = (memory: CounterMemory): Unwritten[] =>
  takeDirty(memory).map((slot) => take(memory, slot));

/** Puts back counts that could not be written; those of windows that are no longer known are dropped. */
export function restoreUnwritten(
  memory: CounterMemory,
  {account: slot, windows, usage, lastUsed}: Unwritten,
): void {
  const {doubles} = memory;
  const token = lock(memory, slot);
  for (const {window, number, count} of windows) {
    const bank = bankOf(memory, slot, window, number);
    if (bank !== null) doubles[pendingAt(slot, window, bank)]! += count;
  }
  for (const {day, requests} of usage) {
    const at = usageDayAt(slot, day);
    if (doubles[at] !== day) continue;
    for (let i = 0; i < requests.length; i++) doubles[at + 1 + i]! += requests[i]!;
  }
  for (const [i, key] of KEY_SLOTS.entries())
    if (doubles[lastUsedAt(slot, key)] === 0) doubles[lastUsedAt(slot, key)] = lastUsed[i]!;
  const newlyDirty = markDirty(memory, slot);
  unlock(memory, slot, token);
  if (newlyDirty) listDirty(memory, slot);
}

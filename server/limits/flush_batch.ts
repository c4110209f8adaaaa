/** Moves unwritten counts out of shared memory, and back if writing them fails. */
import {USAGE_GROUPS} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';
import type {WindowNumbers} from './calendar.ts';
import {
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

/** The unwritten counts of one account. */
export interface Unwritten {
  account: number;
  numbers: WindowNumbers;
  /** Added to the windows of these numbers; negative if more was refunded than counted. */
  counts: WindowNumbers;
  usage: DayCounts[];
  /** Unix epoch ms; 0 if the key was not used. */
  lastUsed: number;
}

const DAYS = [0, 1];

function take(memory: CounterMemory, slot: number): Unwritten {
  const {doubles} = memory;
  const token = lock(memory, slot);
  clearDirty(memory, slot);
  const each = (at: (slot: number, window: number) => number): WindowNumbers => [
    doubles[at(slot, 0)]!,
    doubles[at(slot, 1)]!,
    doubles[at(slot, 2)]!,
  ];
  const counts = each(pendingAt);
  const usage = DAYS.map((parity) => {
    const at = usageDayAt(slot, parity);
    const requests = [...doubles.subarray(at + 1, at + 1 + USAGE_GROUPS.length)];
    doubles.fill(0, at + 1, at + 1 + USAGE_GROUPS.length);
    return {day: doubles[at]!, requests};
  });
  const lastUsed = doubles[lastUsedAt(slot)]!;
  for (let i = 0; i < WINDOWS.length; i++) doubles[pendingAt(slot, i)] = 0;
  doubles[lastUsedAt(slot)] = 0;
  const numbers = each(numberAt);
  unlock(memory, slot, token);
  return {account: slot, numbers, counts, usage, lastUsed};
}

/** Takes all unwritten counts. */
export const takeUnwritten = (memory: CounterMemory): Unwritten[] =>
  takeDirty(memory).map((slot) => take(memory, slot));

/** Puts back counts that could not be written; those of ended windows are dropped. */
export function restoreUnwritten(
  memory: CounterMemory,
  {account: slot, numbers, counts, usage, lastUsed}: Unwritten,
): void {
  const {doubles} = memory;
  const token = lock(memory, slot);
  for (let i = 0; i < WINDOWS.length; i++) {
    if (doubles[numberAt(slot, i)] === numbers[i]) doubles[pendingAt(slot, i)]! += counts[i]!;
  }
  for (const {day, requests} of usage) {
    const at = usageDayAt(slot, day);
    if (doubles[at] !== day) continue;
    for (let i = 0; i < requests.length; i++) doubles[at + 1 + i]! += requests[i]!;
  }
  if (doubles[lastUsedAt(slot)] === 0) doubles[lastUsedAt(slot)] = lastUsed;
  const newlyDirty = markDirty(memory, slot);
  unlock(memory, slot, token);
  if (newlyDirty) listDirty(memory, slot);
}

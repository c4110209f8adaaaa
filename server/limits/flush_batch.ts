/** What the threads counted, on its way to the account store: taken from the memory, given back when writing fails. */

import {USAGE_GROUPS} from '../accounts/usage.ts';
import {WINDOWS} from '../accounts/windows.ts';
import type {Numbers} from './calendar.ts';
import {
  clearDirty,
  lastUsedAt,
  listDirty,
  lock,
  type Memory,
  markDirty,
  numberAt,
  pendingAt,
  takeDirty,
  unlock,
  usageDayAt,
} from './memory.ts';

interface DayCounts {
  /** Number of the UTC day. */
  day: number;
  /** By the place in `USAGE_GROUPS`. */
  requests: number[];
}

/** What one account has to write. */
export interface Unwritten {
  account: number;
  numbers: Numbers;
  /** To add to the windows of these numbers; below 0 where more was given back than counted. */
  counts: Numbers;
  usage: DayCounts[];
  /** Unix epoch ms; 0 for not used. */
  lastUsed: number;
}

const DAYS = [0, 1];

function take(memory: Memory, slot: number): Unwritten {
  const {doubles} = memory;
  const mine = lock(memory, slot);
  clearDirty(memory, slot);
  const each = (at: (slot: number, window: number) => number): Numbers => [
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
  unlock(memory, slot, mine);
  return {account: slot, numbers, counts, usage, lastUsed};
}

/** Takes all that is not written yet. */
export const takeUnwritten = (memory: Memory): Unwritten[] =>
  takeDirty(memory).map((slot) => take(memory, slot));

/** Puts back what could not be written; what belongs to a window that is over is not needed any more. */
export function putBack(memory: Memory, {account: slot, numbers, counts, usage, lastUsed}: Unwritten): void {
  const {doubles} = memory;
  const mine = lock(memory, slot);
  for (let i = 0; i < WINDOWS.length; i++) {
    if (doubles[numberAt(slot, i)] === numbers[i]) doubles[pendingAt(slot, i)]! += counts[i]!;
  }
  for (const {day, requests} of usage) {
    const at = usageDayAt(slot, day);
    if (doubles[at] !== day) continue;
    for (let i = 0; i < requests.length; i++) doubles[at + 1 + i]! += requests[i]!;
  }
  if (doubles[lastUsedAt(slot)] === 0) doubles[lastUsedAt(slot)] = lastUsed;
  const fresh = markDirty(memory, slot);
  unlock(memory, slot, mine);
  if (fresh) listDirty(memory, slot);
}

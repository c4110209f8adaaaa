/** What the memory of a process holds for counters elsewhere: their last counts, and what was counted without them. */

import {WINDOWS} from '../accounts/windows.ts';
import type {Numbers} from './calendar.ts';
import type {Counts} from './headers.ts';
import {
  lastUsedAt,
  listDirty,
  lock,
  type Memory,
  markDirty,
  numberAt,
  owedAt,
  setLoaded,
  slotOf,
  unlock,
  usedAt,
} from './memory.ts';

/** Takes what is owed to the windows of these numbers. */
export function takeOwed(memory: Memory, account: number, numbers: Numbers): Counts {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const mine = lock(memory, slot);
  const take = (i: number): number => {
    if (doubles[numberAt(slot, i)] !== numbers[i]) return 0;
    const owed = doubles[owedAt(slot, i)]!;
    doubles[owedAt(slot, i)] = 0;
    return owed;
  };
  const owed: Counts = [take(0), take(1), take(2)];
  unlock(memory, slot, mine);
  return owed;
}

/** Owes again what could not be paid. */
export function oweAgain(memory: Memory, account: number, numbers: Numbers, owed: Counts): void {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const mine = lock(memory, slot);
  for (let i = 0; i < WINDOWS.length; i++) {
    if (doubles[numberAt(slot, i)] === numbers[i]) doubles[owedAt(slot, i)]! += owed[i]!;
  }
  unlock(memory, slot, mine);
}

/**
 * Notes the counts that the others have, from which counting goes on here without them; an answer that comes late does
 * not bring back a window that is over. `keyUsed` as `lastUsedAt`.
 */
export function mirror(
  memory: Memory,
  account: number,
  numbers: Numbers,
  used: Counts,
  keyUsed: number,
): void {
  const {doubles} = memory;
  const slot = slotOf(memory, account);
  const mine = lock(memory, slot);
  for (let i = 0; i < WINDOWS.length; i++) {
    const held = doubles[numberAt(slot, i)]!;
    if (held > numbers[i]!) continue;
    if (held < numbers[i]!) doubles[owedAt(slot, i)] = 0;
    doubles[numberAt(slot, i)] = numbers[i]!;
    doubles[usedAt(slot, i)] = used[i]! + doubles[owedAt(slot, i)]!;
  }
  setLoaded(memory, slot);
  if (keyUsed > 0) doubles[lastUsedAt(slot)] = keyUsed;
  const fresh = keyUsed > 0 && markDirty(memory, slot);
  unlock(memory, slot, mine);
  if (fresh) listDirty(memory, slot);
}

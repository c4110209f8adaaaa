/** Reads and changes the counts of one account under its lock. */
import {WINDOWS} from '../accounts/windows.ts';
import type {WindowNumbers} from './calendar.ts';
import {bankOf, type CounterMemory, pendingAt, usedAt} from './counter_memory.ts';
import type {Counts} from './rate_headers.ts';

/** A scratch array, overwritten by the next call. */
const used: [number, number, number] = [0, 0, 0];

/** The counts of the current windows, as far as they are known. Good until the next call. */
export function readUsed({doubles}: CounterMemory, slot: number): Counts {
  used[0] = doubles[usedAt(slot, 0)]!;
  used[1] = doubles[usedAt(slot, 1)]!;
  used[2] = doubles[usedAt(slot, 2)]!;
  return used;
}

/** Adds to the counts of the windows that are still known, and to what the account store is still to get. */
export function addToWindows(
  memory: CounterMemory,
  slot: number,
  numbers: WindowNumbers,
  count: number,
): void {
  const {doubles} = memory;
  for (let i = 0; i < WINDOWS.length; i++) {
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank === null) continue;
    doubles[usedAt(slot, i, bank)]! += count;
    doubles[pendingAt(slot, i, bank)]! += count;
  }
}

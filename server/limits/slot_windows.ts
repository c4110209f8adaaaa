/** The windows of one account in memory: which of them are current, and their counts. */
import {type LoadWindows, type OfWindows, WINDOWS} from '../accounts/windows.ts';
import {windowNumbersAt} from './calendar.ts';
import {bankOf, numberIn, PENDING, type Slot, switchWindow, USED} from './counter_memory.ts';

/** If the clock steps back by at most this much over the end of a window, the later window stays in force. */
const STEP_MS = 60_000;

/** Whether the later window stays in force: a clock that was a little ahead admits no request twice. */
const isStepBack = (current: number, now: number, window: number): boolean =>
  current === windowNumbersAt(now)[window]! + 1 && current === windowNumbersAt(now + STEP_MS)[window];

/** The counts of the current windows, as far as they are known. */
export const readUsed = (slot: Slot): OfWindows => [slot[USED]!, slot[USED + 1]!, slot[USED + 2]!];

/**
 * Makes the windows of the time the current ones of the locked slot: new ones, or ones that a clock came back
 * to, with their counts; `stored` are those in the store. Returns the numbers of the windows that apply.
 */
export function advanceWindows(slot: Slot, now: number, stored: OfWindows): OfWindows {
  const numbers = windowNumbersAt(now);
  let isSame = true;
  for (let i = 0; i < WINDOWS.length; i++) {
    const current = numberIn(slot, i, 0);
    if (current === numbers[i]) continue;
    if (isStepBack(current, now, i)) isSame = false;
    else switchWindow(slot, i, numbers[i]!, stored[i]!);
  }
  if (isSame) return numbers;
  return [numberIn(slot, 0, 0), numberIn(slot, 1, 0), numberIn(slot, 2, 0)];
}

/**
 * The counts that the store has of the windows of the time; read only for days and months that the slot does
 * not know.
 */
export function storedCounts(slot: Slot, counter: number, now: number, load: LoadWindows): OfWindows {
  const numbers = windowNumbersAt(now);
  const isKnown = (i: number) =>
    bankOf(slot, i, numbers[i]!) !== null || isStepBack(numberIn(slot, i, 0), now, i);
  return isKnown(1) && isKnown(2) ? [0, 0, 0] : load(counter, numbers);
}

/** Adds to the counts of the windows that are still known, and to what the account store is still to get. */
export function addToWindows(slot: Slot, numbers: OfWindows, count: number): void {
  for (let i = 0; i < WINDOWS.length; i++) {
    const bank = bankOf(slot, i, numbers[i]!);
    if (bank === null) continue;
    slot[bank + USED + i]! += count;
    slot[bank + PENDING + i]! += count;
  }
}

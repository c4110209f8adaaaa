/** The windows of one account in memory: which of them are current, and their counts. */
import {type LoadWindows, type OfWindows, WINDOWS} from '../accounts/windows.ts';
import {windowNumbersAt} from './calendar.ts';
import {
  bankOf,
  type CounterMemory,
  isLoaded,
  markDirty,
  numberAt,
  pendingAt,
  switchWindow,
  usedAt,
} from './counter_memory.ts';

/** A clock that steps back no further than this over the end of a window stays in the later one. */
const STEP_MS = 60_000;

/** Whether the later window stays in force: a clock that was a little ahead admits no request twice. */
const isStepBack = (current: number, now: number, window: number): boolean =>
  current === windowNumbersAt(now)[window]! + 1 && current === windowNumbersAt(now + STEP_MS)[window];

/** A value of the three current windows. */
const ofCurrent = ({doubles}: CounterMemory, slot: number, at: typeof usedAt): OfWindows => [
  doubles[at(slot, 0)]!,
  doubles[at(slot, 1)]!,
  doubles[at(slot, 2)]!,
];

/** The counts of the current windows, as far as they are known. */
export const readUsed = (memory: CounterMemory, slot: number): OfWindows => ofCurrent(memory, slot, usedAt);

/**
 * Makes the windows of the time the current ones of the locked slot: new ones, or ones that a clock came back
 * to, with their counts; `stored` are those in the store. Returns the numbers of the windows that apply.
 */
export function advanceWindows(
  memory: CounterMemory,
  slot: number,
  now: number,
  stored: OfWindows,
): OfWindows {
  const numbers = windowNumbersAt(now);
  for (let i = 0; i < WINDOWS.length; i++) {
    const current = memory.doubles[numberAt(slot, i)]!;
    if (current !== numbers[i] && !isStepBack(current, now, i))
      switchWindow(memory, slot, i, numbers[i]!, stored[i]!);
  }
  return ofCurrent(memory, slot, numberAt);
}

/**
 * The counts that the store has of the windows of the time; read only for a slot without counts, and for days
 * and months that it does not know.
 */
export function storedCounts(memory: CounterMemory, slot: number, now: number, load: LoadWindows): OfWindows {
  const numbers = windowNumbersAt(now);
  const isKnown = (i: number) =>
    bankOf(memory, slot, i, numbers[i]!) !== null || isStepBack(memory.doubles[numberAt(slot, i)]!, now, i);
  if (isLoaded(memory, slot) && isKnown(1) && isKnown(2)) return [0, 0, 0];
  return load(slot, numbers);
}

/** Adds to the counts of the windows that are still known, and to what the account store is still to get. */
export function addToWindows(memory: CounterMemory, slot: number, numbers: OfWindows, count: number): void {
  const {doubles} = memory;
  for (let i = 0; i < WINDOWS.length; i++) {
    const bank = bankOf(memory, slot, i, numbers[i]!);
    if (bank === null) continue;
    doubles[usedAt(slot, i, bank)]! += count;
    doubles[pendingAt(slot, i, bank)]! += count;
  }
  markDirty(memory, slot);
}

/** Which windows of an account are the current ones, and their counts when they begin. */
import type {OfWindows, WindowCounts} from '../accounts/windows.ts';
import {WINDOWS} from '../accounts/windows.ts';
import {type WindowNumbers, windowNumbersAt} from './calendar.ts';
import {bankOf, type CounterMemory, isLoaded, numberAt, switchWindow} from './counter_memory.ts';

/** A clock that steps back no further than this over the end of a window stays in the later one. */
const STEP_MS = 60_000;

/** Whether the later window stays in force: a clock that was a little ahead admits no request twice. */
const isStepBack = (current: number, now: number, window: number): boolean =>
  current === windowNumbersAt(now)[window]! + 1 && current === windowNumbersAt(now + STEP_MS)[window];

/**
 * Makes the windows of the time the current ones of the locked slot: new ones, or ones that a clock came back
 * to, with their counts; `stored` are those in the store. Returns the numbers of the windows that apply.
 */
export function advanceWindows(
  memory: CounterMemory,
  slot: number,
  now: number,
  stored: OfWindows,
): WindowNumbers {
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

const NOTHING: OfWindows = [0, 0, 0];

/**
 * The counts that the store has of the windows of the time; read only for a slot without counts, and for days
 * and months that it does not know. `load` may throw.
 */
export function storedCounts(
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

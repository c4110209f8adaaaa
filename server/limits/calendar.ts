/** The three calendar windows: UTC minute, day and month. Times are Unix epoch ms. */
import type {OfWindows} from '../accounts/windows.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let current: OfWindows = [Number.NaN, 0, 0];

/** Window numbers since 1970, in the order of `WINDOWS`; the same array for all times within a minute. */
export function windowNumbersAt(ms: number): OfWindows {
  const minute = Math.floor(ms / MINUTE_MS);
  if (minute !== current[0]) {
    const date = new Date(ms);
    const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
    current = [minute, Math.floor(ms / DAY_MS), month];
  }
  return current;
}

let last: {numbers: OfWindows; ends: OfWindows} = {numbers: current, ends: current};

/**
 * Ends of the windows in Unix epoch seconds, in the order of `WINDOWS`; cached for the array that came last.
 */
export function windowEnds(numbers: OfWindows): OfWindows {
  if (numbers !== last.numbers) {
    const [minute, day, month] = numbers;
    const end = Date.UTC(1970, month + 1, 1) / 1000;
    last = {numbers, ends: [((minute + 1) * MINUTE_MS) / 1000, ((day + 1) * DAY_MS) / 1000, end]};
  }
  return last.ends;
}

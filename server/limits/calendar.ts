/** The three calendar windows: UTC minute, day and month. Times are Unix epoch ms. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Window numbers since 1970, in the order of `WINDOWS`. */
export type WindowNumbers = readonly [minute: number, day: number, month: number];

let month = {from: 0, to: 0, number: 0};

/** Months differ in length; the last one is cached. */
function monthOf(ms: number): typeof month {
  if (ms >= month.from && ms < month.to) return month;
  const date = new Date(ms);
  const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()];
  month = {
    from: Date.UTC(year, index, 1),
    to: Date.UTC(year, index + 1, 1),
    number: (year - 1970) * 12 + index,
  };
  return month;
}

let current: {from: number; numbers: WindowNumbers} = {from: Number.NaN, numbers: [0, 0, 0]};

/** Returns the same array for all times within a minute. */
export function windowNumbersAt(ms: number): WindowNumbers {
  const since = ms - current.from;
  if (since >= 0 && since < MINUTE_MS) return current.numbers;
  const minute = Math.floor(ms / MINUTE_MS);
  const numbers: WindowNumbers = [minute, Math.floor(ms / DAY_MS), monthOf(ms).number];
  current = {from: minute * MINUTE_MS, numbers};
  return numbers;
}

/** Ends of the windows in Unix epoch seconds, in the order of `WINDOWS`. */
export function windowEnds(numbers: WindowNumbers): WindowNumbers {
  if (ended.numbers === numbers) return ended.ends;
  const [minute, day, months] = numbers;
  const ends: WindowNumbers = [
    ((minute + 1) * MINUTE_MS) / 1000,
    ((day + 1) * DAY_MS) / 1000,
    endOfMonth(months),
  ];
  ended = {numbers, ends};
  return ends;
}

let ended: {numbers: WindowNumbers | null; ends: WindowNumbers} = {numbers: null, ends: [0, 0, 0]};

function endOfMonth(number: number): number {
  if (number === month.number) return month.to / 1000;
  return Date.UTC(1970, number + 1, 1) / 1000;
}

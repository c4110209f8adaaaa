/** The three windows of the calendar: the UTC minute, day and month (specification 1.9). Times are Unix epoch ms. */

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Numbers of the windows since 1970, in the order of `WINDOWS`. */
export type Numbers = readonly [minute: number, day: number, month: number];

let month = {from: 0, to: 0, number: 0};

/** Months are not of one length: the last one asked for is remembered. */
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

let current: {from: number; numbers: Numbers} = {from: Number.NaN, numbers: [0, 0, 0]};

/** The same triple for all times of a minute. */
export function numbersAt(ms: number): Numbers {
  const since = ms - current.from;
  if (since >= 0 && since < MINUTE_MS) return current.numbers;
  const minute = Math.floor(ms / MINUTE_MS);
  const numbers: Numbers = [minute, Math.floor(ms / DAY_MS), monthOf(ms).number];
  current = {from: minute * MINUTE_MS, numbers};
  return numbers;
}

/** Ends of the windows of these numbers in Unix epoch seconds, in the order of `WINDOWS`. */
export function endsOf(numbers: Numbers): Numbers {
  if (ended.numbers === numbers) return ended.ends;
  const [minute, day, months] = numbers;
  const ends: Numbers = [((minute + 1) * MINUTE_MS) / 1000, ((day + 1) * DAY_MS) / 1000, endOfMonth(months)];
  ended = {numbers, ends};
  return ends;
}

let ended: {numbers: Numbers | null; ends: Numbers} = {numbers: null, ends: [0, 0, 0]};

function endOfMonth(number: number): number {
  if (number === month.number) return month.to / 1000;
  return Date.UTC(1970, number + 1, 1) / 1000;
}

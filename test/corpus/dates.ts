/** Days as whole numbers since 1970-01-01, and the forms in which the files write them. */
import type {Random} from './prng.ts';

const DAY_MS = 86_400_000;
const written: string[] = [];

/** `YYYY-MM-DD`. */
export function iso(day: number): string {
  written[day] ??= new Date(day * DAY_MS).toISOString().slice(0, 10);
  return written[day];
}

export const dayOf = (text: string): number => Math.round(Date.parse(`${text}T00:00:00Z`) / DAY_MS);

/** The corpus stands at this day, whatever the clock says: nothing is awarded later. */
export const REFERENCE_DAY = dayOf('2026-11-15');

const FIRST_YEAR = 2004;
const LAST_YEAR = 2026;
/** Reporting grew from year to year; the last year is not over. */
const WEIGHTS = Array.from({length: LAST_YEAR - FIRST_YEAR + 1}, (_, i) => 1 + i * 0.4);
const TOTAL = WEIGHTS.reduce((sum, weight) => sum + weight, 0);

/** A day from `first` to `last`, later years more often. */
export function growingDay(random: Random, first: number, last: number): number {
  for (;;) {
    let rest = random.next() * TOTAL;
    let year = FIRST_YEAR;
    for (const weight of WEIGHTS) {
      if (rest < weight) break;
      rest -= weight;
      year++;
    }
    const day = dayOf(`${year}-01-01`) + random.int(365);
    if (day >= first && day <= last) return day;
  }
}

/** Fiscal quarter of a day, `2023-2024-Q4`; the year begins on 1 April. */
export function periodOf(day: number): string {
  const [year, month] = iso(day).split('-').map(Number) as [number, number];
  const start = month >= 4 ? year : year - 1;
  return `${start}-${start + 1}-Q${month >= 4 ? Math.floor((month - 1) / 3) : 4}`;
}

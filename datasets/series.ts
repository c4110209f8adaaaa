/** Groups of the statistics that form series: days by year, quarter and month, and amounts by size. */
import type {Grouping} from './types.ts';

/** SQL of the year of a date column, as text; null without a date. */
const yearOf = (column: string): string => `CAST(year(r.${column}) AS VARCHAR)`;

/** By year of a date column, newest first. */
export const byYear = (column: string): Grouping => ({sql: yearOf(column), chronological: true});

/** By quarter (`2024-Q1`) and month (`2024-03`) of a date column, newest first. */
export const byQuarterAndMonth = (column: string): Record<'quarter' | 'month', Grouping> => ({
  quarter: {sql: `${yearOf(column)} || '-Q' || quarter(r.${column})`, chronological: true, added: true},
  month: {sql: `strftime(r.${column}, '%Y-%m')`, chronological: true, added: true},
});

/** Powers of ten of the largest bucket that has an upper bound. */
const LARGEST_POWER = 11;

/** Lower bounds of the buckets from 1 on: powers of ten, and their halves of the next. */
const BOUNDS = Array.from({length: LARGEST_POWER + 1}, (_, power) => [10 ** power, 5 * 10 ** power]).flat();

/** By size of an amount: each bucket holds the amounts from its first bound up to, but without, its second. */
export function byBucket(column: string): Grouping {
  const steps = ['0', ...BOUNDS.map(String)];
  const cases = steps
    .slice(1)
    .map((bound, i) => `WHEN r.${column} < ${bound} THEN '${steps[i]} to ${bound}'`)
    .join(' ');
  const sql = `CASE WHEN r.${column} IS NULL THEN NULL WHEN r.${column} < 0 THEN 'below 0' ${cases} ELSE '${steps.at(-1)} or more' END`;
  return {sql, added: true};
}

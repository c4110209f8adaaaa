/** Groups of the statistics that form series: days by year, quarter and month, and amounts by size. */
import type {Grouping} from './types.ts';

/** SQL of the year of a date column, as text; null without a date. */
const yearOf = (column: string): string => `CAST(year(r.${column}) AS VARCHAR)`;

/** By year of a date column, newest first. */
export const byYear = (column: string): Grouping => ({
  sql: yearOf(column),
  chronological: true,
  rangesOf: column,
});

/** By quarter (`2024-Q1`) and month (`2024-03`) of a date column, newest first. */
export const byQuarterAndMonth = (column: string): Record<'quarter' | 'month', Grouping> => ({
  quarter: {
    sql: `${yearOf(column)} || '-Q' || quarter(r.${column})`,
    chronological: true,
    rangesOf: column,
    added: true,
  },
  month: {sql: `strftime(r.${column}, '%Y-%m')`, chronological: true, rangesOf: column, added: true},
});

/** Powers of ten of the largest bucket that has an upper bound. */
const LARGEST_POWER = 11;

/** Lower bounds of the buckets from 1 on: powers of ten, and their halves of the next. */
const BOUNDS = Array.from({length: LARGEST_POWER + 1}, (_, power) => [10 ** power, 5 * 10 ** power]).flat();

/** A group of sizes: the amounts from `from` up to, but without, `to`; null: no bound. */
export interface Bucket {
  label: string;
  from: number | null;
  to: number | null;
}

const STEPS = [0, ...BOUNDS];

/** All groups of `byBucket`, smallest first. */
export const BUCKETS: readonly Bucket[] = [
  {label: 'below 0', from: null, to: 0},
  ...BOUNDS.map((to, i): Bucket => ({label: `${STEPS[i]} to ${to}`, from: STEPS[i]!, to})),
  {label: `${STEPS.at(-1)} or more`, from: STEPS.at(-1)!, to: null},
];

/** By size of an amount. */
export function byBucket(column: string): Grouping {
  const cases = BUCKETS.filter(({to}) => to !== null)
    .map(({label, to}) => `WHEN r.${column} < ${to} THEN '${label}'`)
    .join(' ');
  const sql = `CASE WHEN r.${column} IS NULL THEN NULL ${cases} ELSE '${BUCKETS.at(-1)!.label}' END`;
  return {sql, rangesOf: column, added: true};
}

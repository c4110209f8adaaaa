/**
 * Histograms beside a list, to choose a range from: of each pair of bounds on one column whose ranges the
 * statistics count.
 */
import {extent, range} from 'd3-array';
import {BUCKETS} from '../../../datasets/series.ts';
import {type Engine, UNKNOWN_GROUP} from '../../../engine/types.ts';
import type {ListRoute} from '../../api/routes/types.ts';
import type {Pairs} from '../paths.ts';
import type {View} from '../view/types.ts';
import {groupingsOf, groupsOf} from './statistics.ts';

/** A range of values and its records. */
export interface Slice {
  /** The group of the statistics. */
  group: string;
  /** Values of the two filters that select it alone; empty: no bound is needed. */
  min: string;
  max: string;
  count: number;
}

export interface Histogram {
  /** The filters of its two bounds. */
  min: string;
  max: string;
  /** Of the records that all other filters select, in ascending order, without gaps. */
  slices: readonly Slice[];
}

/**
 * Most slices: more are too narrow to be taken hold of. Earlier ones are left out, and no lower bound
 * includes them.
 */
const MOST_SLICES = 40;

/** Up to so many years are drawn as months. */
const MOST_YEARS_OF_MONTHS = 3;

/** Amounts have cents: the largest below the bound of a bucket. */
const CENT = 0.01;

/** Slices without the empty ones at both ends; the outermost have no outer bound. */
function trimmed(slices: readonly Slice[]): Slice[] {
  const last = slices.findLastIndex(({count}) => count > 0);
  const first = Math.max(
    slices.findIndex(({count}) => count > 0),
    last + 1 - MOST_SLICES,
  );
  return slices.slice(first, last + 1).map((slice, i) => ({
    ...slice,
    min: i === 0 ? '' : slice.min,
    max: first + i === last ? '' : slice.max,
  }));
}

type Counts = ReadonlyMap<string, number>;

const ofSizes = (counts: Counts): Slice[] =>
  BUCKETS.map(({label, from, to}) => ({
    group: label,
    min: from === null ? '' : String(from),
    max: to === null ? '' : String(to - CENT),
    count: counts.get(label) ?? 0,
  }));

/** A day of a month, whose number counts from the year 0; the day 0 is the last of the month before. */
const dayOf = (month: number, day: number): string =>
  new Date(Date.UTC(1970, month - 1970 * 12, day)).toISOString().slice(0, 10);

/** Slices of so many `months`, from the first to the last, those without records too. */
function ofTime(counts: Counts, months: number): Slice[] {
  const [first = 0, last = -1] = extent(counts.keys(), (group) => {
    const [year, month = 1] = group.split('-').map(Number);
    return year! * 12 + month - 1;
  });
  return range(Math.max(first, last - (MOST_SLICES - 1) * months), last + 1, months).map((month) => {
    const min = dayOf(month, 1);
    const group = min.slice(0, months === 1 ? 7 : 4);
    return {group, min, max: dayOf(month + months, 0), count: counts.get(group) ?? 0};
  });
}

/** The slices of a column, by the groupings of the statistics into its ranges. */
function slicesOf(groupings: readonly string[], countsBy: (group: string) => Counts): Slice[] {
  if (groupings.includes('bucket')) return ofSizes(countsBy('bucket'));
  const years = countsBy('year');
  const isMonths = years.size <= MOST_YEARS_OF_MONTHS && groupings.includes('month');
  return isMonths ? ofTime(countsBy('month'), 1) : ofTime(years, 12);
}

/**
 * The histograms of a list under its filters, each without its own; those with a single slice are left out.
 */
export function loadHistograms(
  view: View,
  engine: Engine,
  {dataset, parameters}: ListRoute,
  filters: Pairs,
): Histogram[] {
  const all = Object.entries(parameters);
  const groupings = Object.entries(groupingsOf(dataset));
  return all.flatMap(([min, {op, columns}]): Histogram[] => {
    const column = columns?.[0];
    const max = all.find(([, other]) => other.op === 'lte' && other.columns?.[0] === column)?.[0];
    const ranges = groupings.filter(([, {rangesOf}]) => rangesOf === column).map(([name]) => name);
    if (op !== 'gte' || max === undefined || ranges.length === 0) return [];
    const others = filters.filter(([name]) => name !== min && name !== max);
    const slices = slicesOf(ranges, (group) => {
      const {data} = groupsOf(view, engine, dataset, group, others);
      const known = data.filter(({group_value}) => group_value !== UNKNOWN_GROUP);
      return new Map(known.map(({group_value, record_count}) => [group_value, record_count]));
    });
    const shown = trimmed(slices);
    return shown.length > 1 ? [{min, max, slices: shown}] : [];
  });
}

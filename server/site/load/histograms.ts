/**
 * Histograms beside a list, to choose a range from: of each pair of bounds on one column whose ranges the
 * statistics count.
 */
import {extent, range} from 'd3-array';
import {BUCKETS} from '../../../datasets/series.ts';
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import type {ListRoute} from '../../api/routes/types.ts';
import type {Answers} from '../ask.ts';
import type {Pairs} from '../paths.ts';
import {askGroups, groupingsOf} from './statistics.ts';

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

interface Bounds {
  min: string;
  max: string;
  /** Groupings of the statistics into ranges of the column, by name. */
  groups: readonly string[];
}

/** The pairs of filters of a list that are drawn as a histogram. */
export function rangesOf({dataset, parameters}: ListRoute): readonly Bounds[] {
  const groupings = Object.entries(groupingsOf(dataset));
  return Object.entries(parameters).flatMap(([min, {op, columns}]): Bounds[] => {
    if (op !== 'gte') return [];
    const column = columns?.[0];
    const max = Object.keys(parameters).find(
      (name) => parameters[name]!.op === 'lte' && parameters[name]!.columns?.[0] === column,
    );
    const groups = groupings.filter(([, {rangesOf: of}]) => of === column).map(([name]) => name);
    return max === undefined || groups.length === 0 ? [] : [{min, max, groups}];
  });
}

/** Slices without the empty ones at both ends; the outermost have no outer bound. */
function trimmed(slices: readonly Slice[]): Slice[] {
  const first = slices.findIndex(({count}) => count > 0);
  const last = slices.findLastIndex(({count}) => count > 0);
  if (first < 0) return [];
  const kept = slices.slice(Math.max(first, last + 1 - MOST_SLICES), last + 1);
  return kept.map((slice, i) => ({
    ...slice,
    min: i === 0 ? '' : slice.min,
    max: i === kept.length - 1 ? '' : slice.max,
  }));
}

const ofSizes = (counts: ReadonlyMap<string, number>): Slice[] =>
  BUCKETS.map(({label, from, to}) => ({
    group: label,
    min: from === null ? '' : String(from),
    max: to === null ? '' : String(to - CENT),
    count: counts.get(label) ?? 0,
  }));

/** A day of a month, whose number counts from the year 0; the day 0 is the last of the month before. */
const dayOf = (month: number, day: number): string =>
  new Date(Date.UTC(1970, month - 1970 * 12, day)).toISOString().slice(0, 10);

/** Years or months from the first to the last, those without records too. */
function ofTime(counts: ReadonlyMap<string, number>, months: number): Slice[] {
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

function histogram(answers: Answers, route: ListRoute, bounds: Bounds, filters: Pairs) {
  const {min, max, groups} = bounds;
  const others = filters.filter(([name]) => name !== min && name !== max);
  const counted = (group: string): Map<string, number> => {
    const {data} = askGroups(answers, route.dataset, others, [['group_by', group]]);
    const known = data.filter(({group_value}) => group_value !== UNKNOWN_GROUP);
    return new Map(known.map(({group_value, record_count}) => [group_value, record_count]));
  };
  if (groups.includes('bucket')) return {min, max, slices: trimmed(ofSizes(counted('bucket')))};
  const years = counted('year');
  const isMonths = years.size <= MOST_YEARS_OF_MONTHS && groups.includes('month');
  return {min, max, slices: trimmed(isMonths ? ofTime(counted('month'), 1) : ofTime(years, 12))};
}

/**
 * The histograms of a list under its filters, each without its own; those with a single slice are left out.
 */
export function loadHistograms(answers: Answers, route: ListRoute, filters: Pairs): readonly Histogram[] {
  const all = rangesOf(route).map((bounds) => histogram(answers, route, bounds, filters));
  return all.filter(({slices}) => slices.length > 1);
}

/** Charts from the statistics of the API, with the filters of the list that they stand beside. */
import {DATASETS} from '../../../datasets/index.ts';
import {datasetLabels, fieldLabel, fieldLabelOrNull, parameterLabel} from '../../../datasets/labels/index.ts';
import {lookup} from '../../../datasets/lookup.ts';
import {BUCKETS} from '../../../datasets/series.ts';
import type {Grouping} from '../../../datasets/types.ts';
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import type {Answers, Envelope} from '../ask.ts';
import {isMessageKey, type Text} from '../messages.ts';
import {inLanguage, LISTS, type Pairs, STATISTICS, withQuery} from '../paths.ts';
import type {Bar, ChartData} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import {readable} from '../view/value.tsx';

/** One row of statistics. */
interface Group {
  group_value: string;
  /** Of groups that have keys; null of those without a value. */
  group_key?: string | null;
  record_count: number;
  sum_value: number | null;
}

/** Most groups of one answer; of time all are drawn, of others the largest. */
const MOST_GROUPS = 200;
const TOP = 10;

/** The groupings of a dataset; empty without statistics. */
export function groupingsOf(dataset: string): Readonly<Record<string, Grouping>> {
  return lookup((STATISTICS.has(dataset) && DATASETS[dataset]?.stats?.groups) || {});
}

/** The grouping that a page shows unless the reader chose another: time if there is one. */
export function defaultGrouping(dataset: string): string | null {
  const groups = Object.entries(groupingsOf(dataset));
  return (groups.find(([, {chronological}]) => chronological) ?? groups[0])?.[0] ?? null;
}

/** Name of a grouping: its own, or that of the field or the filter of this name. */
export function groupLabel(dataset: string, group: string): Text {
  const own = `groupings.${group}`;
  if (isMessageKey(own)) return own;
  return fieldLabelOrNull(dataset, group) ?? parameterLabel(dataset, group);
}

/** A group as people read it: codes are those of the field that the filter of the same name looks at. */
export const groupText = (view: View, dataset: string, group: string, value: string): string =>
  readable(view, LISTS.get(dataset)?.parameters[group]?.columns?.[0] ?? group, value);

/** The days of a year that filters on days leave. */
function yearFilters(year: string, given: Pairs): Pairs {
  const [from, to] = ['date_from', 'date_to'].map((name) =>
    given.find(([other]) => other === name)?.[1].trim(),
  );
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  return [
    ['date_from', from && from > first ? from : first],
    ['date_to', to && to < last ? to : last],
  ];
}

/**
 * Filters of the list that, under those given, show exactly the records of a group; null where none do. A
 * filter by parts finds others, too; of two values of one record a filter holds only one.
 */
function groupFilters(dataset: string, group: string, row: Group, given: Pairs): Pairs | null {
  const parameters = LISTS.get(dataset)?.parameters ?? {};
  const {group_value: value, group_key: key} = row;
  if (value === UNKNOWN_GROUP) return null;
  if (group === 'year' && parameters['date_from'] && parameters['date_to']) return yearFilters(value, given);
  const {key: filter, list} = groupingsOf(dataset)[group] ?? {};
  if (filter !== undefined && typeof key === 'string') {
    const before = given.find(([name]) => name === filter)?.[1];
    return list && before !== undefined && before !== key ? null : [[filter, key]];
  }
  const isExact = ['exact', 'in'].includes(parameters[group]?.op ?? '');
  return isExact ? [[group, value]] : null;
}

/** A list of filters with some replaced. */
export const replaced = (pairs: Pairs, by: Pairs): Pairs => [
  ...pairs.filter(([name]) => by.every(([other]) => other !== name)),
  ...by,
];

/** Years between the first and the last that have no records. */
export function withGaps(bars: readonly Bar[]): Bar[] {
  const all: Bar[] = [];
  for (const bar of bars) {
    const before = Number(all.at(-1)?.label);
    for (let year = before + 1; year < Number(bar.label) && year > before; year++)
      all.push({label: String(year), value: 0, count: 0, sum: null, href: null});
    all.push(bar);
  }
  return all;
}

/** Groups of sizes have an order of their own. */
const SIZES = 'bucket';

/** Smallest first; those without an amount come last. */
function bySize(groups: readonly Group[]): Group[] {
  const at = ({group_value}: Group): number => {
    const found = BUCKETS.findIndex(({label}) => label === group_value);
    return found < 0 ? BUCKETS.length : found;
  };
  return groups.toSorted((a, b) => at(a) - at(b));
}

/** The group that the day of the data falls into, which is not over; null of groups that are no periods. */
function currentPeriod(group: string, day: string): string | null {
  const [year, month] = [day.slice(0, 4), day.slice(5, 7)];
  const periods: Readonly<Record<string, string>> = {
    year,
    month: `${year}-${month}`,
    quarter: `${year}-Q${Math.ceil(Number(month) / 3)}`,
  };
  return day === '' ? null : (periods[group] ?? null);
}

export interface Statistics {
  chart: ChartData;
  /** Sum over all records; null where nothing is summed or no amount is published. */
  sum: number | null;
}

/**
 * Asks the statistics of a dataset by `group`, under the filters of its list, and makes a chart of them: of
 * sums where there are some, unless `measure` says otherwise.
 */
export function statistics(
  view: View,
  answers: Answers,
  dataset: string,
  group: string,
  filters: Pairs,
  {title, measure}: {title?: string; measure?: 'count' | 'sum'} = {},
): Statistics {
  const route = STATISTICS.get(dataset)!;
  const list = LISTS.get(dataset)!;
  const {chronological = false} = groupingsOf(dataset)[group] ?? {};
  const isSizes = group === SIZES;
  const pairs = filters.filter(([name]) => route.parameters[name]);
  const order: Pairs = measure === 'count' && !chronological && !isSizes ? [['sort_by', 'count']] : [];
  const {data, meta}: Envelope<Group[]> = answers.ask<Group[]>({
    segments: route.path.slice(1).split('/'),
    pairs: [...pairs, ['group_by', group], ...order, ['limit', String(MOST_GROUPS)], ['lang', view.language]],
  });
  const stats = DATASETS[dataset]!.stats!;
  const isSum = stats.sum !== null && measure !== 'count';
  const unknown = chronological ? data.find(({group_value}) => group_value === UNKNOWN_GROUP) : undefined;
  const known = data.filter((row) => row !== unknown);
  const shown = isSizes ? bySize(known) : known;
  const bars = shown.map((row): Bar => {
    const {group_value, record_count, sum_value} = row;
    const own = groupFilters(dataset, group, row, filters);
    return {
      label: groupText(view, dataset, group, group_value),
      value: isSum ? (sum_value ?? 0) : record_count,
      count: record_count,
      sum: sum_value,
      href: own && inLanguage(withQuery(list.path, replaced(filters, own)), view.language),
    };
  });
  const inOrder = chronological ? bars.toReversed() : isSizes ? bars : bars.slice(0, TOP);
  const {t} = view;
  const name = t(groupLabel(dataset, group));
  const what = stats.sum === null ? '' : t(fieldLabel(dataset, stats.sum));
  const isYears = chronological && inOrder.every(({label}) => /^\d{4}$/.test(label));
  const heading =
    title ??
    (!isSum
      ? t('chart.count_by', {group: name.toLowerCase()})
      : t('chart.sum_by', {what, group: name.toLowerCase()}));
  const chart: ChartData = {
    title: chronological || isSizes || bars.length <= TOP ? heading : `${heading}, ${t('chart.top')}`,
    group: name,
    bars: isYears ? withGaps(inOrder) : inOrder,
    chronological,
    money: isSum,
    partial: chronological ? currentPeriod(group, view.build?.data_as_of ?? '') : null,
    source: t(datasetLabels(dataset).title),
    notes: unknown ? [t('chart.not_dated', {n: unknown.record_count})] : [],
  };
  return {chart, sum: meta['sum_value'] as number | null};
}

/** Charts from the statistics of the API, with the filters of the list that they stand beside. */
import {extent, range, sort} from 'd3-array';
import {DATASETS} from '../../../datasets/index.ts';
import {lookup} from '../../../datasets/lookup.ts';
import {BUCKETS} from '../../../datasets/series.ts';
import type {Grouping} from '../../../datasets/types.ts';
import {type Engine, UNKNOWN_GROUP} from '../../../engine/types.ts';
import {datasetLabels, fieldLabel, fieldLabelOrNull, parameterLabel} from '../../labels/index.ts';
import {type Answer, ask} from '../ask.ts';
import {CHART_PARAMETER, MEASURE_PARAMETER, MEASURES, type Measure} from '../chart_address.ts';
import {isMessageKey, type MessageKey, type Text} from '../messages.ts';
import {given, LISTS, type Pairs, STATISTICS, withQuery} from '../paths.ts';
import type {Bar, ChartData, ChartedList} from '../view/chart_data.ts';
import {readable} from '../view/readable.ts';
import type {View} from '../view/types.ts';

/** One row of statistics. */
export interface Group {
  group_value: string;
  /** Of groups that have keys; null of those without a value. */
  group_key?: string | null;
  /** The group of the second grouping where there are two. */
  then_value?: string;
  record_count: number;
  sum_value: number | null;
  /** Where medians are asked for; null where no record has an amount. */
  median_value?: number | null;
}

/** Most groups of one answer; of time all are drawn, of others the largest. */
const MOST_GROUPS = '200';
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

/** Groupings that say who got something or asked for it, which one organization answers, and who gave it. */
const TAKERS = ['vendor', 'recipient', 'client'];
const WHO = [...TAKERS, 'institution', 'department', 'municipality'];

/** Whether a filter by days leaves one year at most; of lists with years of account, a year. */
function isOnePeriod(filters: Pairs): boolean {
  if (given(filters, 'fiscal_year') !== '') return true;
  return ENDS.some(([from, to]) => {
    const [first, last] = [given(filters, from).trim(), given(filters, to).trim()];
    const next = `${Number(first.slice(0, 4)) + 1}${first.slice(4)}`;
    return /^\d{4}-\d\d-\d\d$/.test(first) && /^\d{4}-\d\d-\d\d$/.test(last) && last < next;
  });
}

/**
 * The grouping that the page of a list shows unless the reader chose another. Of one year a chart by time says
 * nothing: it says who. Where that is chosen, too, it has the months. Null without statistics.
 */
export function groupingFor(dataset: string, filters: Pairs): string | null {
  const usual = defaultGrouping(dataset);
  const groups = groupingsOf(dataset);
  if (usual === null || !groups[usual]!.chronological || !isOnePeriod(filters)) return usual;
  const isGiven = (name: string) => given(filters, name) !== '';
  const isChosen = (group: string) =>
    isGiven(group) ||
    isGiven(groups[group]!.key ?? '') ||
    (TAKERS.includes(group) && isGiven('organization_key'));
  return WHO.find((group) => groups[group] && !isChosen(group)) ?? (groups['month'] ? 'month' : usual);
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
function yearFilters(year: string, filters: Pairs): Pairs {
  const [from = '', to = ''] = ['date_from', 'date_to'].map((name) => given(filters, name).trim());
  const [first, last] = [`${year}-01-01`, `${year}-12-31`];
  return [
    ['date_from', from > first ? from : first],
    ['date_to', to !== '' && to < last ? to : last],
  ];
}

/**
 * Filters of the list that, under those given, show exactly the records of a group; null where none do. A
 * filter by parts finds others, too; of two values of one record a filter holds only one.
 */
export function groupFilters(dataset: string, group: string, row: Group, filters: Pairs): Pairs | null {
  const parameters = LISTS.get(dataset)?.parameters ?? {};
  const {group_value: value, group_key: key} = row;
  if (value === UNKNOWN_GROUP) return null;
  if (group === 'year' && parameters['date_from'] && parameters['date_to'])
    return yearFilters(value, filters);
  const {key: filter, list} = groupingsOf(dataset)[group] ?? {};
  if (filter !== undefined && typeof key === 'string') {
    const before = given(filters, filter);
    return list && before !== '' && before !== key ? null : [[filter, key]];
  }
  const isExact = ['exact', 'in'].includes(parameters[group]?.op ?? '');
  return isExact ? [[group, value]] : null;
}

/** A list of filters with some replaced. */
export const replaced = (pairs: Pairs, by: Pairs): Pairs => [
  ...pairs.filter(([name]) => by.every(([other]) => other !== name)),
  ...by,
];

/** Years from the first to the last, those without records too. */
export function withGaps(bars: readonly Bar[]): Bar[] {
  const byYear = new Map(bars.map((bar) => [Number(bar.label), bar]));
  const [first = 0, last = -1] = extent(byYear.keys());
  return range(first, last + 1).map(
    (year) => byYear.get(year) ?? {label: String(year), count: 0, sum: null, path: null},
  );
}

/** Sizes, smallest first; those without an amount come last. */
function bySize(groups: readonly Group[]): Group[] {
  const labels = BUCKETS.map(({label}) => label);
  return sort(groups, ({group_value}) => labels.indexOf(group_value) + 1 || labels.length + 1);
}

/** The period of a grouping by time in which a day lies. */
function periodOf(group: string, day: string): string | null {
  const [year = '', month = ''] = day.split('-');
  const periods: Readonly<Record<string, string>> = {
    year,
    month: `${year}-${month}`,
    quarter: `${year}-Q${Math.ceil(Number(month) / 3)}`,
  };
  return periods[group] ?? null;
}

/** The day after or before another. */
const dayBeside = (day: string, days: number): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return Number.isNaN(at.getTime()) ? day : at.toISOString().slice(0, 10);
};

/** The two ends of the days that a list is filtered by. */
const ENDS = [
  ['date_from', 'date_to'],
  ['issued_after', 'issued_before'],
] as const;

/**
 * Periods of which only a part is counted: the one in which the day of the data falls, which is not over, and
 * those that a filter on days cuts.
 */
function partialPeriods(group: string, {build}: View, filters: Pairs): Map<string, MessageKey> {
  const partial = new Map<string, MessageKey>();
  const now = build && periodOf(group, build.data_as_of.slice(0, 10));
  if (now) partial.set(now, 'chart.partial');
  for (const [from, to] of ENDS) {
    for (const [name, beside] of [
      [from, -1],
      [to, 1],
    ] as const) {
      const day = given(filters, name).trim();
      const period = day === '' ? null : periodOf(group, day);
      if (period && period === periodOf(group, dayBeside(day, beside)) && !partial.has(period))
        partial.set(period, 'chart.cut');
    }
  }
  return partial;
}

/** The groups of a dataset by one grouping, or two with a comma, under the filters of its list. */
export function groupsOf(
  {language}: View,
  engine: Engine,
  dataset: string,
  groupings: string,
  filters: Pairs,
  order: Pairs = [],
): Answer<Group[]> {
  const {path, parameters} = STATISTICS.get(dataset)!;
  return ask<Group[]>(engine, path, [
    ...filters.filter(([name]) => parameters[name]),
    ['group_by', groupings],
    ...order,
    ['limit', MOST_GROUPS],
    ['lang', language],
  ]);
}

/** The list that shows a chart. Its address leaves out what a list shows unless the reader chose another. */
function chartedList(dataset: string, group: string, measure: Measure, filters: Pairs): ChartedList | null {
  const list = LISTS.get(dataset);
  const usual = DATASETS[dataset]?.stats?.sum === null ? 'count' : 'sum';
  const word = Object.keys(MEASURES).find((name) => MEASURES[name] === measure)!;
  return list
    ? {
        path: list.path,
        pairs: [
          ...filters,
          ...(group === groupingFor(dataset, filters) ? [] : ([[CHART_PARAMETER, group]] satisfies Pairs)),
          ...(measure === usual ? [] : ([[MEASURE_PARAMETER, word]] satisfies Pairs)),
        ],
      }
    : null;
}

/**
 * Asks the statistics of a dataset by `group`, under the filters of its list, and makes a chart of them: of
 * sums where there are some, unless `measure` says otherwise. `sum` is that of all records; null where nothing
 * is summed or no amount is published.
 */
export function statistics(
  view: View,
  engine: Engine,
  dataset: string,
  group: string,
  filters: Pairs,
  {title, measure}: {title?: string; measure?: Measure} = {},
): ChartData & {sum: number | null} {
  const {t} = view;
  const {chronological = false} = groupingsOf(dataset)[group] ?? {};
  const isSizes = group === 'bucket';
  const {sum: summed} = DATASETS[dataset]!.stats!;
  const money = summed !== null && measure !== 'count';
  const median = money && measure === 'median';
  const byCount: Pairs = measure === 'count' && !chronological && !isSizes ? [['sort_by', 'count']] : [];
  const order: Pairs = median ? [['median', 'true']] : byCount;
  const {data, meta} = groupsOf(view, engine, dataset, group, filters, order);
  const unknown = chronological ? data.find(({group_value}) => group_value === UNKNOWN_GROUP) : undefined;
  const known = data.filter((row) => row !== unknown);
  const bars = (isSizes ? bySize(known) : known).map((row): Bar => {
    const own = groupFilters(dataset, group, row, filters);
    return {
      label: groupText(view, dataset, group, row.group_value),
      count: row.record_count,
      sum: median ? (row.median_value ?? null) : row.sum_value,
      path: own && withQuery(LISTS.get(dataset)!.path, replaced(filters, own)),
    };
  });
  const isWhole = chronological || isSizes;
  const inOrder = chronological ? bars.toReversed() : isSizes ? bars : bars.slice(0, TOP);
  const isYears = chronological && inOrder.every(({label}) => /^\d{4}$/.test(label));
  const name = t(groupLabel(dataset, group));
  const parts = {group: name.toLowerCase(), what: summed === null ? '' : t(fieldLabel(dataset, summed))};
  const heading = title ?? t(median ? 'chart.median_by' : money ? 'chart.sum_by' : 'chart.count_by', parts);
  return {
    title: isWhole || bars.length <= TOP ? heading : `${heading}, ${t('chart.top')}`,
    group: name,
    bars: isYears ? withGaps(inOrder) : inOrder,
    chronological,
    money,
    median,
    partial: chronological ? partialPeriods(group, view, filters) : new Map(),
    source: t(datasetLabels(dataset).title),
    notes: unknown ? [t('chart.not_dated', {n: unknown.record_count})] : [],
    list: chartedList(dataset, group, median ? 'median' : money ? 'sum' : 'count', filters),
    sum: meta.sum_value,
  };
}

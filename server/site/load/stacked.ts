/** Charts of two groupings: each bar of time is parted by the largest groups of another. */
import {type Engine, UNKNOWN_GROUP} from '../../../engine/types.ts';
import type {Pairs} from '../paths.ts';
import type {ChartData, Series} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import {groupingsOf, groupLabel, groupsOf, groupText} from './statistics.ts';

/** Parts of a bar besides the rest: more cannot be told apart. */
const MOST_SERIES = 5;

/** Groupings that part bars without overlap: those of which every record has one group. */
export const partsOf = (dataset: string): string[] =>
  Object.entries(groupingsOf(dataset))
    .filter(([, {chronological, list}]) => !chronological && !list)
    .map(([name]) => name);

/** Parts a chart by time. What is in none of the largest groups is the rest, exactly. */
export function withParts(
  view: View,
  engine: Engine,
  dataset: string,
  [first, second]: readonly [string, string],
  filters: Pairs,
  chart: ChartData,
): ChartData {
  const {t} = view;
  const {money, bars} = chart;
  const {data} = groupsOf(view, engine, dataset, `${first},${second}`, filters);
  const totals = new Map<string, number>();
  const cells = new Map<string, number | null>();
  for (const {group_value, then_value = '', record_count, sum_value} of data) {
    if (group_value === UNKNOWN_GROUP) continue;
    const amount = money ? sum_value : record_count;
    totals.set(then_value, (totals.get(then_value) ?? 0) + (amount ?? 0));
    cells.set(`${group_value} ${then_value}`, amount);
  }
  const largest = [...totals].sort(([, a], [, b]) => b - a).slice(0, MOST_SERIES);
  const series: Series[] = largest.map(([group]) => ({
    label: groupText(view, dataset, second, group),
    values: bars.map(({label, sum}) => {
      const amount = cells.get(`${label} ${group}`);
      return amount === undefined ? (money && sum === null ? null : 0) : amount;
    }),
  }));
  // In cents: the rest of two sums that are equal is nothing.
  const rest = bars.map(({value, sum: whole}, i) => {
    if (money && whole === null) return null;
    const parts = series.reduce((sum, {values}) => sum + Math.round((values[i] ?? 0) * 100), 0);
    return (Math.round(value * 100) - parts) / 100;
  });
  return {
    ...chart,
    title: t('chart.parted', {title: chart.title, group: t(groupLabel(dataset, second)).toLowerCase()}),
    series: rest.some(Boolean) ? [...series, {label: t('chart.rest'), values: rest}] : series,
  };
}

/** Charts of two groupings: each bar of time is parted by the largest groups of another. */
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import type {Answers, Envelope} from '../ask.ts';
import {type Pairs, STATISTICS} from '../paths.ts';
import type {ChartData, Series} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import {groupingsOf, groupLabel, groupText} from './statistics.ts';

/** Parts of a bar besides the rest: more cannot be told apart. */
const MOST_SERIES = 5;

interface Cell {
  group_value: string;
  then_value: string;
  record_count: number;
  sum_value: number | null;
}

/** Groupings that part bars without overlap: those of which every record has one group. */
export const partsOf = (dataset: string): string[] =>
  Object.entries(groupingsOf(dataset))
    .filter(([, {chronological, list}]) => !chronological && !list)
    .map(([name]) => name);

/** Parts a chart by time. What is in none of the largest groups is the rest, exactly. */
export function withParts(
  view: View,
  answers: Answers,
  dataset: string,
  [first, second]: readonly [string, string],
  filters: Pairs,
  chart: ChartData,
): ChartData {
  const route = STATISTICS.get(dataset)!;
  const {data}: Envelope<Cell[]> = answers.ask<Cell[]>({
    segments: route.path.slice(1).split('/'),
    pairs: [
      ...filters.filter(([name]) => route.parameters[name]),
      ['group_by', `${first},${second}`],
      ['limit', '200'],
      ['lang', view.language],
    ],
  });
  const amountOf = ({record_count, sum_value}: Cell) => (chart.money ? sum_value : record_count);
  const totals = new Map<string, number>();
  const cells = new Map<string, number | null>();
  for (const cell of data) {
    if (cell.group_value === UNKNOWN_GROUP) continue;
    totals.set(cell.then_value, (totals.get(cell.then_value) ?? 0) + (amountOf(cell) ?? 0));
    cells.set(`${cell.group_value} ${cell.then_value}`, amountOf(cell));
  }
  const largest = [...totals]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_SERIES)
    .map(([group]) => group);
  const series: Series[] = largest.map((group) => ({
    label: groupText(view, dataset, second, group),
    values: chart.bars.map(({label, sum}) => {
      const amount = cells.get(`${label} ${group}`);
      if (amount !== undefined) return amount;
      return chart.money && sum === null ? null : 0;
    }),
  }));
  // In cents: the rest of two sums that are equal is nothing.
  const rest = chart.bars.map(({value, sum: whole}, i) => {
    if (chart.money && whole === null) return null;
    const parts = series.reduce((sum, {values}) => sum + Math.round((values[i] ?? 0) * 100), 0);
    return (Math.round(value * 100) - parts) / 100;
  });
  const hasRest = rest.some((value) => value !== null && value !== 0);
  const name = view.t(groupLabel(dataset, second)).toLowerCase();
  return {
    ...chart,
    title: view.t('chart.parted', {title: chart.title, group: name}),
    series: hasRest ? [...series, {label: view.t('chart.rest'), values: rest}] : series,
  };
}

/** Charts of two groupings: each bar of time is parted by the largest groups of another. */
import {descending, rollups, sum} from 'd3-array';
import {type Engine, UNKNOWN_GROUP} from '../../../engine/types.ts';
import {CHART_PARAMETER} from '../chart_address.ts';
import type {Pairs} from '../paths.ts';
import {amountOf, type ChartData} from '../view/chart_data.ts';
import type {View} from '../view/types.ts';
import {type Group, groupingsOf, groupLabel, groupsOf, groupText, replaced} from './statistics.ts';

/** Parts of a bar besides the rest: more cannot be told apart. */
const MOST_PARTS = 5;

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
  const {data} = groupsOf(view, engine, dataset, `${first},${second}`, filters);
  const amountIn = ({record_count, sum_value}: Group) => (chart.money ? sum_value : record_count);
  const cells = data.filter(({group_value}) => group_value !== UNKNOWN_GROUP);
  const amounts = new Map(cells.map((cell) => [`${cell.group_value} ${cell.then_value}`, amountIn(cell)]));
  const totals = rollups(
    cells,
    (all) => sum(all, amountIn),
    ({then_value = ''}) => then_value,
  );
  const largest = totals.sort(([, a], [, b]) => descending(a, b)).slice(0, MOST_PARTS);
  const bars = chart.bars.map((bar) => {
    const whole = amountOf(chart, bar);
    const parts = largest.map(([group]) => {
      const amount = amounts.get(`${bar.label} ${group}`);
      return amount === undefined ? whole && 0 : amount;
    });
    // In cents: the rest of two sums that are equal is nothing.
    const cents = sum(parts, (part) => Math.round((part ?? 0) * 100));
    const rest = whole === null ? null : (Math.round(whole * 100) - cents) / 100;
    return {...bar, parts: [...parts, rest]};
  });
  const names = largest.map(([group]) => groupText(view, dataset, second, group));
  const hasRest = bars.some(({parts}) => parts.at(-1));
  return {
    ...chart,
    title: t('chart.parted', {title: chart.title, group: t(groupLabel(dataset, second)).toLowerCase()}),
    bars: hasRest ? bars : bars.map((bar) => ({...bar, parts: bar.parts.slice(0, -1)})),
    parts: hasRest ? [...names, t('chart.rest')] : names,
    list: chart.list && {
      ...chart.list,
      pairs: replaced(chart.list.pairs, [[CHART_PARAMETER, `${first},${second}`]]),
    },
  };
}

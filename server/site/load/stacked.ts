/** Charts of two groupings: each bar of time is parted by the largest groups of another. */
import {descending, rollups, sum} from 'd3-array';
import {UNKNOWN_GROUP} from '../../../engine/types.ts';
import type {Answers} from '../ask.ts';
import type {Pairs} from '../paths.ts';
import {CHART} from '../texts/list.ts';
import {amountOf, type ChartData} from '../view/chart.tsx';
import type {View} from '../view/types.ts';
import {askGroups, type Group, groupingsOf, groupLabel, groupText} from './statistics.ts';

/** Parts of a bar besides the rest: more cannot be told apart. */
const MOST_PARTS = 5;

type Cell = Group & {then_value: string};

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
  const asked: Pairs = [
    ['group_by', `${first},${second}`],
    ['lang', view.language],
  ];
  const {data} = askGroups<Cell>(answers, dataset, filters, asked);
  const cellAmount = ({record_count, sum_value}: Cell) => (chart.money ? sum_value : record_count);
  const cells = data.filter(({group_value}) => group_value !== UNKNOWN_GROUP);
  const amounts = new Map(cells.map((cell) => [`${cell.group_value} ${cell.then_value}`, cellAmount(cell)]));
  const totals = rollups(
    cells,
    (all) => sum(all, cellAmount),
    ({then_value}) => then_value,
  );
  const groups = totals
    .sort(([, a], [, b]) => descending(a, b))
    .slice(0, MOST_PARTS)
    .map(([group]) => group);
  const bars = chart.bars.map((bar) => {
    const whole = amountOf(chart, bar);
    const none = whole === null ? null : 0;
    const parts = groups.map((group) => {
      const amount = amounts.get(`${bar.label} ${group}`);
      return amount === undefined ? none : amount;
    });
    // In cents: the rest of two sums that are equal is nothing.
    const cents = sum(parts, (part) => Math.round((part ?? 0) * 100));
    const rest = whole === null ? null : (Math.round(whole * 100) - cents) / 100;
    return {...bar, parts: [...parts, rest]};
  });
  const hasRest = bars.some(({parts}) => parts.at(-1));
  const name = view.t(groupLabel(dataset, second)).toLowerCase();
  return {
    ...chart,
    bars: hasRest ? bars : bars.map((bar) => ({...bar, parts: bar.parts.slice(0, -1)})),
    title: view.t(CHART.parted, {title: chart.title, group: name}),
    parts: [
      ...groups.map((group) => groupText(view, dataset, second, group)),
      ...(hasRest ? [view.t(CHART.rest)] : []),
    ],
  };
}

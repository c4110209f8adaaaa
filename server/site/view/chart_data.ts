/** What a chart is drawn from, and its values in words. */
import {greatest} from 'd3-array';
import {formatCompact, formatCompactMoney, formatMoney, formatNumber} from '../format.ts';
import type {MessageKey} from '../messages.ts';
import type {Pairs} from '../paths.ts';
import type {View} from './types.ts';

export interface Bar {
  label: string;
  count: number;
  /** Null where the dataset has no sum, or no record behind the bar an amount. */
  sum: number | null;
  /** Path of the records behind the bar, below the language. */
  path: string | null;
  /** What the bar is put together from, from the zero line up. Null: records without an amount. */
  parts?: readonly (number | null)[];
}

/** A list and what its address says of its chart, without what needs no saying. */
export interface ChartedList {
  path: string;
  pairs: Pairs;
}

export interface ChartData {
  title: string;
  /** What the groups are: the head of the first column. */
  group: string;
  bars: readonly Bar[];
  /** Bars stand side by side in the order of time; else they lie below each other. */
  chronological: boolean;
  /** Names of the parts of each bar; only of bars side by side. */
  parts?: readonly string[];
  money: boolean;
  /** Whether the amounts of bars are medians instead of sums. */
  median?: boolean;
  /** Whether bars with parts show the share of each part, all of one height. */
  share?: boolean;
  /** Labels of periods of which only a part is counted, with the message that says why. */
  partial: ReadonlyMap<string, MessageKey>;
  source: string;
  notes: readonly string[];
  /** The list with this chart; null: no list shows it. */
  list: ChartedList | null;
}

/** What a chart is made of: the words of the page and the numbers. */
export interface Drawn {
  view: View;
  data: ChartData;
}

/** Most bars side by side. */
export const MOST_BARS = 24;

/** What a bar is as long as; null where no amount is published, which is not zero. */
export const amountOf = ({money}: ChartData, {count, sum}: Bar): number | null => (money ? sum : count);

/** The value of a bar with at most three digits that count. */
export const short = (view: View, {money}: ChartData, value: number): string =>
  money ? formatCompactMoney(value, view.language) : formatCompact(value, view.language);

/** The whole value; in words where no amount is published. */
export const long = (view: View, {money}: ChartData, value: number | null): string => {
  if (value === null) return view.t('chart.no_amounts');
  return money ? formatMoney(value, view.language) : formatNumber(value, view.language);
};

/** A chart in one sentence. */
export function summaryOf(view: View, data: ChartData): string {
  const {title} = data;
  const bars = data.bars.filter((bar) => amountOf(data, bar) !== null);
  const top = greatest(bars, (bar) => amountOf(data, bar));
  if (!top) return view.t('frame.pair', {name: title, value: view.t('chart.no_amounts')});
  return view.t('chart.summary', {
    title,
    n: bars.length,
    top: top.label,
    value: long(view, data, amountOf(data, top)),
  });
}

/** Charts drawn on the server: bars by time and sorted bars, each with its numbers as a table. */

import {formatCompact, formatCompactMoney, formatDay, formatMoney, formatNumber} from '../format.ts';
import type {Markup} from '../html.tsx';
import type {Child, View} from './types.ts';

export interface Bar {
  label: string;
  /** What the bar is as long as. */
  value: number;
  count: number;
  /** Null where the dataset has no sum, or no record behind the bar an amount. */
  sum: number | null;
  /** Path with language of the records behind the bar. */
  href: string | null;
}

/** One part of every bar, in the order of the bars. */
export interface Series {
  label: string;
  /** Null: records without an amount. */
  values: readonly (number | null)[];
}

export interface ChartData {
  title: string;
  /** What the groups are: the head of the first column. */
  group: string;
  bars: readonly Bar[];
  /** Bars stand side by side in the order of time; else they lie below each other. */
  chronological: boolean;
  /** Parts that add up to each bar, from the zero line up; only of bars side by side. */
  series?: readonly Series[];
  money: boolean;
  /** Label of the period that is not over. */
  partial: string | null;
  source: string;
  notes: readonly string[];
}

/** Height of the plot in pixels, room for the labels above and below included. */
const HEIGHT = 200;
const TOP = 18;
const BOTTOM = 22;
const PLOT = HEIGHT - TOP - BOTTOM;

/** Most bars side by side. */
export const MOST_BARS = 24;

/** More bars are narrower than their labels on a phone. */
const NARROW_FROM = 8;

const NICE = [1, 2, 2.5, 5, 10];

/** Ticks from zero to at least `most`, at most five, at round numbers; of counts at whole ones. */
export function ticksOf(most: number, whole = false): number[] {
  if (most <= 0) return [0];
  const rough = whole ? Math.max(1, most / 4) : most / 4;
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step =
    NICE.map((nice) => nice * unit).find((size) => size >= rough && !(whole && size % 1 > 0)) ?? unit * 10;
  const count = Math.ceil(most / step - 1e-9);
  return Array.from({length: count + 1}, (_, i) => i * step);
}

const short = (view: View, {money}: ChartData, value: number): string =>
  money ? formatCompactMoney(value, view.language) : formatCompact(value, view.language);

const long = (view: View, {money}: ChartData, value: number | null): string => {
  if (value === null) return view.t('chart.no_amounts');
  return money ? formatMoney(value, view.language) : formatNumber(value, view.language);
};

/** What a bar stands for; null where no amount is published, which is not zero. */
const amountOf = ({money}: ChartData, {value, sum}: Bar): number | null =>
  money && sum === null ? null : value;

const percent = (share: number): string => `${Math.round(share * 1e4) / 100}%`;

/** Which labels are left out: on wide windows those that do not fit into a dozen, on narrow ones more. */
const labelClass = (i: number, count: number): string | null => {
  const fromEnd = count - 1 - i;
  const every = Math.ceil(count / 12);
  if (fromEnd % every > 0) return null;
  return fromEnd % (every * 2) > 0 && count > 5 ? 'roomy' : '';
};

/** Charts of a page so far: an id is there once in a document. */
const drawn = new WeakMap<View, number>();

function hatchId(view: View): string {
  const number = (drawn.get(view) ?? 0) + 1;
  drawn.set(view, number);
  return `hatch-${number}`;
}

/** The look of a bar; over a stack it has no fill but the hatching of a period that is not over. */
const barLook = (
  {series, partial}: ChartData,
  label: string,
  hatch: string,
): {class: string; fill?: string} => {
  const name = series ? 'over' : 'bar';
  return label === partial ? {class: `${name} partial`, fill: `url(#${hatch})`} : {class: name};
};

const hatching = (id: string, isOver: boolean): Markup => (
  <defs>
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect class={isOver ? 'hatch-clear' : 'hatch-ground'} width={6} height={6} />
      <rect class={isOver ? 'hatch-over' : 'hatch-line'} width={2} height={6} />
    </pattern>
  </defs>
);

/** The parts of a bar, one on the other. A negative part has no height. */
const stackOf = (
  view: View,
  data: ChartData,
  i: number,
  slot: number,
  y: (value: number) => number,
): Markup[] => {
  let below = 0;
  return (data.series ?? []).map(({label, values}, part) => {
    const value = Math.max(0, values[i] ?? 0);
    const [bottom, top] = [below, below + value];
    below = top;
    return (
      <rect
        class={`part part-${part}`}
        x={percent(i * slot + slot * 0.12)}
        width={percent(slot * 0.76)}
        y={y(top)}
        height={Math.max(0, y(bottom) - y(top))}
      >
        <title>{`${data.bars[i]!.label}, ${label}: ${long(view, data, values[i] ?? null)}`}</title>
      </rect>
    );
  });
};

/** Names of the parts in the order of the stack, the uppermost first. */
const keyOf = ({series}: ChartData): Markup | null =>
  series ? (
    <ul class="key">
      {series
        .map(({label}, part) => (
          <li>
            <svg width={12} height={12} aria-hidden="true">
              <rect class={`part part-${part}`} width={12} height={12} />
            </svg>{' '}
            {label}
          </li>
        ))
        .toReversed()}
    </ul>
  ) : null;

const timeBars = (view: View, data: ChartData): Markup => {
  const {bars} = data;
  const ticks = ticksOf(Math.max(0, ...bars.map(({value}) => value)), !data.money);
  const top = ticks.at(-1) || 1;
  const y = (value: number) => TOP + PLOT * (1 - value / top);
  const slot = 1 / Math.max(bars.length, 6);
  const hatch = hatchId(view);
  const middle = (i: number) => ({x: percent((i + 0.5) * slot), 'text-anchor': 'middle'});
  const isEnd = (i: number): boolean => i === bars.length - 1 && bars.length > NARROW_FROM;
  const highest = bars.reduce((best, bar, i) => (bar.value > (bars[best]?.value ?? 0) ? i : best), 0);
  return (
    <div class="chart">
      <svg class="axis" width={64} height={HEIGHT} aria-hidden="true">
        {ticks.map((tick) => (
          <text x={58} y={y(tick) + 4} text-anchor="end">
            {short(view, data, tick)}
          </text>
        ))}
      </svg>
      <svg class="plot" width="100%" height={HEIGHT} role="img" aria-label={summaryOf(view, data)}>
        {hatching(hatch, data.series !== undefined)}
        {ticks.map((tick) => (
          <line class={tick === 0 ? 'zero' : 'grid'} x1={0} x2="100%" y1={y(tick)} y2={y(tick)} />
        ))}
        {bars.map(({label, value, ...bar}, i) => [
          data.series ? stackOf(view, data, i, slot, y) : null,
          <rect
            {...barLook(data, label, hatch)}
            x={percent(i * slot + slot * 0.12)}
            width={percent(slot * 0.76)}
            y={y(Math.max(0, value))}
            height={Math.max(value > 0 ? 1 : 0, y(0) - y(Math.max(0, value)))}
          >
            {data.series ? null : (
              <title>{`${label}: ${long(view, data, amountOf(data, {label, value, ...bar}))}`}</title>
            )}
          </rect>,
          i === highest && value > 0 ? (
            <text
              class="direct"
              {...(isEnd(i) ? {x: percent((i + 1) * slot), 'text-anchor': 'end'} : middle(i))}
              y={y(value) - 5}
            >
              {short(view, data, value)}
            </text>
          ) : null,
          labelClass(i, bars.length) === null ? null : (
            <text
              class={labelClass(i, bars.length) || undefined}
              {...(isEnd(i) ? {x: percent((i + 1) * slot), 'text-anchor': 'end'} : middle(i))}
              y={HEIGHT - 6}
            >
              {label}
            </text>
          ),
        ])}
      </svg>
    </div>
  );
};

const sortedBars = (view: View, data: ChartData): Markup => {
  const most = Math.max(1e-9, ...data.bars.map(({value}) => value));
  return (
    <ol class="bars">
      {data.bars.map((bar) => {
        const {label, value, href} = bar;
        const shown = amountOf(data, bar);
        return (
          <li>
            <span class="what">{href === null ? label : <a href={href}>{label}</a>}</span>
            <svg width="100%" height={10} aria-hidden="true">
              <rect class="bar" width={percent(Math.max(0, value) / most)} height={10} />
            </svg>
            <span class="figure" title={long(view, data, shown)}>
              {shown === null ? long(view, data, null) : short(view, data, shown)}
            </span>
          </li>
        );
      })}
    </ol>
  );
};

function summaryOf(view: View, data: ChartData): string {
  const {title} = data;
  const bars = data.bars.filter((bar) => amountOf(data, bar) !== null);
  const top = bars.reduce<Bar | null>((best, bar) => (best && best.value >= bar.value ? best : bar), null);
  if (!top) return data.bars.length > 0 ? `${title}: ${view.t('chart.no_amounts')}` : title;
  return view.t('chart.summary', {
    title,
    n: bars.length,
    top: top.label,
    value: long(view, data, top.value),
  });
}

const numbers = (view: View, data: ChartData): Markup => {
  const {t, language} = view;
  const series = data.series ?? [];
  const all = data.bars.map((bar, i) => ({...bar, parts: series.map(({values}) => values[i] ?? null)}));
  const rows = data.chronological ? all.toReversed() : all;
  return (
    <details class="numbers">
      <summary>{t('chart.table')}</summary>
      <table>
        <caption class="sr">{data.title}</caption>
        <thead>
          <tr>
            <th scope="col">{data.group}</th>
            <th scope="col" class="figure">
              {t('chart.records')}
            </th>
            {data.money ? (
              <th scope="col" class="figure">
                {t('chart.sum')}
              </th>
            ) : null}
            {series.map(({label}) => (
              <th scope="col" class="figure part-name">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({label, count, sum, href, parts}) => (
            <tr>
              <th scope="row">{href === null ? label : <a href={href}>{label}</a>}</th>
              <td class="figure">{formatNumber(count, language)}</td>
              {data.money ? <td class="figure">{long(view, data, sum)}</td> : null}
              {parts.map((part) => (
                <td class="figure">{long(view, data, part)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
};

/** The bars that have room. */
const latest = (data: ChartData): ChartData => ({
  ...data,
  bars: data.bars.slice(-MOST_BARS),
  ...(data.series
    ? {series: data.series.map((one) => ({...one, values: one.values.slice(-MOST_BARS)}))}
    : {}),
});

/** A table of many columns is moved sideways. */
const scrolled = ({t}: View, {series}: ChartData, table: Markup): Markup =>
  series ? (
    <div class="scroll" tabindex={0} role="group" aria-label={t('chart.table')}>
      {table}
    </div>
  ) : (
    table
  );

/** A chart with title, source, notes and the table of its numbers. */
export const chart = (view: View, data: ChartData, before: Child = null): Markup | null =>
  data.bars.length === 0 ? null : (
    <figure class="graph">
      <figcaption>
        <h2>{data.title}</h2>
        {before}
      </figcaption>
      {data.chronological ? [keyOf(data), timeBars(view, latest(data))] : sortedBars(view, data)}
      {scrolled(view, data, numbers(view, data))}
      <p class="note">
        {[
          ...(data.partial && data.bars.some(({label}) => label === data.partial)
            ? [view.t('chart.partial', {period: data.partial})]
            : []),
          ...(data.chronological && data.bars.length > MOST_BARS ? [view.t('chart.earlier')] : []),
          ...data.notes,
          view.t('chart.source', {
            source: data.source,
            day: formatDay(view.build?.data_as_of ?? '', view.language),
          }),
        ].join(' ')}
      </p>
    </figure>
  );

/** A few bars without axes, for a card: the shape of the years. */
export const sparkline = (bars: readonly Bar[], summary: string): Markup => {
  const shown = bars.slice(-MOST_BARS);
  const most = Math.max(1, ...shown.map(({count}) => count));
  const slot = 1 / Math.max(shown.length, 8);
  return (
    <svg class="spark" width="100%" height={36} role="img" aria-label={summary}>
      {shown.map(({count}, i) => {
        const height = Math.max(count > 0 ? 1 : 0, (34 * count) / most);
        return (
          <rect
            class="bar"
            x={percent(i * slot + slot * 0.1)}
            width={percent(slot * 0.8)}
            y={36 - height}
            height={height}
          />
        );
      })}
    </svg>
  );
};

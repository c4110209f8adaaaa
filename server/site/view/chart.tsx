/** Charts drawn on the server: bars by time and sorted bars, each with its numbers as a table. */

import {cumsum, greatest, max, sum} from 'd3-array';
import {useId} from 'preact/hooks';
import {
  formatCompact,
  formatCompactMoney,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
} from '../format.ts';
import type {MessageKey} from '../messages.ts';
import {inLanguage} from '../paths.ts';
import {
  Bars,
  Column,
  EDGES,
  Framed,
  HEIGHT,
  Key,
  type Plot,
  percent,
  plotOf,
  rounded,
  ticksOf,
} from './chart_parts.tsx';
import {link, PlainTable, Scroll, type Shown} from './kit.tsx';
import type {Child, Markup, View} from './types.ts';

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
}

interface Drawn {
  view: View;
  data: ChartData;
}

/** Most bars side by side. */
export const MOST_BARS = 24;

/** Fewer bars leave room beside them. */
const FEWEST_PLACES = 6;

/** More bars are narrower than their labels on a phone. */
const NARROW_FROM = 8;

/** What a bar is as long as; null where no amount is published, which is not zero. */
export const amountOf = ({money}: ChartData, {count, sum}: Bar): number | null => (money ? sum : count);

const short = (view: View, {money}: ChartData, value: number): string =>
  money ? formatCompactMoney(value, view.language) : formatCompact(value, view.language);

const long = (view: View, {money}: ChartData, value: number | null): string => {
  if (value === null) return view.t('chart.no_amounts');
  return money ? formatMoney(value, view.language) : formatNumber(value, view.language);
};

function summaryOf(view: View, data: ChartData): string {
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

/** The lines over a period that is not over; over a stack they have no ground. */
export const Hatching = ({id, isOver}: {id: string; isOver: boolean}): Markup => (
  <defs>
    <pattern id={id} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect class={isOver ? 'hatch-clear' : 'hatch-ground'} width={6} height={6} />
      <rect class={isOver ? 'hatch-over' : 'hatch-line'} width={2} height={6} />
    </pattern>
  </defs>
);

/**
 * The parts of a bar, one on the other. A negative part has no height. Where shares are shown, the whole is
 * what the parts with a height add up to.
 */
const stackOf = ({view, data}: Drawn, {label, parts = []}: Bar, plot: Plot, at: number): Markup[] => {
  const heights = parts.map((part) => Math.max(0, part ?? 0));
  const whole = sum(heights);
  const ends = [0, ...cumsum(heights)].map((end) => (data.share ? end / (whole || 1) : end));
  return parts.map((part, i) => {
    const percent = data.share ? `${formatPercent(heights[i]! / (whole || 1), view.language)}, ` : '';
    return (
      <Column class={`part part-${i}`} plot={plot} at={at} from={ends[i]!} to={ends[i + 1]!}>
        <title>
          {view.t('frame.pair', {
            name: `${label}, ${data.parts![i]}`,
            value: percent + long(view, data, part),
          })}
        </title>
      </Column>
    );
  });
};

/** Ticks of shares. */
const QUARTERS = [0, 0.25, 0.5, 0.75, 1];

/** What the pointer shows the numbers of, and leads to the records of; the table has the same links. */
export const linked = ({language}: View, path: string | null, children: Child): Child =>
  path === null ? (
    children
  ) : (
    <a href={inLanguage(path, language)} tabindex={-1} rel="nofollow">
      {children}
    </a>
  );

/** Bars side by side. Of many only some are labelled, on narrow windows half of those. */
const TimeBars = ({view, data}: Drawn): Markup => {
  const {bars} = data;
  const last = bars.length - 1;
  const highest = greatest(bars, (bar) => amountOf(data, bar));
  const isShare = data.share === true && data.parts !== undefined;
  const ticks = isShare
    ? QUARTERS
    : ticksOf(Math.max(0, ...bars.map((bar) => amountOf(data, bar) ?? 0)), !data.money);
  const nameOf = (tick: number) => (isShare ? formatPercent(tick, view.language) : short(view, data, tick));
  const plot = plotOf(Math.max(bars.length, FEWEST_PLACES), 0.24, ticks.at(-1)!, EDGES);
  const {x, y} = plot;
  const hatch = useId();
  const look = data.parts ? 'over' : 'bar';
  const every = Math.ceil(bars.length / 12);
  const textAt = (i: number, top: number, text: string, name?: string): Markup => {
    const isEnd = i === last && bars.length > NARROW_FROM;
    const middle = x(i)! + x.bandwidth() / 2;
    return (
      <text
        class={name}
        x={percent(isEnd ? middle + x.step() / 2 : middle)}
        text-anchor={isEnd ? 'end' : 'middle'}
        y={rounded(top)}
      >
        {text}
      </text>
    );
  };
  return (
    <Framed
      y={y}
      ticks={ticks}
      name={nameOf}
      label={summaryOf(view, data)}
      hasLinks={bars.some(({path}) => path !== null)}
    >
      <Hatching id={hatch} isOver={data.parts !== undefined} />
      {bars.map((bar, i) => {
        const {label} = bar;
        const value = amountOf(data, bar);
        const isPartial = data.partial.has(label);
        const isRoomy = (last - i) % (every * 2) > 0 && bars.length > 5;
        return [
          linked(view, bar.path, [
            stackOf({view, data}, bar, plot, i),
            <Column
              class={isPartial ? `${look} partial` : look}
              fill={isPartial ? `url(#${hatch})` : undefined}
              plot={plot}
              at={i}
              to={isShare ? (value ? 1 : 0) : (value ?? 0)}
            >
              {data.parts ? null : (
                <title>{view.t('frame.pair', {name: label, value: long(view, data, value)})}</title>
              )}
            </Column>,
          ]),
          bar === highest && value! > 0 && !isShare
            ? textAt(i, y(value!) - 5, short(view, data, value!), 'direct')
            : null,
          (last - i) % every > 0 ? null : textAt(i, HEIGHT - 6, label, isRoomy ? 'roomy' : undefined),
        ];
      })}
    </Framed>
  );
};

const sortedBars = ({view, data}: Drawn): Markup => (
  <Bars
    bars={data.bars.map((bar) => {
      const value = amountOf(data, bar);
      const exact = long(view, data, value);
      return {
        label: link(view, bar.path, bar.label),
        value: value ?? 0,
        figure: value === null ? exact : short(view, data, value),
        exact,
      };
    })}
  />
);

/** The numbers of all bars, the newest first. One of many columns is moved sideways. */
export const numbers = ({view, data}: Drawn): Markup => {
  const {t, language} = view;
  const {title, group, bars, chronological, money, parts = []} = data;
  const columns: Shown<Bar>[] = [
    {head: group, cell: ({path, label}) => link(view, path, label)},
    {head: t('chart.records'), kind: 'figure', cell: ({count}) => formatNumber(count, language)},
    ...(money
      ? [
          {
            head: t(data.median ? 'chart.median' : 'chart.sum'),
            kind: 'figure',
            cell: (bar: Bar) => long(view, data, bar.sum),
          } as const,
        ]
      : []),
    ...parts.map(
      (head, i): Shown<Bar> => ({
        head,
        kind: 'figure',
        th: {class: 'figure part-name'},
        cell: (bar) => long(view, data, bar.parts![i]!),
      }),
    ),
  ];
  const table = (
    <details class="numbers">
      <summary>{t('chart.table')}</summary>
      <PlainTable caption={title} columns={columns} rows={chronological ? bars.toReversed() : bars} />
    </details>
  );
  return data.parts ? <Scroll label={t('chart.table')}>{table}</Scroll> : table;
};

/** A chart with title, source, notes and the table of its numbers; `children` stand below the title. */
export const Chart = ({view, data, children}: Drawn & {children?: Child}): Markup | null =>
  data.bars.length === 0 ? null : (
    <figure class="graph">
      <figcaption>
        <h2>{data.title}</h2>
        {children}
      </figcaption>
      {data.parts ? <Key names={data.parts} /> : null}
      {data.chronological ? (
        <TimeBars view={view} data={{...data, bars: data.bars.slice(-MOST_BARS)}} />
      ) : (
        sortedBars({view, data})
      )}
      {numbers({view, data})}
      <p class="note">
        {[
          ...data.bars.flatMap(({label}) => {
            const why = data.partial.get(label);
            return why ? [view.t(why, {period: label})] : [];
          }),
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
export const Sparkline = ({bars, label}: {bars: readonly Bar[]; label: string}): Markup => {
  const shown = bars.slice(-MOST_BARS);
  const most = max(shown, ({count}) => count)!;
  const plot = plotOf(Math.max(shown.length, 8), 0.2, most, [36, 2]);
  return (
    <svg class="spark" width="100%" height={36} role="img" aria-label={label}>
      {shown.map(({count}, i) => (
        <Column class="bar" plot={plot} at={i} to={count} />
      ))}
    </svg>
  );
};

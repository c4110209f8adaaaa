/** Charts drawn on the server: bars by time and sorted bars, each with its numbers as a table. */

import {max} from 'd3-array';
import {useId} from 'preact/hooks';
import {formatDay, formatNumber} from '../format.ts';
import {amountOf, type Bar, type Drawn, long, MOST_BARS, short} from './chart_data.ts';
import {ALONE_FRAME, Bars, Column, Key, PAGE_FRAME, plotOf} from './chart_parts.tsx';
import {link, PlainTable, Scroll, type Shown} from './kit.tsx';
import {shareLine} from './share.tsx';
import {TimeBars} from './time_bars.tsx';
import type {Child, Markup} from './types.ts';

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

interface ChartProps extends Drawn {
  /** Whether it is a page of its own, and travels already. */
  isAlone?: boolean;
  /** What else the chart may show; null: nothing. */
  choice?: Child;
  /** What the chart may be by instead, as the fold of the choices names it. */
  others?: readonly string[];
  /** Whether what changes the chart is unfolded: the reader is at it. */
  isChanging?: boolean;
  /** Stands below the title. */
  children?: Child;
}

const sourceOf = ({view, data}: Drawn): string =>
  view.t('chart.source', {
    source: data.source,
    day: formatDay(view.build?.data_as_of ?? '', view.language),
  });

/** What the reader must know of the bars. */
const notesOf = ({view, data}: Drawn): string[] => [
  ...data.bars.flatMap(({label}) => {
    const why = data.partial.get(label);
    return why ? [view.t(why, {period: label})] : [];
  }),
  ...(data.chronological && data.bars.length > MOST_BARS ? [view.t('chart.earlier')] : []),
  ...data.notes,
];

const note = (texts: readonly string[]): Markup | null =>
  texts.length === 0 ? null : <p class="note">{texts.join(' ')}</p>;

/** What changes a chart and takes it along, and its numbers: two lines that unfold, so that records begin soon. */
const folded = ({view, data, choice, others = [], isChanging = false}: ChartProps, id: string): Markup => {
  const share = shareLine(view, data, `frame-${id}`);
  return (
    <div class="unfold">
      {choice || share ? (
        <details class="change" open={isChanging}>
          <summary>
            {view.t(choice ? 'chart.change' : 'chart.take')}
            {choice && others.length > 0 ? (
              <span class="others">{view.t('chart.change_by', {groups: others.join(', ')})}</span>
            ) : null}
          </summary>
          {choice}
          {share}
          {note([sourceOf({view, data})])}
        </details>
      ) : null}
      {numbers({view, data})}
    </div>
  );
};

/** A chart with title, notes, the table of its numbers, its source, and what takes it along. */
export const Chart = (props: ChartProps): Markup | null => {
  const {view, data, isAlone = false, children} = props;
  const id = useId();
  const Heading = isAlone ? 'h1' : 'h2';
  return data.bars.length === 0 ? null : (
    <figure class="graph">
      <figcaption>
        <Heading>{data.title}</Heading>
        {children}
      </figcaption>
      {data.parts ? <Key names={data.parts} /> : null}
      {data.chronological ? (
        <TimeBars
          view={view}
          data={{...data, bars: data.bars.slice(-MOST_BARS)}}
          frame={isAlone ? ALONE_FRAME : PAGE_FRAME}
        />
      ) : (
        sortedBars({view, data})
      )}
      {note(notesOf(props))}
      {isAlone ? [numbers(props), note([sourceOf(props)])] : folded(props, id)}
    </figure>
  );
};

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

/**
 * What every picture of numbers is drawn from: places and heights, bars, an axis, a key. Coordinates have at
 * most two decimals.
 */
import {max, nice, ticks} from 'd3-array';
import type {SVGAttributes} from 'preact';
import {formatNumber} from '../format.ts';
import type {Child, Markup, View} from './types.ts';

/** Where bars stand: across in percent of the width or in pixels, `y` in pixels from the top. */
export interface Plot {
  /** From the left edge of a place to that of the next, and how wide the bar between its gaps is. */
  step: number;
  band: number;
  /** The left edge of the bar at a place, from 0. */
  x: (place: number) => number;
  y: (value: number) => number;
  bottom: number;
  /** A place or width as an attribute. */
  across: (value: number) => string;
}

/**
 * Places side by side, gaps of a share of each between them, and heights from zero to `most`. `width` is in
 * pixels; null: as wide as the page has room, in percent.
 */
export function plotOf(
  places: number,
  gap: number,
  most: number,
  [bottom, top]: readonly [number, number],
  width: number | null = null,
): Plot {
  const all = width ?? 100;
  const step = all / places;
  const start = (all - step * (places - gap)) / 2;
  return {
    step,
    band: step * (1 - gap),
    x: (place) => start + step * place,
    y: (value) => bottom + (value / (most || 1)) * (top - bottom),
    bottom,
    across: width === null ? percent : (value) => String(rounded(value)),
  };
}

const MOST_TICKS = 5;

/** Round numbers from zero to at least `most`, at most five; of counts whole ones. */
export const ticksOf = (most: number, isCount: boolean): number[] =>
  [4, 3, 2]
    .map((about) => ticks(...nice(0, most, about), about).filter((one) => !isCount || Number.isInteger(one)))
    .find(({length}) => length <= MOST_TICKS)!;

export const rounded = (value: number): number => Math.round(value * 100) / 100;

export const percent = (value: number): string => `${rounded(value)}%`;

/** What can be set on a bar besides where it is. */
type Look = Pick<SVGAttributes<SVGRectElement>, 'class' | 'fill'> & {children?: Child};

/** A bar that stands at a place, `from` one value `to` another; what is more than nothing can be seen. */
export const Column = ({
  plot: {x, y, band, across},
  at,
  from = 0,
  to,
  ...look
}: Look & {plot: Plot; at: number; from?: number; to: number}): Markup => {
  const height = to > from ? Math.max(1, y(from) - y(to)) : 0;
  return (
    <rect
      {...look}
      x={across(x(at))}
      width={across(band)}
      y={rounded(y(from) - height)}
      height={rounded(height)}
    />
  );
};

interface StripProps {
  height: number;
  /** Shares of the width, by the class of their bar. */
  parts: Readonly<Record<string, number>>;
  /** The bars in words; without, the numbers stand beside them. */
  label?: string;
  class?: string;
}

/** A lying bar, or several that follow each other. */
export const Strip = ({height, parts, label, class: name}: StripProps): Markup => {
  let before = 0;
  return (
    <svg
      class={name}
      width="100%"
      height={height}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : 'true'}
    >
      {Object.entries(parts).map(([part, share]) => {
        const x = before === 0 ? undefined : percent(100 * before);
        before += share;
        return <rect class={part} x={x} width={percent(100 * share)} height={height} />;
      })}
    </svg>
  );
};

/** Lying bars below each other, each with its figure; `exact` is what a shortened figure stands for. */
export const Bars = ({
  bars,
}: {
  bars: readonly {label: Child; value: number; figure: string; exact?: string}[];
}): Markup => {
  const most = max(bars, ({value}) => value) || 1;
  return (
    <ol class="bars">
      {bars.map(({label, value, figure, exact}) => (
        <li>
          <span class="what">{label}</span>
          <Strip height={10} parts={{bar: Math.max(0, value) / most}} />
          <span class="figure" title={exact}>
            {figure}
          </span>
        </li>
      ))}
    </ol>
  );
};

/** Values with their counts, each underlined by its share of the `most` frequent. */
export const Counts = ({
  view: {language},
  values,
  most,
}: {
  view: View;
  values: readonly {label: Child; count: number}[];
  most: number;
}): Markup => (
  <ul>
    {values.map(({label, count}) => (
      <li>
        {label}
        <span class="figure">{formatNumber(count, language)}</span>
        <Strip height={4} parts={{bar: count / most}} />
      </li>
    ))}
  </ul>
);

/** The room of standing bars, in pixels. */
export interface Frame {
  /** Null: as wide as the page has room. */
  width: number | null;
  height: number;
  /** From the top: the zero line and the highest bar. */
  edges: readonly [bottom: number, top: number];
  /** The room of the names of grid lines, left of the bars. */
  names: number;
  /** The size of texts. */
  text: number;
}

/** The room that a page gives a chart above its records: the first of these are to be seen on a phone, too. */
export const PAGE_FRAME: Frame = {width: null, height: 144, edges: [122, 18], names: 64, text: 12};

/** The room of a chart that is a page of its own. */
export const ALONE_FRAME: Frame = {...PAGE_FRAME, height: 220, edges: [198, 18]};

/** Pixels of a framed picture on a page: its height, and from the top the zero line and the highest bar. */
export const HEIGHT = PAGE_FRAME.height;
export const EDGES = PAGE_FRAME.edges;

interface Grid extends Pick<Plot, 'y'> {
  ticks: readonly number[];
  /** What a tick is called. */
  name: (tick: number) => string;
}

/** The names of grid lines. */
export const Names = ({y, ticks, name, frame: {names, text}}: Grid & {frame: Frame}): Child =>
  ticks.map((tick) => (
    <text x={names - text / 2} y={rounded(y(tick) + text / 3)} text-anchor="end">
      {name(tick)}
    </text>
  ));

/** Grid lines, that of zero being stronger. */
export const Lines = ({y, ticks, width}: Pick<Grid, 'y' | 'ticks'> & Pick<Frame, 'width'>): Child =>
  ticks.map((tick) => (
    <line
      class={tick === 0 ? 'zero' : 'grid'}
      x1={0}
      x2={width ?? '100%'}
      y1={rounded(y(tick))}
      y2={rounded(y(tick))}
    />
  ));

interface FramedProps extends Grid {
  /** The picture in words. */
  label: string;
  /** Whether there are links in it: pictures hide from screen readers what they consist of. */
  hasLinks?: boolean;
  frame?: Frame;
  children: Child;
}

/** Standing bars on grid lines, whose names stand beside them: texts do not scale with the window. */
export const Framed = ({
  label,
  hasLinks = false,
  frame = PAGE_FRAME,
  children,
  ...grid
}: FramedProps): Markup => (
  <div class="chart">
    <svg class="axis" width={frame.names} height={frame.height} aria-hidden="true">
      <Names {...grid} frame={frame} />
    </svg>
    <svg class="plot" width="100%" height={frame.height} role={hasLinks ? 'group' : 'img'} aria-label={label}>
      <Lines {...grid} width={null} />
      {children}
    </svg>
  </div>
);

/** Names of the parts of a bar in the order of the stack, the uppermost first. */
export const Key = ({names}: {names: readonly string[]}): Markup => (
  <ul class="key">
    {names
      .map((name, part) => (
        <li>
          <svg width={12} height={12} aria-hidden="true">
            <rect class={`part part-${part}`} width={12} height={12} />
          </svg>{' '}
          {name}
        </li>
      ))
      .toReversed()}
  </ul>
);

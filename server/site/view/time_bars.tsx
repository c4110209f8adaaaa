/** Bars by time, side by side: on a page, where they lead to their records, and in a picture. */
import {cumsum, greatest, sum} from 'd3-array';
import {useId} from 'preact/hooks';
import {formatPercent} from '../format.ts';
import {inLanguage} from '../paths.ts';
import {amountOf, type Bar, type Drawn, long, short, summaryOf} from './chart_data.ts';
import {
  Column,
  type Frame,
  Framed,
  Lines,
  Names,
  PAGE_FRAME,
  type Plot,
  plotOf,
  rounded,
  ticksOf,
} from './chart_parts.tsx';
import type {Child, Markup, View} from './types.ts';

/** Fewer bars leave room beside them. */
const FEWEST_PLACES = 6;

/** More bars are narrower than their labels on a phone. */
const NARROW_FROM = 8;

/** The lines over a period that is not over; over a stack they have no ground. */
export const Hatching = ({id, isOver, size = 1}: {id: string; isOver: boolean; size?: number}): Markup => (
  <defs>
    <pattern
      id={id}
      width={6}
      height={6}
      patternUnits="userSpaceOnUse"
      patternTransform={`rotate(45)${size === 1 ? '' : ` scale(${size})`}`}
    >
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

/** What of a bar a finger or a pointer finds: its whole place, since bars may be low and narrow. */
const Place = ({plot: {x, step, band, bottom, across}, at}: {plot: Plot; at: number}): Markup => (
  <rect
    class="place"
    x={across(x(at) - (step - band) / 2)}
    width={across(step)}
    y={0}
    height={rounded(bottom)}
  />
);

interface Linked {
  /** What the bar shows. */
  name: string;
  /** Whether its parts have names of their own, which are read out then. */
  hasParts?: boolean;
  /** Whether the keyboard reaches it; from there it goes to the others by arrows. */
  isFirst: boolean;
  plot: Plot;
  at: number;
}

/** A bar that leads to its records. */
export const linked = (
  {language}: View,
  path: string | null,
  {name, hasParts = false, isFirst, plot, at}: Linked,
  children: Child,
): Child =>
  path === null ? (
    children
  ) : (
    <a
      href={inLanguage(path, language)}
      tabindex={isFirst ? 0 : -1}
      rel="nofollow"
      {...(hasParts ? {'data-name': name} : {'aria-label': name})}
    >
      <Place plot={plot} at={at} />
      {children}
    </a>
  );

/** How standing bars are measured: the scale of their amounts, or of shares. */
function scaleOf({view, data}: Drawn, {edges, width}: Frame) {
  const {bars} = data;
  const isShare = data.share === true && data.parts !== undefined;
  const most = Math.max(0, ...bars.map((bar) => amountOf(data, bar) ?? 0));
  const ticks = isShare ? QUARTERS : ticksOf(most, !data.money);
  const name = (tick: number) => (isShare ? formatPercent(tick, view.language) : short(view, data, tick));
  const plot = plotOf(Math.max(bars.length, FEWEST_PLACES), 0.24, ticks.at(-1)!, edges, width);
  return {plot, ticks, name, isShare};
}

type Scale = ReturnType<typeof scaleOf>;

/** A bar or a stack, hatched where only a part of its period is counted. */
const timeBar = (drawn: Drawn, {plot, isShare}: Scale, hatch: string, bar: Bar, at: number): Child => {
  const {view, data} = drawn;
  const value = amountOf(data, bar);
  const isPartial = data.partial.has(bar.label);
  const look = data.parts ? 'over' : 'bar';
  const name = view.t('frame.pair', {name: bar.label, value: long(view, data, value)});
  const isFirst = bar === data.bars.findLast(({path}) => path !== null);
  return linked(view, bar.path, {name, hasParts: data.parts !== undefined, isFirst, plot, at}, [
    stackOf(drawn, bar, plot, at),
    <Column
      class={isPartial ? `${look} partial` : look}
      fill={isPartial ? `url(#${hatch})` : undefined}
      plot={plot}
      at={at}
      to={isShare ? (value ? 1 : 0) : (value ?? 0)}
    >
      {data.parts ? null : <title>{name}</title>}
    </Column>,
  ]);
};

/** Bars with their texts. Of many only some are labelled, on narrow windows half of those. */
const Standing = ({drawn, scale, frame}: {drawn: Drawn; scale: Scale; frame: Frame}): Child => {
  const {view, data} = drawn;
  const {bars} = data;
  const {x, y, step, band, across} = scale.plot;
  const {height, text: size} = frame;
  const hatch = useId();
  const last = bars.length - 1;
  const highest = greatest(bars, (bar) => amountOf(data, bar));
  const every = Math.ceil(bars.length / 12);
  const textAt = (i: number, top: number, text: string, name?: string): Markup => {
    const isEnd = i === last && bars.length > NARROW_FROM;
    const middle = x(i) + band / 2;
    return (
      <text
        class={name}
        x={across(isEnd ? middle + step / 2 : middle)}
        text-anchor={isEnd ? 'end' : 'middle'}
        y={rounded(top)}
      >
        {text}
      </text>
    );
  };
  return [
    <Hatching id={hatch} isOver={data.parts !== undefined} size={size / PAGE_FRAME.text} />,
    bars.map((bar, i) => {
      const value = amountOf(data, bar);
      const isRoomy = (last - i) % (every * 2) > 0 && bars.length > 5;
      return [
        timeBar(drawn, scale, hatch, bar, i),
        bar === highest && value! > 0 && !scale.isShare
          ? textAt(i, y(value!) - (5 * size) / 12, short(view, data, value!), 'direct')
          : null,
        (last - i) % every > 0
          ? null
          : textAt(i, height - size / 2, bar.label, isRoomy ? 'roomy' : undefined),
      ];
    }),
  ];
};

/** Bars side by side on a page. */
export const TimeBars = ({frame = PAGE_FRAME, ...drawn}: Drawn & {frame?: Frame}): Markup => {
  const {view, data} = drawn;
  const scale = scaleOf(drawn, frame);
  const {plot, ticks, name} = scale;
  return (
    <Framed
      y={plot.y}
      ticks={ticks}
      name={name}
      label={summaryOf(view, data)}
      hasLinks={data.bars.some(({path}) => path !== null)}
      frame={frame}
    >
      <Standing drawn={drawn} scale={scale} frame={frame} />
    </Framed>
  );
};

/** The same as a part of a picture that has the room of `frame`. */
export const DrawnTimeBars = ({drawn, frame}: {drawn: Drawn; frame: Frame & {width: number}}): Markup => {
  const scale = scaleOf(drawn, frame);
  const {plot, ticks, name} = scale;
  return (
    <g>
      <Names y={plot.y} ticks={ticks} name={name} frame={frame} />
      <g transform={`translate(${frame.names} 0)`}>
        <Lines y={plot.y} ticks={ticks} width={frame.width} />
        <Standing drawn={drawn} scale={scale} frame={frame} />
      </g>
    </g>
  );
};

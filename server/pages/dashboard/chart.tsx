/** The usage bar chart as inline SVG, without script or inline style, and its legend. */
import {scaleBand, scaleLinear} from 'd3-scale';
import {formatDay, formatNumber} from '../../site/format.ts';
import type {Markup} from '../../site/html.tsx';
import type {View} from '../../site/view/types.ts';
import {GROUP_TEXTS, USAGE as TEXTS} from '../texts/usage.ts';
import type {DailyUsage, Day} from './daily_usage.ts';

/** In units of the view box, which the page scales. */
const [WIDTH, HEIGHT] = [760, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [64, 32, 12, 30];

/** Every so many days a label is shown. */
const NAMED = 5;

/**
 * Lines drawn over the colour, by group index: either alone distinguishes groups. Colours are in the style
 * sheet as `.group-<index>`.
 */
const LINES = [
  '',
  'M0 8 8 0M-2 2 2-2M6 10 10 6',
  'M0 4H8',
  'M0 0 8 8M-2 6 2 10M6-2 10 2',
  'M4 0V8',
  'M0 4H8M4 0V8',
  'M0 0 8 8M8 0 0 8',
  'M2 2H5V5H2Z',
  'M0 2 4 6 8 2',
];

const pattern = (index: number): Markup => (
  <pattern id={`mark-${index}`} width={8} height={8} patternUnits="userSpaceOnUse">
    <rect class={`group-${index}`} width={8} height={8} />
    <path class="stripe" d={LINES[index]} />
  </pattern>
);

const fillOf = (index: number): string => `url(#mark-${index})`;

/** The height of so many requests over the lower edge, from the top; the highest tick is a whole number. */
export const heights = (days: readonly Day[]) =>
  scaleLinear([0, Math.max(2, ...days.map(({total}) => total))], [HEIGHT - BOTTOM, TOP]).nice(2);

export function chart({t, language}: View, {groups, days, total}: DailyUsage): Markup {
  const y = heights(days);
  const x = scaleBand(
    days.map(({day}) => day),
    [LEFT, WIDTH - RIGHT],
  )
    .padding(0.2)
    .round(true);
  const bar = ({day, requests}: Day): (Markup | null)[] => {
    let below = 0;
    return groups.map(({name, index}, g) => {
      const count = requests[g]!;
      if (count === 0) return null;
      const bottom = y(below);
      below += count;
      const top = y(below);
      const parts = {
        day: formatDay(day, language),
        group: t(GROUP_TEXTS[name]!),
        requests: formatNumber(count, language),
      };
      return (
        <rect x={x(day)} y={top} width={x.bandwidth()} height={bottom - top} fill={fillOf(index)}>
          <title>{t(TEXTS.bar, parts)}</title>
        </rect>
      );
    });
  };
  return (
    <svg class="usage" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-labelledby="chart-name">
      <title id="chart-name">{t(TEXTS.chart, {total: formatNumber(total, language)})}</title>
      <defs>{groups.map(({index}) => pattern(index))}</defs>
      {y.ticks(2).map((tick) => [
        <line class="grid" x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} />,
        <text x={LEFT - 8} y={y(tick) + 4} text-anchor="end">
          {formatNumber(tick, language)}
        </text>,
      ])}
      {days.map((day, i) => [
        bar(day),
        i % NAMED === NAMED - 1 ? (
          <text x={x(day.day)! + x.bandwidth() / 2} y={HEIGHT - 8} text-anchor="middle">
            {formatDay(day.day, language)}
          </text>
        ) : null,
      ])}
    </svg>
  );
}

export const legend = ({t}: View, {groups}: DailyUsage): Markup => (
  <ul class="key" aria-label={t(TEXTS.kinds)}>
    {groups.map(({name, index}) => (
      <li>
        <svg class="swatch" width={20} height={20} aria-hidden="true">
          <rect width={20} height={20} fill={fillOf(index)} />
        </svg>{' '}
        {t(GROUP_TEXTS[name]!)}
      </li>
    ))}
  </ul>
);

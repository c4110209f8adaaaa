/** The usage bar chart as inline SVG, without script or inline style, and its legend. */
import {cumsum} from 'd3-array';
import {scaleBand, scaleLinear} from 'd3-scale';
import {USAGE_GROUPS, type UsageGroup} from '../../accounts/usage.ts';
import {formatDay, formatNumber} from '../../site/format.ts';
import type {Markup} from '../../site/html.tsx';
import type {View} from '../../site/view/types.ts';
import {type DailyUsage, type Day, groupText} from './daily_usage.ts';

/** In pixels: of the picture, and of its upper and lower edge. Its width is that of the page. */
const [HEIGHT, TOP, BOTTOM] = [260, 12, 230];

/** Every so many days a label is shown; of these every second one on wide windows alone. */
const NAMED = 5;

/**
 * Lines drawn over the colour, in the order of the groups: either alone distinguishes them. Colours are in the
 * style sheet as `.group-<index>`.
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

const indexOf = (group: UsageGroup): number => USAGE_GROUPS.indexOf(group);

const pattern = (index: number): Markup => (
  <pattern id={`mark-${index}`} width={8} height={8} patternUnits="userSpaceOnUse">
    <rect class={`group-${index}`} width={8} height={8} />
    <path class="stripe" d={LINES[index]} />
  </pattern>
);

const fillOf = (group: UsageGroup): string => `url(#mark-${indexOf(group)})`;

const percent = (share: number): string => `${share.toFixed(2)}%`;

/** Pixels from above by requests; the scale ends at a round number. */
export const heights = (days: readonly Day[]) =>
  scaleLinear([0, Math.max(2, ...days.map(({total}) => total))], [BOTTOM, TOP]).nice(2);

export function chart({t, language}: View, {groups, days, total}: DailyUsage): Markup {
  const y = heights(days);
  const names = days.map(({day}) => day);
  const x = scaleBand(names, [0, 100]).padding(0.2);
  const bar = ({day, requests}: Day) => {
    const tops = cumsum(requests);
    return groups.map((group, g) => {
      const count = requests[g]!;
      const top = y(tops[g]!);
      const parts = {
        day: formatDay(day, language),
        group: t(groupText(group)),
        requests: formatNumber(count, language),
      };
      return count === 0 ? null : (
        <rect
          x={percent(x(day)!)}
          y={top}
          width={percent(x.bandwidth())}
          height={y(tops[g]! - count) - top}
          fill={fillOf(group)}
        >
          <title>{t('usage.bar', parts)}</title>
        </rect>
      );
    });
  };
  return (
    <div class="chart">
      <svg class="axis" width={64} height={HEIGHT} aria-hidden="true">
        {y.ticks(2).map((tick) => (
          <text x={58} y={y(tick) + 4} text-anchor="end">
            {formatNumber(tick, language)}
          </text>
        ))}
      </svg>
      <svg
        class="plot"
        width="100%"
        height={HEIGHT}
        role="img"
        aria-label={t('usage.chart', {total: formatNumber(total, language)})}
      >
        <defs>{groups.map((group) => pattern(indexOf(group)))}</defs>
        {y.ticks(2).map((tick) => (
          <line class="grid" x2="100%" y1={y(tick)} y2={y(tick)} />
        ))}
        {days.map(bar)}
        {names.map((day, i) =>
          (i + 1) % NAMED > 0 ? null : (
            <text
              class={(i + 1) % (2 * NAMED) > 0 ? 'roomy' : undefined}
              x={percent(x(day)! + x.bandwidth())}
              y={HEIGHT - 8}
              text-anchor="end"
            >
              {formatDay(day, language)}
            </text>
          ),
        )}
      </svg>
    </div>
  );
}

export const legend = ({t}: View, {groups}: DailyUsage): Markup => (
  <ul class="key" aria-label={t('usage.kinds')}>
    {groups.map((group) => (
      <li>
        <svg class="swatch" width={20} height={20} aria-hidden="true">
          <rect width={20} height={20} fill={fillOf(group)} />
        </svg>{' '}
        {t(groupText(group))}
      </li>
    ))}
  </ul>
);

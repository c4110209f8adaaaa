/** The usage bar chart as inline SVG, without script or inline style, and its legend. */
import {cumsum, max} from 'd3-array';
import {USAGE_GROUPS, type UsageGroup} from '../../accounts/usage.ts';
import {formatDay, formatNumber} from '../../site/format.ts';
import {Column, EDGES, Framed, HEIGHT, percent, plotOf, ticksOf} from '../../site/view/chart_parts.tsx';
import type {Markup, View} from '../../site/view/types.ts';
import {type DailyUsage, type Day, groupText} from './daily_usage.ts';

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

export function chart({t, language}: View, {groups, days, total}: DailyUsage): Markup {
  const ticks = ticksOf(max(days, (day) => day.total) ?? 0, true);
  const plot = plotOf(days.length, 0.2, ticks.at(-1)!, EDGES);
  const stack = ({day, requests}: Day, at: number) => {
    const ends = [0, ...cumsum(requests)];
    return groups.map((group, g) => {
      const parts = {
        day: formatDay(day, language),
        group: t(groupText(group)),
        requests: formatNumber(requests[g]!, language),
      };
      return requests[g] === 0 ? null : (
        <Column fill={fillOf(group)} plot={plot} at={at} from={ends[g]!} to={ends[g + 1]!}>
          <title>{t('usage.bar', parts)}</title>
        </Column>
      );
    });
  };
  return (
    <Framed
      y={plot.y}
      ticks={ticks}
      name={(tick) => formatNumber(tick, language)}
      label={t('usage.chart', {total: formatNumber(total, language)})}
    >
      <defs>{groups.map((group) => pattern(indexOf(group)))}</defs>
      {days.map(stack)}
      {days.map(({day}, i) =>
        (i + 1) % NAMED > 0 ? null : (
          <text
            class={(i + 1) % (2 * NAMED) > 0 ? 'roomy' : undefined}
            x={percent(plot.x(i) + plot.band)}
            y={HEIGHT - 6}
            text-anchor="end"
          >
            {formatDay(day, language)}
          </text>
        ),
      )}
    </Framed>
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

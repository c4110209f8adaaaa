/** Dashboard section: usage as a chart with legend and as a table. */
import {sum} from 'd3-array';
import {formatDay} from '../../site/format.ts';
import type {View} from '../../site/view/types.ts';
import {card, table} from '../parts.tsx';
import {GROUP_TEXTS, USAGE as TEXTS} from '../texts/usage.ts';
import {chart, legend} from './chart.tsx';
import type {DailyUsage} from './daily_usage.ts';

function chartAndTable(view: View, usage: DailyUsage) {
  const {t, language} = view;
  const {groups, days, total} = usage;
  const heads = [t(TEXTS.day), ...groups.map((group) => t(GROUP_TEXTS[group])), t(TEXTS.total)];
  const sums = groups.map((_, g) => sum(days, ({requests}) => requests[g]));
  const rows = days.map((day) => [
    <time datetime={day.day}>{formatDay(day.day, language)}</time>,
    ...day.requests,
    day.total,
  ]);
  return [
    chart(view, usage),
    legend(view, usage),
    <details>
      <summary>{t(TEXTS.table)}</summary>
      {table(view, t(TEXTS.table), heads, rows.toReversed(), [t(TEXTS.total), ...sums, total])}
    </details>,
  ];
}

export const usageSection = (view: View, usage: DailyUsage) =>
  card(
    'usage',
    view.t(TEXTS.title),
    usage.total === 0 ? <p>{view.t(TEXTS.none)}</p> : chartAndTable(view, usage),
    'card wide',
  );

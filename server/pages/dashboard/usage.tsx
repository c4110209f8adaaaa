/** Dashboard section: usage as a chart with legend and as a table. */
import {sum} from 'd3-array';
import {formatDay} from '../../site/format.ts';
import type {View} from '../../site/view/types.ts';
import {card, table} from '../parts.tsx';
import {chart, legend} from './chart.tsx';
import {type DailyUsage, groupText} from './daily_usage.ts';

function chartAndTable(view: View, usage: DailyUsage) {
  const {t, language} = view;
  const {groups, days, total} = usage;
  const heads = [t('usage.day'), ...groups.map((group) => t(groupText(group))), t('usage.total')];
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
      <summary>{t('usage.table')}</summary>
      {table(view, t('usage.table'), heads, rows.toReversed(), [t('usage.total'), ...sums, total])}
    </details>,
  ];
}

export const usageSection = (view: View, usage: DailyUsage) =>
  card(
    'usage',
    view.t('usage.title'),
    usage.total === 0 ? <p>{view.t('usage.none')}</p> : chartAndTable(view, usage),
    'card wide',
  );

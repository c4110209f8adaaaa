/** Dashboard section: usage as a chart with legend and as a table. */
import {formatDay} from '../../site/format.ts';
import type {View} from '../../site/view/types.ts';
import {card, table} from '../parts.tsx';
import {GROUP_TEXTS, USAGE as TEXTS} from '../texts/usage.ts';
import {chart, legend} from './chart.tsx';
import type {DailyUsage} from './daily_usage.ts';

export function usageSection(view: View, usage: DailyUsage) {
  const {t, language} = view;
  const {groups, days, total} = usage;
  const title = t(TEXTS.title);
  const heads = [t(TEXTS.day), ...groups.map(({name}) => t(GROUP_TEXTS[name]!)), t(TEXTS.total)];
  const sums = groups.map((_, g) => days.reduce((all, {requests}) => all + requests[g]!, 0));
  // The newest day first.
  const rows = days
    .toReversed()
    .map(({day, requests, total}) => [
      <time datetime={day}>{formatDay(day, language)}</time>,
      ...requests,
      total,
    ]);
  return card(
    'usage',
    title,
    [
      total === 0 ? <p>{t(TEXTS.none)}</p> : null,
      <div class="scroll newest" tabindex={0} role="group" aria-label={title}>
        {chart(view, usage)}
      </div>,
      total > 0 ? legend(view, usage) : null,
      <details>
        <summary>{t(TEXTS.table)}</summary>
        {table(view, t(TEXTS.table), heads, rows, [t(TEXTS.total), ...sums, total])}
      </details>,
    ],
    'card wide',
  );
}

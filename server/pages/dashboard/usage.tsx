/** Dashboard section: usage as a chart with legend, and as tables by kind and by key. */
import {sum} from 'd3-array';
import {formatDay} from '../../site/format.ts';
import type {Text} from '../../site/messages.ts';
import type {View} from '../../site/view/types.ts';
import {card, table} from '../parts.tsx';
import {chart, legend} from './chart.tsx';
import {type DailyUsage, groupText, type UsedKey} from './daily_usage.ts';

/** Days as rows, newest first; `names` are those of the groups. */
function daysTable<T>(
  view: View,
  label: Text,
  names: readonly string[],
  {groups, days, total}: DailyUsage<T>,
  note: Text | null = null,
) {
  const {t, language} = view;
  const sums = groups.map((_, g) => sum(days, ({requests}) => requests[g]));
  const rows = days.map((day) => [
    <time datetime={day.day}>{formatDay(day.day, language)}</time>,
    ...day.requests,
    day.total,
  ]);
  const heads = [t('usage.day'), ...names, t('usage.total')];
  return (
    <details>
      <summary>{t(label)}</summary>
      {note ? <p class="note">{t(note)}</p> : null}
      {table(view, t(label), heads, rows.toReversed(), [t('usage.total'), ...sums, total])}
    </details>
  );
}

function keyName({t}: View, key: UsedKey): string {
  if (key === null) return t('usage.no_key');
  const name = `${key.name} ${key.prefix}…`.trim();
  return key.revoked_at === null ? name : t('usage.revoked_key', {key: name});
}

function chartAndTables(view: View, usage: DailyUsage, byKey: DailyUsage<UsedKey>) {
  const {t} = view;
  return [
    chart(view, usage),
    legend(view, usage),
    daysTable(
      view,
      'usage.table',
      usage.groups.map((group) => t(groupText(group))),
      usage,
    ),
    daysTable(
      view,
      'usage.by_key',
      byKey.groups.map((key) => keyName(view, key)),
      byKey,
      byKey.groups.includes(null) ? 'usage.key_note' : null,
    ),
  ];
}

export const usageSection = (view: View, usage: DailyUsage, byKey: DailyUsage<UsedKey>) =>
  card(
    'usage',
    view.t('usage.title'),
    usage.total === 0 ? <p>{view.t('usage.none')}</p> : chartAndTables(view, usage, byKey),
    'card wide',
  );

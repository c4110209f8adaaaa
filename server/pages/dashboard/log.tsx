/** Dashboard section: what happened to the account lately. */
import type {AuditRow} from '../../accounts/audit.ts';
import {readRole} from '../../accounts/members.ts';
import {isTier} from '../../accounts/tiers.ts';
import type {Markup} from '../../site/html.tsx';
import type {View} from '../../site/view/types.ts';
import {card, table, time} from '../parts.tsx';

/** Rows on the page; the download of the account has all. */
export const MOST_SHOWN = 20;

function detailOf({t}: View, {event, detail}: AuditRow): Markup | string {
  if (detail === null || detail === '') return '';
  if (event === 'tier_changed' && isTier(detail)) return t(`tiers.${detail}_name`);
  const [, name = '', address = ''] = /^(\w+) (.+)$/.exec(event.startsWith('member_') ? detail : '') ?? [];
  const role = readRole(name);
  if (role) return `${address} (${t(`members.${role}`)})`;
  return event.startsWith('key_') ? <code>{detail}</code> : detail;
}

export function logSection(view: View, rows: readonly AuditRow[]): Markup {
  const {t} = view;
  const shown = rows.map((row) => [
    time(view, row.at),
    t(`audit.${row.event}`),
    detailOf(view, row),
    row.person ?? '',
  ]);
  const heads = [t('audit.when'), t('audit.what'), t('audit.which'), t('audit.who')];
  return card(
    'log',
    t('audit.title'),
    [
      <p class="note">{t('audit.why')}</p>,
      rows.length === 0 ? <p>{t('audit.none')}</p> : table(view, t('audit.title'), heads, shown),
    ],
    'card wide',
  );
}

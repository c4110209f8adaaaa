/** The tiers side by side: what each costs and allows. */
import {TIERS, type TierName} from '../accounts/tiers.ts';
import type {View} from '../site/view/types.ts';
import {card, table} from './parts.tsx';

/** A section with the table. */
export const tierTable = (view: View) => {
  const {t} = view;
  const heads = [
    'dashboard.tier',
    'dashboard.price',
    'welcome.a_month',
    'welcome.a_day',
    'welcome.a_minute',
    'dashboard.permits_limit',
    'dashboard.export',
    'alerts.limit',
    'dashboard.key',
  ] as const;
  const rows = (Object.keys(TIERS) as TierName[]).map((tier) => {
    const {month, day, minute, permits, export: may, searches, keys} = TIERS[tier];
    const counts = [month, day, minute].map((count) => count ?? t('dashboard.unlimited'));
    return [
      t(`tiers.${tier}_name`),
      t(`tiers.${tier}_price`),
      ...counts,
      permits,
      t(may ? 'dashboard.yes' : 'dashboard.no'),
      searches ?? t('dashboard.unlimited'),
      keys,
    ];
  });
  const title = t('welcome.tiers');
  return card(
    'tiers',
    title,
    table(
      view,
      title,
      heads.map((head) => t(head)),
      rows,
    ),
    'card wide',
  );
};

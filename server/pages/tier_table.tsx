/** The tiers side by side: what each costs and allows. */
import {TIERS, type TierName} from '../accounts/tiers.ts';
import type {View} from '../site/view/types.ts';
import {card, table} from './parts.tsx';
import {DASHBOARD as TEXTS} from './texts/dashboard.ts';
import {TIER_TEXTS} from './texts/usage.ts';
import {WELCOME} from './texts/welcome.ts';

/** A section with the table. */
export const tierTable = (view: View) => {
  const {t} = view;
  const heads = [
    TEXTS.tier,
    TEXTS.price,
    WELCOME.a_month,
    WELCOME.a_day,
    WELCOME.a_minute,
    TEXTS.permits_limit,
    TEXTS.export,
  ];
  const rows = (Object.keys(TIERS) as TierName[]).map((tier) => {
    const {name, price} = TIER_TEXTS[tier];
    const {month, day, minute, permits, export: may} = TIERS[tier];
    const counts = [month, day, minute].map((count) => count ?? t(TEXTS.unlimited));
    return [t(name), t(price), ...counts, permits, t(may ? TEXTS.yes : TEXTS.no)];
  });
  const title = t(WELCOME.tiers);
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

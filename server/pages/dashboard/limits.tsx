/** Dashboard section: the tier and the usage of its windows. */

import {TIERS, type TierName} from '../../accounts/tiers.ts';
import {WINDOWS} from '../../accounts/windows.ts';
import type {Window, Windows} from '../../limits/types.ts';
import {formatNumber} from '../../site/format.ts';
import type {Child} from '../../site/html.tsx';
import type {Text} from '../../site/messages.ts';
import type {View} from '../../site/view/types.ts';
import {card, facts, table, time} from '../parts.tsx';

/** From this share on, a window is shown as filling up. */
const NEARLY = 0.8;

function row(view: View, name: Text, {limit, used, reset}: Window): Child[] {
  const {t, language} = view;
  const meter = (max: number) => (
    <meter
      min={0}
      max={max}
      high={max * NEARLY}
      optimum={0}
      value={used}
      aria-label={t('dashboard.meter', {
        window: t(name),
        used: formatNumber(used, language),
        limit: formatNumber(max, language),
      })}
    />
  );
  return [
    t(name),
    used,
    limit ?? t('dashboard.unlimited'),
    limit === null ? '' : Math.max(0, limit - used),
    limit ? meter(limit) : '',
    time(view, new Date(reset * 1000).toISOString()),
  ];
}

export function limitsSection(view: View, tier: TierName, windows: Windows) {
  const {t, language} = view;
  const {permits, export: may} = TIERS[tier];
  const title = t('dashboard.limits');
  const heads = (['window', 'used', 'limit', 'remaining'] as const).map((head) => t(`dashboard.${head}`));
  const rows = WINDOWS.map((window) => row(view, `windows.${window}`, windows[window]));
  return card(
    'limits',
    title,
    [
      facts([
        [t('dashboard.tier'), <strong>{t(`tiers.${tier}_name`)}</strong>],
        [t('dashboard.price'), t(`tiers.${tier}_price`)],
        [t('dashboard.permits_limit'), formatNumber(permits, language)],
        [t('dashboard.export'), t(may ? 'dashboard.yes' : 'dashboard.no')],
      ]),
      table(view, title, [...heads, '', t('dashboard.resets')], rows),
    ],
    'card wide',
  );
}

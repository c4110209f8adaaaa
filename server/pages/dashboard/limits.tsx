/** Dashboard section: the tier and the usage of its windows. */
import type {Label} from '../../../datasets/labels/index.ts';
import {TIERS, type TierName} from '../../accounts/tiers.ts';
import {WINDOWS} from '../../accounts/windows.ts';
import type {Window, Windows} from '../../limits/types.ts';
import {formatNumber} from '../../site/format.ts';
import type {Child} from '../../site/html.tsx';
import type {View} from '../../site/view/types.ts';
import {card, facts, table, time} from '../parts.tsx';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import {TIER_TEXTS} from '../texts/usage.ts';

/** From this share on, a window is shown as filling up. */
const NEARLY = 0.8;

function row(view: View, name: Label, {limit, used, reset}: Window): Child[] {
  const {t, language} = view;
  const meter = (max: number) => (
    <meter
      min={0}
      max={max}
      high={max * NEARLY}
      optimum={0}
      value={used}
      aria-label={t(TEXTS.meter, {
        window: t(name),
        used: formatNumber(used, language),
        limit: formatNumber(max, language),
      })}
    />
  );
  return [
    t(name),
    used,
    limit ?? t(TEXTS.unlimited),
    limit === null ? '' : Math.max(0, limit - used),
    limit ? meter(limit) : '',
    time(view, new Date(reset * 1000).toISOString()),
  ];
}

export function limitsSection(view: View, tier: TierName, windows: Windows) {
  const {t, language} = view;
  const {name, price} = TIER_TEXTS[tier];
  const {permits, export: may} = TIERS[tier];
  const title = t(TEXTS.limits);
  const heads = [TEXTS.window, TEXTS.used, TEXTS.limit, TEXTS.remaining].map((head) => t(head));
  const rows = WINDOWS.map((window) => row(view, TEXTS[window], windows[window]));
  return card(
    'limits',
    title,
    [
      facts([
        [t(TEXTS.tier), <strong>{t(name)}</strong>],
        [t(TEXTS.price), t(price)],
        [t(TEXTS.permits_limit), formatNumber(permits, language)],
        [t(TEXTS.export), t(may ? TEXTS.yes : TEXTS.no)],
      ]),
      table(view, title, [...heads, '', t(TEXTS.resets)], rows),
    ],
    'card wide',
  );
}

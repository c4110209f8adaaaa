/** The tiers side by side: what each costs and allows. */
import {html} from 'hono/html';
import {TIERS, type TierName} from '../accounts/tiers.ts';
import {formatNumber} from './format.ts';
import type {Language} from './language.ts';
import type {Html} from './layout.ts';
import {DASHBOARD as TEXTS} from './texts/dashboard.ts';
import type {Translate} from './texts/types.ts';
import {TIER_TEXTS} from './texts/usage.ts';
import {WELCOME} from './texts/welcome.ts';

/** Columns with requests, in order. */
const WINDOWS = ['month', 'day', 'minute'] as const;

const row = (t: Translate, language: Language, tier: TierName): Html => {
  const {name, price} = TIER_TEXTS[tier];
  const {permits, export: may} = TIERS[tier];
  const requests = (count: number | null) =>
    count === null ? t(TEXTS.unlimited) : formatNumber(count, language);
  return html`<tr><th scope="row">${t(name)}</th><td>${t(price)}</td>
${WINDOWS.map((window) => html`<td class="figure">${requests(TIERS[tier][window])}</td>`)}
<td class="figure">${formatNumber(permits, language)}</td><td>${t(may ? TEXTS.yes : TEXTS.no)}</td></tr>`;
};

/** A section with the table. */
export const tierTable = (
  t: Translate,
  language: Language,
): Html => html`<section class="card wide" aria-labelledby="tiers">
<h2 id="tiers">${t(WELCOME.tiers)}</h2>
<div class="scroll" tabindex="0" role="group" aria-labelledby="tiers"><table>
<thead><tr><th scope="col">${t(TEXTS.tier)}</th><th scope="col">${t(TEXTS.price)}</th>
<th scope="col" class="figure">${t(WELCOME.a_month)}</th><th scope="col" class="figure">${t(WELCOME.a_day)}</th>
<th scope="col" class="figure">${t(WELCOME.a_minute)}</th>
<th scope="col" class="figure">${t(TEXTS.permits_limit)}</th><th scope="col">${t(TEXTS.export)}</th></tr></thead>
<tbody>${(Object.keys(TIERS) as TierName[]).map((tier) => row(t, language, tier))}</tbody>
</table></div>
</section>`;

/** Dashboard section: the tier and the usage of its windows. */
import {html} from 'hono/html';
import {TIERS, type TierName} from '../../accounts/tiers.ts';
import {WINDOWS} from '../../accounts/windows.ts';
import type {Window, Windows} from '../../limits/types.ts';
import {formatNumber, formatTime} from '../format.ts';
import type {Language} from '../language.ts';
import type {Html} from '../layout.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import type {Text, Translate} from '../texts/types.ts';
import {TIER_TEXTS} from '../texts/usage.ts';

/** From this share on, a window is shown as filling up. */
const NEARLY = 0.8;

function row(t: Translate, language: Language, name: Text, {limit, used, reset}: Window): Html {
  const figure = (value: number) => formatNumber(value, language);
  const label = (max: number) => t(TEXTS.meter, {window: t(name), used: figure(used), limit: figure(max)});
  return html`<tr><th scope="row">${t(name)}</th>
<td class="figure">${figure(used)}</td>
<td class="figure">${limit === null ? t(TEXTS.unlimited) : figure(limit)}</td>
<td class="figure">${limit === null ? '' : figure(Math.max(0, limit - used))}</td>
<td class="meter">${
    limit !== null &&
    limit > 0 &&
    html`<meter min="0" max="${limit}" high="${limit * NEARLY}" optimum="0" value="${used}"
 aria-label="${label(limit)}"></meter>`
  }</td>
<td>${formatTime(new Date(reset * 1000).toISOString())}</td></tr>`;
}

export function limitsSection(t: Translate, language: Language, tier: TierName, windows: Windows): Html {
  const {name, price} = TIER_TEXTS[tier];
  const {permits, export: may} = TIERS[tier];
  const heads = [TEXTS.window, TEXTS.used, TEXTS.limit, TEXTS.remaining];
  return html`<section class="card wide" aria-labelledby="limits">
<h2 id="limits">${t(TEXTS.limits)}</h2>
<dl class="facts">
<div><dt>${t(TEXTS.tier)}</dt><dd><strong>${t(name)}</strong></dd></div>
<div><dt>${t(TEXTS.price)}</dt><dd>${t(price)}</dd></div>
<div><dt>${t(TEXTS.permits_limit)}</dt><dd>${formatNumber(permits, language)}</dd></div>
<div><dt>${t(TEXTS.export)}</dt><dd>${t(may ? TEXTS.yes : TEXTS.no)}</dd></div>
</dl>
<div class="scroll" tabindex="0" role="region" aria-labelledby="limits">
<table>
<thead><tr>${heads.map((head, i) => html`<th scope="col"${i > 0 && html` class="figure"`}>${t(head)}</th>`)}
<td class="meter"></td><th scope="col">${t(TEXTS.resets)}</th></tr></thead>
<tbody>${WINDOWS.map((window) => row(t, language, TEXTS[window], windows[window]))}</tbody>
</table>
</div>
<p class="hint">${t(TEXTS.utc)}</p>
</section>`;
}

/** The part of the dashboard that shows the tier and how full its windows are. */
import {html} from 'hono/html';
import {TIERS, type TierName} from '../../accounts/tiers.ts';
import {WINDOWS} from '../../accounts/windows.ts';
import type {Window, Windows} from '../../limits/types.ts';
import {number, time} from '../figures.ts';
import type {Language} from '../language.ts';
import type {Html} from '../layout.ts';
import {DASHBOARD as TEXTS} from '../texts/dashboard.ts';
import type {Say, Text} from '../texts/types.ts';
import {TIER_TEXTS} from '../texts/usage.ts';

/** From this share on, a window shows that it is filling up. */
const NEARLY = 0.8;

function row(say: Say, language: Language, name: Text, {limit, used, reset}: Window): Html {
  const figure = (value: number) => number(value, language);
  const label = (most: number) =>
    say(TEXTS.meter, {window: say(name), used: figure(used), limit: figure(most)});
  return html`<tr><th scope="row">${say(name)}</th>
<td class="figure">${figure(used)}</td>
<td class="figure">${limit === null ? say(TEXTS.unlimited) : figure(limit)}</td>
<td class="figure">${limit === null ? '' : figure(Math.max(0, limit - used))}</td>
<td class="meter">${
    limit !== null &&
    limit > 0 &&
    html`<meter min="0" max="${limit}" high="${limit * NEARLY}" optimum="0" value="${used}"
 aria-label="${label(limit)}"></meter>`
  }</td>
<td>${time(new Date(reset * 1000).toISOString())}</td></tr>`;
}

export function limitsPart(say: Say, language: Language, tier: TierName, windows: Windows): Html {
  const {name, price} = TIER_TEXTS[tier];
  const {permits, export: may} = TIERS[tier];
  const heads = [TEXTS.window, TEXTS.used, TEXTS.limit, TEXTS.remaining];
  return html`<section class="card wide" aria-labelledby="limits">
<h2 id="limits">${say(TEXTS.limits)}</h2>
<dl class="facts">
<div><dt>${say(TEXTS.tier)}</dt><dd><strong>${say(name)}</strong></dd></div>
<div><dt>${say(TEXTS.price)}</dt><dd>${say(price)}</dd></div>
<div><dt>${say(TEXTS.permits_limit)}</dt><dd>${number(permits, language)}</dd></div>
<div><dt>${say(TEXTS.export)}</dt><dd>${say(may ? TEXTS.yes : TEXTS.no)}</dd></div>
</dl>
<div class="scroll" tabindex="0" role="region" aria-labelledby="limits">
<table>
<thead><tr>${heads.map((head, i) => html`<th scope="col"${i > 0 && html` class="figure"`}>${say(head)}</th>`)}
<td class="meter"></td><th scope="col">${say(TEXTS.resets)}</th></tr></thead>
<tbody>${WINDOWS.map((window) => row(say, language, TEXTS[window], windows[window]))}</tbody>
</table>
</div>
<p class="hint">${say(TEXTS.utc)}</p>
</section>`;
}

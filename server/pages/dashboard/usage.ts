/** Dashboard section: usage as a chart with legend and as a table. */
import {html} from 'hono/html';
import {formatNumber} from '../format.ts';
import type {Language} from '../language.ts';
import type {Html} from '../layout.ts';
import type {Translate} from '../texts/types.ts';
import {GROUP_TEXTS, USAGE as TEXTS} from '../texts/usage.ts';
import {chart} from './chart.ts';
import type {DailyUsage} from './daily_usage.ts';
import {swatch} from './patterns.ts';

const nameOf = (t: Translate, name: string): string => t(GROUP_TEXTS[name] ?? {en: name, fr: name});

/** Newest day first. */
function table(t: Translate, language: Language, {groups, days, total}: DailyUsage): Html {
  const figure = (value: number) => html`<td class="figure">${formatNumber(value, language)}</td>`;
  const sums = groups.map((_, g) => days.reduce((all, {requests}) => all + requests[g]!, 0));
  const heads = [...groups.map(({name}) => nameOf(t, name)), t(TEXTS.total)];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${t(TEXTS.table)}">
<table>
<thead><tr><th scope="col">${t(TEXTS.day)}</th>${heads.map((head) => html`<th scope="col" class="figure">${head}</th>`)}</tr></thead>
<tbody>${days.toReversed().map(
    (day) => html`<tr><th scope="row">${day.day}</th>${day.requests.map(figure)}${figure(day.total)}</tr>
`,
  )}</tbody>
<tfoot><tr><th scope="row">${t(TEXTS.total)}</th>${sums.map(figure)}${figure(total)}</tr></tfoot>
</table>
</div>`;
}

const legend = (t: Translate, {groups}: DailyUsage): Html =>
  html`<ul class="legend" aria-label="${t(TEXTS.kinds)}">${groups.map(
    ({name, index}) => html`<li>${swatch(index)} ${nameOf(t, name)}</li>`,
  )}</ul>`;

export const usageSection = (t: Translate, language: Language, days: DailyUsage): Html =>
  html`<section class="card wide" aria-labelledby="usage">
<h2 id="usage">${t(TEXTS.title)}</h2>
${days.total === 0 && html`<p>${t(TEXTS.none)}</p>`}
<div class="scroll newest" tabindex="0" role="region" aria-labelledby="usage">${chart(t, language, days)}</div>
${days.total > 0 && legend(t, days)}
<details><summary>${t(TEXTS.table)}</summary>
${table(t, language, days)}
</details>
</section>`;

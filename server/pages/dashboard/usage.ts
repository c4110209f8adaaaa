/** The part of the dashboard that shows usage: the chart, its legend and a table of the same numbers. */
import {html} from 'hono/html';
import {number} from '../figures.ts';
import type {Language} from '../language.ts';
import type {Html} from '../layout.ts';
import type {Say} from '../texts/types.ts';
import {GROUP_TEXTS, USAGE as TEXTS} from '../texts/usage.ts';
import {chart} from './chart.ts';
import type {Days} from './days.ts';
import {swatch} from './marks.ts';

const nameOf = (say: Say, name: string): string => say(GROUP_TEXTS[name] ?? {en: name, fr: name});

/** Newest day first. */
function table(say: Say, language: Language, {groups, days, total}: Days): Html {
  const figure = (value: number) => html`<td class="figure">${number(value, language)}</td>`;
  const sums = groups.map((_, g) => days.reduce((all, {requests}) => all + requests[g]!, 0));
  const heads = [...groups.map(({name}) => nameOf(say, name)), say(TEXTS.total)];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${say(TEXTS.table)}">
<table>
<thead><tr><th scope="col">${say(TEXTS.day)}</th>${heads.map((head) => html`<th scope="col" class="figure">${head}</th>`)}</tr></thead>
<tbody>${days.toReversed().map(
    (day) => html`<tr><th scope="row">${day.day}</th>${day.requests.map(figure)}${figure(day.total)}</tr>
`,
  )}</tbody>
<tfoot><tr><th scope="row">${say(TEXTS.total)}</th>${sums.map(figure)}${figure(total)}</tr></tfoot>
</table>
</div>`;
}

const legend = (say: Say, {groups}: Days): Html =>
  html`<ul class="legend" aria-label="${say(TEXTS.kinds)}">${groups.map(
    ({name, place}) => html`<li>${swatch(place)} ${nameOf(say, name)}</li>`,
  )}</ul>`;

export const usagePart = (say: Say, language: Language, days: Days): Html =>
  html`<section class="card wide" aria-labelledby="usage">
<h2 id="usage">${say(TEXTS.title)}</h2>
${days.total === 0 && html`<p>${say(TEXTS.none)}</p>`}
<div class="scroll newest" tabindex="0" role="region" aria-labelledby="usage">${chart(say, language, days)}</div>
${days.total > 0 && legend(say, days)}
<details><summary>${say(TEXTS.table)}</summary>
${table(say, language, days)}
</details>
</section>`;

/** Section on the links between records: a table per kind of link, by rule. */

import {number} from '../runtime/counts.ts';
import type {ReportData} from './data.ts';
import {share} from './format.ts';
import {type Html, html, table} from './html.ts';

const HEADINGS = [
  {label: 'Rule, or why there is no link'},
  {label: 'Number', numeric: true as const},
  {label: 'Share', numeric: true as const},
];

export function linksSection({manifest}: ReportData): Html {
  if (!manifest.links.length) return html`<p>No records of this build are linked to others by rules.</p>`;
  const kinds = Map.groupBy(manifest.links, ({link}) => link);
  return html`${[...kinds].map(([link, rules]) => {
    const all = rules.reduce((sum, {count}) => sum + count, 0);
    const rows = rules.map(({rule, count}) => [rule, number(count), share(count, all)]);
    return html`${table(link, HEADINGS, rows)}\n`;
  })}`;
}

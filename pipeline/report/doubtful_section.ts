/** Section on records that a person should look at: how many there are, and the largest. */
import {number} from '../runtime/counts.ts';
import type {ReportData} from './data.ts';
import {type Html, html, table} from './html.ts';

const n = (label: string) => ({label, numeric: true as const});

const COUNTED = [{label: 'Dataset'}, {label: 'Joins'}, n('Records'), n('Value')];
const LISTED = [
  {label: 'Record'},
  {label: 'Joins'},
  n('Value'),
  n('Rows'),
  {label: 'Names'},
  {label: 'Rules'},
];

const lines = (texts: readonly string[]): Html[] => texts.map((text) => html`<div>${text}</div>`);

export function doubtfulSection({manifest, doubtful}: ReportData): Html {
  const some = (manifest.doubtful ?? []).filter(({records}) => records > 0);
  if (!some.length) return html`<p>No record joins what is seldom one.</p>`;
  const counts = some.map(({dataset, joins, records, value}) => [
    dataset,
    joins,
    number(records),
    number(value),
  ]);
  const largest = doubtful.map(({dataset, record_id, source_url, value, rows, joins, names, rules}) => [
    html`<a class="mono" href="${source_url}">${record_id}</a> <small>${dataset}</small>`,
    lines(joins),
    value === null ? '' : number(value),
    number(rows),
    lines(names),
    lines(rules),
  ]);
  return html`${table('Records by what they join; values in CAD.', COUNTED, counts)}
${table(`The largest, ${number(largest.length)} of them, with their pages at the publisher.`, LISTED, largest)}`;
}

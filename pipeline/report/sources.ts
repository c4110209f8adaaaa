/** Sections on sources: counts and freshness, outcomes of rows, records by year, changes. */

import {DROPPED, type SourceEntry} from '../../builds/artefacts.ts';
import {SOURCES} from '../../datasets/index.ts';
import {number, plural} from '../runtime/counts.ts';
import {barsOf, outcomeBar, yearChart} from './bars.ts';
import type {ReportData} from './data.ts';
import {formatTime, share, signed} from './format.ts';
import {freshness} from './freshness.ts';
import {type Html, html, table} from './html.ts';
import type {Years} from './years.ts';

const n = (label: string) => ({label, numeric: true as const});

function state(source: SourceEntry, builtAt: string): Html {
  const {days, state: known} = freshness(source, builtAt);
  const kind = {fresh: 'good', old: 'warn', stale: 'bad'}[known];
  const age = days > 0 && `, ${plural(days, 'day')} before the load`;
  return html`<span class="pill ${kind}">${known}</span> <small>${formatTime(source.fetched_at)}${age}</small><small>renewed ${source.cadence === 'irregular' ? 'at irregular times' : source.cadence}${source.origin === DROPPED && ', from its drop folder'}</small>`;
}

/** The dataset whose records this unpublished one feeds. */
function feeds({slug}: SourceEntry): Html | null {
  const into = SOURCES[slug]?.feeds;
  return into ? html` <small>part of <span class="mono">${into}</span></small>` : null;
}

export function sourcesSection({manifest}: ReportData): Html {
  const headings = [
    {label: 'Source'},
    n('Rows read'),
    n('Kept'),
    n('Merged'),
    n('Rejected'),
    n('Share rejected'),
    {label: 'Records from, to'},
    {label: 'Fetched'},
  ];
  const rows = manifest.sources.map((one) => [
    html`${one.label} <small class="mono">${one.slug}</small>${feeds(one)}`,
    number(one.read),
    number(one.kept),
    number(one.merged),
    number(one.rejected),
    share(one.rejected, one.read),
    one.first_date && one.last_date ? html`${one.first_date} <small>to ${one.last_date}</small>` : '',
    html`<span>${state(one, manifest.built_at)}</span>`,
  ]);
  const errors = manifest.sources.map((one) => one.stale?.error);
  return table('Rows read = kept + merged + rejected, for every source.', headings, rows, errors);
}

export function outcomesSection({manifest}: ReportData): Html {
  const headings = [
    {label: 'Source'},
    {label: 'Kept, merged, rejected'},
    n('Kept'),
    n('Merged'),
    n('Rejected'),
  ];
  const rows = manifest.sources.map((one) => [
    one.label,
    outcomeBar(`fate-${one.slug}`, one),
    share(one.kept, one.read),
    share(one.merged, one.read),
    share(one.rejected, one.read),
  ]);
  return html`<ul class="key"><li class="kept">kept as records</li><li class="merged">merged into another record</li><li class="rejected">rejected</li></ul>
${table('Shares of the rows read. A part that is too thin to be seen is drawn a little wider.', headings, rows)}
${mergedTable(manifest.sources)}`;
}

/** One column per reason. */
function mergedTable(sources: readonly SourceEntry[]): Html | null {
  const some = sources.filter((one) => one.merged > 0);
  const reasons = [...new Set(some.flatMap((one) => Object.keys(one.merged_by_reason)))];
  if (!reasons.length) return null;
  const rows = some.map((one) => [
    one.label,
    ...reasons.map((reason) => number(one.merged_by_reason[reason] ?? 0)),
    number(one.merged),
  ]);
  return table(
    'Merged rows by reason.',
    [{label: 'Source'}, ...[...reasons, 'in all'].map((reason) => n(capital(reason)))],
    rows,
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function yearFigure(source: SourceEntry, years: Years): Html {
  const unit = years.fiscal ? 'first year of' : 'year of';
  const undated = years.undated ? `; ${number(years.undated)} without one` : '';
  const label = `${source.label}: records by ${unit} ${years.column}`;
  const bars = barsOf(years.counts);
  const drawn = bars.length > 0;
  const beyond = bars.filter((bar) => bar.rest).map((bar) => `${number(bar.rows)} ${bar.label}`);
  const grey = beyond.length > 0 && html`<small>Grey: ${beyond.join(', ')}</small>`;
  const headings = [{label: 'Year'}, n('Records')];
  const rows = years.counts.map((one) => [String(one.year), number(one.rows)]);
  return html`<figure><figcaption><h3>${source.label}</h3><small>${plural(source.kept, 'record')} by ${unit} <span class="mono">${years.column}</span>${undated}</small>${grey}</figcaption>
${drawn ? yearChart(`years-${source.slug}`, label, years) : html`<p>No record has one.</p>`}
${drawn && html`<details><summary>Numbers</summary>${table(label, headings, rows)}</details>`}</figure>\n`;
}

export function yearsSection({manifest, years}: ReportData): Html {
  return html`<div class="charts">
${manifest.sources.map((source) => {
  const known = years.get(source.slug);
  return known ? yearFigure(source, known) : null;
})}</div>`;
}

export function changesSection({manifest, before, changes}: ReportData): Html {
  if (!before) return html`<p>This is the first build here: there is nothing to compare it with.</p>`;
  const labels = new Map([...before.sources, ...manifest.sources].map((one) => [one.slug, one.label]));
  const headings = [
    {label: 'Source'},
    n('Before'),
    n('Now'),
    n('Added'),
    n('Changed'),
    n('Removed'),
    {label: ''},
  ];
  const rows = changes.map((one) => [
    labels.get(one.slug) ?? one.slug,
    one.before === null ? '–' : number(one.before),
    one.after === null ? '–' : number(one.after),
    signed(one.added),
    number(one.changed),
    signed(-one.removed),
    html`<span class="pill plain">${one.same ? 'unchanged' : one.before === null ? 'new' : one.after === null ? 'left' : 'renewed'}</span>`,
  ]);
  const names = [...new Set([...Object.keys(manifest.datasets), ...Object.keys(before.datasets)])];
  const sizes = names.map((name) => {
    const [old, now] = [before.datasets[name]?.rows ?? 0, manifest.datasets[name]?.rows ?? 0];
    return [name, number(old), number(now), signed(now - old)];
  });
  return html`${table('Records by id; changed ones have new content under an id that was there.', headings, rows)}
${table('Rows of datasets and of what is computed from them.', [{label: 'Dataset'}, n('Before'), n('Now'), n('Difference')], sizes)}`;
}

/** Sections on sources: counts and freshness, outcomes of rows, records by year, changes. */

import {DROPPED, type SourceEntry} from '../../builds/artefacts.ts';
import {SOURCES} from '../../datasets/index.ts';
import {number, plural} from '../runtime/counts.ts';
import {barsOf, outcomeBar, yearChart} from './bars.ts';
import type {ReportData} from './data.ts';
import {formatTime, freshness, share, signed} from './format.ts';
import {figure, type Html, html, table} from './html.ts';
import type {Years} from './years.ts';

function state(source: SourceEntry, builtAt: string): Html {
  const {days, state: known} = freshness(source, builtAt);
  const kind = {fresh: 'good', old: 'warn', stale: 'bad'}[known];
  const age = days > 0 && `, ${plural(days, 'day')} before the load`;
  return html`<span><span class="pill ${kind}">${known}</span> <small>${formatTime(source.fetched_at)}${age}</small><small>renewed ${source.cadence === 'irregular' ? 'at irregular times' : source.cadence}${source.origin === DROPPED && ', from its drop folder'}</small></span>`;
}

/** The dataset whose records this unpublished one feeds. */
function feeds({slug}: SourceEntry): Html | null {
  const into = SOURCES[slug]?.feeds;
  return into ? html` <small>part of <span class="mono">${into}</span></small>` : null;
}

export const sourcesSection = ({manifest}: ReportData): Html =>
  table(
    'Rows read = kept + merged + rejected, for every source.',
    manifest.sources,
    {
      Source: (one) => html`${one.label} <small class="mono">${one.slug}</small>${feeds(one)}`,
      'Rows read': (one) => one.read,
      Kept: (one) => one.kept,
      Merged: (one) => one.merged,
      Rejected: (one) => one.rejected,
      'Share rejected': (one) => figure(share(one.rejected, one.read)),
      'Records from, to': ({first_date, last_date}) =>
        first_date && last_date ? html`${first_date} <small>to ${last_date}</small>` : '',
      Fetched: (one) => state(one, manifest.built_at),
    },
    (one) => one.stale?.error,
  );

export function outcomesSection({manifest: {sources}}: ReportData): Html {
  const merged = sources.filter((one) => one.merged > 0);
  const reasons = [...new Set(merged.flatMap((one) => Object.keys(one.merged_by_reason)))];
  const caption = 'Shares of the rows read. A part that is too thin to be seen is drawn a little wider.';
  const shares = table(caption, sources, {
    Source: (one) => one.label,
    'Kept, merged, rejected': (one) => outcomeBar(one),
    Kept: (one) => figure(share(one.kept, one.read)),
    Merged: (one) => figure(share(one.merged, one.read)),
    Rejected: (one) => figure(share(one.rejected, one.read)),
  });
  const byReason = table('Merged rows by reason.', merged, {
    Source: (one) => one.label,
    ...Object.fromEntries(
      reasons.map((reason) => [capital(reason), (one: SourceEntry) => one.merged_by_reason[reason] ?? 0]),
    ),
    'In all': (one) => one.merged,
  });
  return html`<ul class="key"><li class="kept">kept as records</li><li class="merged">merged into another record</li><li class="rejected">rejected</li></ul>
${shares}
${reasons.length > 0 && byReason}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function yearFigure(source: SourceEntry, years: Years): Html {
  const unit = years.fiscal ? 'first year of' : 'year of';
  const undated = years.undated ? `; ${number(years.undated)} without one` : '';
  const label = `${source.label}: records by ${unit} ${years.column}`;
  const beyond = barsOf(years.counts).filter((bar) => bar.rest);
  const named = beyond.map((bar) => `${number(bar.rows)} ${bar.label}`).join(', ');
  const drawn = html`${yearChart(label, years)}
<details><summary>Numbers</summary>${table(label, years.counts, {Year: ({year}) => String(year), Records: ({rows}) => rows})}</details>`;
  return html`<figure><figcaption><h3>${source.label}</h3><small>${plural(source.kept, 'record')} by ${unit} <span class="mono">${years.column}</span>${undated}</small>${named && html`<small>Grey: ${named}</small>`}</figcaption>
${years.counts.length ? drawn : html`<p>No record has one.</p>`}</figure>\n`;
}

export function yearsSection({manifest, years}: ReportData): Html {
  const figures = manifest.sources.map((source) => {
    const known = years.get(source.slug);
    return known ? yearFigure(source, known) : null;
  });
  return html`<div class="charts">
${figures}</div>`;
}

export function changesSection({manifest, before, changes}: ReportData): Html {
  if (!before) return html`<p>This is the first build here: there is nothing to compare it with.</p>`;
  const labels = new Map([...before.sources, ...manifest.sources].map((one) => [one.slug, one.label]));
  const records = table('Records by id; changed ones have new content under an id that was there.', changes, {
    Source: (one) => labels.get(one.slug) ?? one.slug,
    Before: (one) => one.before ?? figure('–'),
    Now: (one) => one.after ?? figure('–'),
    Added: (one) => figure(signed(one.added)),
    Changed: (one) => one.changed,
    Removed: (one) => figure(signed(-one.removed)),
    '': (one) =>
      html`<span class="pill plain">${one.same ? 'unchanged' : one.before === null ? 'new' : one.after === null ? 'left' : 'renewed'}</span>`,
  });
  const logged = manifest.logged ?? [];
  const causes = table('Changes that this build added to the log, by what happened and why.', logged, {
    Dataset: (one) => one.dataset,
    'What happened': (one) => one.kind,
    Cause: (one) => one.cause,
    Records: (one) => one.count,
  });
  const names = [...new Set([...Object.keys(manifest.datasets), ...Object.keys(before.datasets)])];
  const rowsIn = (build: typeof manifest) => (name: string) => build.datasets[name]?.rows ?? 0;
  const [old, now] = [rowsIn(before), rowsIn(manifest)];
  const sizes = table('Rows of datasets and of what is computed from them.', names, {
    Dataset: (name) => name,
    Before: old,
    Now: now,
    Difference: (name) => figure(signed(now(name) - old(name))),
  });
  return html`${records}
${logged.length > 0 && causes}
${sizes}`;
}

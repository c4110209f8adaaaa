/** Sections on rejects and cell warnings with samples, on checks, and on files with their hashes. */

import {number, plural} from '../runtime/counts.ts';
import type {ReportData} from './data.ts';
import {figuresText, fileSize, formatTime, share} from './format.ts';
import {type Html, html, table} from './html.ts';
import type {Sample} from './samples.ts';

/** Most reasons listed per source; a damaged file has one for every number of cells. */
const MOST_REASONS = 25;

const n = (label: string) => ({label, numeric: true as const});

/** Reasons with their counts, most frequent first. */
const byCount = (counts: Record<string, number>): [string, number][] =>
  Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));

/** Short samples are shown beside their location, long ones below it. */
function sampleList(samples: readonly Sample[], short: boolean): Html[] {
  return samples.map(
    ({file, line, raw}) =>
      html`<div class="sample${short && ' cell'}"><small>${file}, line ${number(line)}</small><pre>${raw}</pre></div>\n`,
  );
}

interface Reason {
  title: Html | string;
  count: number;
  samples: readonly Sample[];
}

function reasons(read: number, all: readonly Reason[], short: boolean): Html {
  const rest = all.slice(MOST_REASONS);
  const more = rest.reduce((sum, {count}) => sum + count, 0);
  return html`${all
    .slice(0, MOST_REASONS)
    .map(
      ({title, count, samples}) =>
        html`<details><summary><b>${title}</b><span class="n">${number(count)} (${share(count, read)})</span></summary>${sampleList(samples, short)}</details>\n`,
    )}${rest.length > 0 && html`<p>${plural(rest.length, 'more reason')}, ${number(more)} in all.</p>`}`;
}

export function rejectsSection({manifest, samples}: ReportData): Html {
  const some = manifest.sources.filter((one) => one.rejected > 0);
  if (!some.length) return html`<p>No row was rejected.</p>`;
  return html`${some.map(
    (source) =>
      html`<h3 class="source" id="rejects-${source.slug}">${source.label} <small>${number(source.rejected)} of ${plural(source.read, 'row')}</small></h3>
${reasons(
  source.read,
  byCount(source.rejected_by_reason).map(([title, count]) => ({
    title,
    count,
    samples: samples.get(source.slug)?.rows.get(title) ?? [],
  })),
  false,
)}`,
  )}`;
}

/** The field of a note `field: reason`. */
const fieldOf = (note: string): string => note.split(':')[0] ?? '';

export function cellsSection({manifest, samples}: ReportData): Html {
  const some = manifest.sources.filter((one) => Object.keys(one.notes).length > 0);
  if (!some.length) return html`<p>There is nothing to note of any cell.</p>`;
  return html`${some.map(
    (source) =>
      html`<h3 class="source">${source.label}</h3>
${reasons(
  source.read,
  byCount(source.notes).map(([note, count]) => ({
    title: html`<span class="mono">${fieldOf(note)}</span> ${note.slice(fieldOf(note).length + 2)}`,
    count,
    samples: samples.get(source.slug)?.cells.get(note) ?? [],
  })),
  true,
)}`,
  )}`;
}

const SEVERITY = {ERROR: 'bad', WARN: 'warn', INFO: 'plain'} as const;

export function checksSection({manifest}: ReportData): Html {
  const failed = manifest.checks.filter((one) => !one.passed);
  const passed = manifest.checks.length - failed.length;
  const headings = [
    {label: 'Dataset'},
    {label: 'Severity'},
    {label: 'Does not hold'},
    {label: 'Why it is a rule'},
  ];
  const rows = failed.map((one) => [
    one.dataset,
    html`<span class="pill ${SEVERITY[one.severity]}">${one.severity.toLowerCase()}</span>`,
    one.name,
    one.reason,
  ]);
  const measured = manifest.checks.filter((one) => one.figures);
  return html`<p>${plural(passed, 'check')} of ${number(manifest.checks.length)} hold.</p>
${measured.map((one) => html`<p>${one.dataset}: ${one.name}. ${figuresText(one.figures ?? {})}.</p>\n`)}${rows.length > 0 && table('Checks that do not hold. An error would have kept this build from being published.', headings, rows)}`;
}

const hash = (sha256: string): Html =>
  html`<details class="fold"><summary>SHA-256</summary><span class="hash mono">${sha256}</span></details>`;

export function filesSection({manifest}: ReportData): Html {
  const inputs = manifest.sources.flatMap((source) =>
    source.files.map((file) => [
      html`${file.name} <small>${source.label}</small>`,
      number(file.rows),
      fileSize(file.bytes),
      html`<span>${file.encoding} <small>${file.layout}</small></span>`,
      formatTime(file.fetched_at),
      html`${hash(file.sha256)} <small>${file.url}</small>`,
    ]),
  );
  const outputs = Object.values(manifest.datasets).flatMap((one) =>
    one.files.map((file) => [
      html`<span class="mono">${file.path}</span>`,
      fileSize(file.bytes),
      hash(file.sha256),
    ]),
  );
  const headings = [{label: 'File'}, n('Rows'), n('Size'), {label: 'Encoding, layout'}, {label: 'Fetched'}];
  return html`${table('Files of the publishers that were read.', [...headings, {label: 'Hash, address'}], inputs)}
${table('Files of this build.', [{label: 'File'}, n('Size'), {label: 'Hash'}], outputs)}`;
}

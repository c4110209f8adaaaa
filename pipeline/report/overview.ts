/** Head of the report: identity of the build, key figures, and findings that need attention. */
import type {SourceEntry} from '../../builds/artefacts.ts';
import {unverifiedLayouts} from '../../builds/unverified.ts';
import {SOURCES} from '../../datasets/index.ts';
import {number, plural} from '../runtime/counts.ts';
import type {ReportData} from './data.ts';
import {formatTime, share} from './format.ts';
import {freshness} from './freshness.ts';
import {type Html, html} from './html.ts';

/** Share of refused rows above which a source is a finding. */
const MANY_REJECTED = 0.01;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

export function overviewHeader({manifest, before}: ReportData): Html {
  const {sources, checks} = manifest;
  const total = (of: 'read' | 'kept' | 'merged' | 'rejected') => sum(sources.map((source) => source[of]));
  const [read, kept, merged, rejected] = [total('read'), total('kept'), total('merged'), total('rejected')];
  const failed = checks.filter((one) => !one.passed);
  const files = sum(sources.map((one) => one.files.length));
  const tiles = [
    [number(kept), `records kept of ${plural(read, 'row')} read`],
    [share(merged, read), `of rows merged into other records: ${number(merged)}`],
    [share(rejected, read), `of rows rejected: ${number(rejected)}`],
    [number(sources.length), `sources, ${plural(files, 'file')}`],
    [number(sources.filter((one) => one.stale).length), 'sources that could not be renewed'],
    [number(checks.length - failed.length), `of ${plural(checks.length, 'check')} hold`],
  ];
  return html`<h1>Build report</h1>
<p class="facts"><span>Build <b class="mono">${manifest.build_id}</b></span> <span>data as of <b>${formatTime(manifest.data_as_of)}</b></span> <span>loaded <b>${formatTime(manifest.built_at)}</b></span> <span>${before ? html`after <b class="mono">${before.build_id}</b> of ${formatTime(before.built_at)}` : 'first build'}</span></p>
${
  manifest.synthetic &&
  html`<p class="banner" role="note"><strong>Synthetic data.</strong> The rows were generated; no government published them.</p>`
}
<ul class="tiles">
${tiles.map(([figure, label]) => html`<li><b>${figure}</b><span>${label}</span></li>\n`)}</ul>`;
}

interface Finding {
  kind: 'bad' | 'warn' | 'plain';
  word: string;
  text: Html;
  /** Below the text, where a paragraph cannot hold it. */
  more?: Html | false;
}

/** Findings, most severe first. */
export function findings({manifest}: ReportData): Finding[] {
  const all: Finding[] = [];
  for (const source of manifest.sources) {
    const {days, state} = freshness(source, manifest.built_at);
    if (source.stale) {
      const text = html`<b>${source.label}</b> could not be renewed since ${formatTime(source.stale.since)}; its last good part of ${formatTime(source.fetched_at)} stays. ${source.stale.error}`;
      all.push({kind: 'bad', word: 'stale', text});
    } else if (state === 'old') {
      const text = html`<b>${source.label}</b> is renewed ${source.cadence}, but its newest file was fetched ${plural(days, 'day')} before this build.`;
      all.push({kind: 'warn', word: 'old', text});
    }
    if (source.rejected > MANY_REJECTED * source.read) {
      const text = html`<b>${source.label}</b>: ${share(source.rejected, source.read)} of its rows were rejected, <a href="#rejects-${source.slug}">${number(source.rejected)} of ${number(source.read)}</a>.`;
      all.push({kind: 'warn', word: 'rejects', text});
    }
    all.push(...columns(source), ...fileWarnings(source));
  }
  for (const check of manifest.checks.filter((one) => !one.passed)) {
    const kind = check.severity === 'ERROR' ? 'bad' : check.severity === 'WARN' ? 'warn' : 'plain';
    const text = html`<b>${check.dataset}</b>: “${check.name}” does not hold: ${check.reason}`;
    all.push({kind, word: check.severity.toLowerCase(), text});
  }
  const doubtful = manifest.sources.flatMap((entry) => {
    const names = unverifiedLayouts(SOURCES[entry.slug] ?? {layouts: []}, entry);
    return names.length ? [`${entry.label} (${names.join(', ')})`] : [];
  });
  if (doubtful.length) {
    const text = html`Layouts declared from descriptions, which no real file has confirmed yet: ${doubtful.join('; ')}.`;
    all.push({kind: 'plain', word: 'unverified', text});
  }
  const absent = Object.values(SOURCES).filter(
    (one) => !manifest.sources.some((entry) => entry.slug === one.slug),
  );
  if (absent.length) {
    const named = absent.map(({label, unconfirmed}) => (unconfirmed ? `${label} (${unconfirmed})` : label));
    const text = html`Declared, but never loaded: ${named.join(', ')}.`;
    all.push({kind: 'plain', word: 'absent', text});
  }
  const order = ['bad', 'warn', 'plain'];
  return all.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** Warnings about files, the first ones in sight. */
function fileWarnings({label, warnings = []}: SourceEntry): Finding[] {
  if (!warnings.length) return [];
  const [first, rest] = [warnings.slice(0, NAMED), warnings.slice(NAMED)];
  const lines = (some: string[]) => some.map((one) => html`<small>${one}</small>`);
  const more =
    rest.length > 0 &&
    html`<details><summary>${plural(rest.length, 'more warning')}</summary>${lines(rest)}</details>`;
  const text = html`<b>${label}</b>, about its files${lines(first)}`;
  return [{kind: 'plain', word: 'files', text, more}];
}

/** Most files that a finding names. */
const NAMED = 3;

/** Unknown and missing columns of files; files with the same finding are grouped. */
function columns(source: SourceEntry): Finding[] {
  const files = new Map<string, string[]>();
  for (const {name, unknown_columns, missing_columns} of source.files) {
    const lists = [
      ['left out, unknown', unknown_columns],
      ['not there, null instead', missing_columns],
    ] as const;
    for (const [problem, names] of lists) {
      const key = `columns ${problem}: ${names.join(', ')}`;
      if (names.length) files.set(key, [...(files.get(key) ?? []), name]);
    }
  }
  return [...files].map(([problem, names]) => {
    const more = names.length > NAMED && ` and ${plural(names.length - NAMED, 'more file')}`;
    const text = html`<b>${source.label}</b>, ${problem} <small>${names.slice(0, NAMED).join(', ')}${more}</small>`;
    return {kind: 'plain', word: 'columns', text};
  });
}

export function findingsSection(data: ReportData): Html {
  const all = findings(data);
  if (!all.length)
    return html`<p>Nothing: every source is fresh, every check holds, every column is known.</p>`;
  return html`<ul class="look">
${all.map((one) => html`<li><span><span class="pill ${one.kind}">${one.word}</span></span><div><p>${one.text}</p>${one.more}</div></li>\n`)}</ul>`;
}

/** Head of the report: identity of the build, key figures, and findings that need attention. */
import {sum} from 'd3-array';
import type {SourceEntry} from '../../builds/artefacts.ts';
import {unverifiedLayouts} from '../../builds/unverified.ts';
import {SOURCES} from '../../datasets/index.ts';
import {number, plural} from '../runtime/counts.ts';
import type {ReportData} from './data.ts';
import {SEVERITY} from './details.ts';
import {formatTime, freshness, share} from './format.ts';
import {type Html, html} from './html.ts';

/** Share of refused rows above which a source is a finding. */
const MANY_REJECTED = 0.01;

export function overviewHeader({manifest, before}: ReportData): Html {
  const {sources, checks} = manifest;
  const total = (of: 'read' | 'kept' | 'merged' | 'rejected') => sum(sources, (source) => source[of]);
  const [read, merged, rejected] = [total('read'), total('merged'), total('rejected')];
  const files = sum(sources, (one) => one.files.length);
  const tiles = [
    [number(total('kept')), `records kept of ${plural(read, 'row')} read`],
    [share(merged, read), `of rows merged into other records: ${number(merged)}`],
    [share(rejected, read), `of rows rejected: ${number(rejected)}`],
    [number(sources.length), `sources, ${plural(files, 'file')}`],
    [number(sources.filter((one) => one.stale).length), 'sources that could not be renewed'],
    [number(checks.filter((one) => one.passed).length), `of ${plural(checks.length, 'check')} hold`],
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

/** Most files that a finding names. */
const NAMED = 3;

function* findings({manifest: {sources, checks, built_at}}: ReportData): Generator<Finding> {
  for (const source of sources) yield* sourceFindings(source, built_at);
  for (const {severity, dataset, name, reason} of checks.filter((one) => !one.passed)) {
    const text = html`<b>${dataset}</b>: “${name}” does not hold: ${reason}`;
    yield {kind: SEVERITY[severity], word: severity.toLowerCase(), text};
  }
  const doubtful = sources.flatMap((entry) => {
    const names = unverifiedLayouts(SOURCES[entry.slug] ?? {layouts: []}, entry);
    return names.length ? `${entry.label} (${names.join(', ')})` : [];
  });
  if (doubtful.length) {
    const text = html`Layouts declared from descriptions, which no real file has confirmed yet: ${doubtful.join('; ')}.`;
    yield {kind: 'plain', word: 'unverified', text};
  }
  const absent = Object.values(SOURCES)
    .filter(({slug}) => !sources.some((entry) => entry.slug === slug))
    .map(({label, unconfirmed}) => (unconfirmed ? `${label} (${unconfirmed})` : label));
  if (absent.length)
    yield {kind: 'plain', word: 'absent', text: html`Declared, but never loaded: ${absent.join(', ')}.`};
}

/** Age, rejects, columns and warnings of a source. */
function* sourceFindings(source: SourceEntry, builtAt: string): Generator<Finding> {
  const {slug, label, stale, cadence, fetched_at, read, rejected, warnings = []} = source;
  const {days, state} = freshness(source, builtAt);
  if (stale) {
    const text = html`<b>${label}</b> could not be renewed since ${formatTime(stale.since)}; its last good part of ${formatTime(fetched_at)} stays. ${stale.error}`;
    yield {kind: 'bad', word: 'stale', text};
  } else if (state === 'old') {
    const text = html`<b>${label}</b> is renewed ${cadence}, but its newest file was fetched ${plural(days, 'day')} before this build.`;
    yield {kind: 'warn', word: 'old', text};
  }
  if (rejected > MANY_REJECTED * read) {
    const text = html`<b>${label}</b>: ${share(rejected, read)} of its rows were rejected, <a href="#rejects-${slug}">${number(rejected)} of ${number(read)}</a>.`;
    yield {kind: 'warn', word: 'rejects', text};
  }
  for (const [problem, names] of columnProblems(source)) {
    const more = names.length > NAMED && ` and ${plural(names.length - NAMED, 'more file')}`;
    const text = html`<b>${label}</b>, columns ${problem} <small>${names.slice(0, NAMED).join(', ')}${more}</small>`;
    yield {kind: 'plain', word: 'columns', text};
  }
  if (!warnings.length) return;
  const lines = (some: string[]) => some.map((one) => html`<small>${one}</small>`);
  const rest = warnings.slice(NAMED);
  const more =
    rest.length > 0 &&
    html`<details><summary>${plural(rest.length, 'more warning')}</summary>${lines(rest)}</details>`;
  const text = html`<b>${label}</b>, about its files${lines(warnings.slice(0, NAMED))}`;
  yield {kind: 'plain', word: 'files', text, more};
}

/** Unknown and missing columns, with the files that have the same ones. */
function columnProblems({files}: SourceEntry): Map<string, string[]> {
  const problems = files.flatMap(({name, unknown_columns, missing_columns}) => [
    {name, columns: unknown_columns, problem: 'left out, unknown'},
    {name, columns: missing_columns, problem: 'not there, null instead'},
  ]);
  const byText = Map.groupBy(
    problems.filter(({columns}) => columns.length > 0),
    ({problem, columns}) => `${problem}: ${columns.join(', ')}`,
  );
  return new Map([...byText].map(([text, some]) => [text, some.map(({name}) => name)]));
}

/** Findings, most severe first. */
export function findingsSection(data: ReportData): Html {
  const found = [...findings(data)];
  const all = ['bad', 'warn', 'plain'].flatMap((kind) => found.filter((one) => one.kind === kind));
  if (!all.length)
    return html`<p>Nothing: every source is fresh, every check holds, every column is known.</p>`;
  return html`<ul class="look">
${all.map((one) => html`<li><span><span class="pill ${one.kind}">${one.word}</span></span><div><p>${one.text}</p>${one.more}</div></li>\n`)}</ul>`;
}

/** Sections on records, rejects, cells, checks, links and files. */
import {sum} from 'd3-array';
import {number, plural} from '../runtime/counts.ts';
import type {ReportData} from './data.ts';
import {figuresText, fileSize, formatTime, share} from './format.ts';
import {figure, type Html, html, type Part, table} from './html.ts';
import type {Sample} from './samples.ts';

/** Most reasons listed per source; a damaged file has one for every number of cells. */
const MOST_REASONS = 25;

/** Reasons with their counts, most frequent first; the first rows of each unfold below it. */
function reasons(
  read: number,
  counts: Record<string, number>,
  samples: ReadonlyMap<string, readonly Sample[]> | undefined,
  kind: 'sample' | 'sample cell',
  title: (reason: string) => Part = (reason) => reason,
): Html {
  const all = Object.entries(counts).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const rest = all.slice(MOST_REASONS);
  const shown = all.slice(0, MOST_REASONS).map(([reason, n]) => {
    const rows = (samples?.get(reason) ?? []).map(
      ({file, line, raw}) =>
        html`<div class="${kind}"><small>${file}, line ${number(line)}</small><pre>${raw}</pre></div>\n`,
    );
    return html`<details><summary><b>${title(reason)}</b><span class="n">${number(n)} (${share(n, read)})</span></summary>${rows}</details>\n`;
  });
  const more = `${plural(rest.length, 'more reason')}, ${number(sum(rest, ([, n]) => n))} in all.`;
  return html`${shown}${rest.length > 0 && html`<p>${more}</p>`}`;
}

export function rejectsSection({manifest, samples}: ReportData): Html {
  const some = manifest.sources.filter((one) => one.rejected > 0);
  if (!some.length) return html`<p>No row was rejected.</p>`;
  return html`${some.map(
    ({slug, label, read, rejected, rejected_by_reason}) =>
      html`<h3 class="source" id="rejects-${slug}">${label} <small>${number(rejected)} of ${plural(read, 'row')}</small></h3>
${reasons(read, rejected_by_reason, samples.get(slug)?.rows, 'sample')}`,
  )}`;
}

/** A note is `field: reason`. */
function noteTitle(note: string): Html {
  const [field = ''] = note.split(':');
  return html`<span class="mono">${field}</span> ${note.slice(field.length + 2)}`;
}

export function cellsSection({manifest, samples}: ReportData): Html {
  const some = manifest.sources.filter((one) => Object.keys(one.notes).length > 0);
  if (!some.length) return html`<p>There is nothing to note of any cell.</p>`;
  return html`${some.map(
    ({slug, label, read, notes}) => html`<h3 class="source">${label}</h3>
${reasons(read, notes, samples.get(slug)?.cells, 'sample cell', noteTitle)}`,
  )}`;
}

export const SEVERITY = {ERROR: 'bad', WARN: 'warn', INFO: 'plain'} as const;

export function checksSection({manifest: {checks}}: ReportData): Html {
  const failed = checks.filter((one) => !one.passed);
  const measured = checks.filter((one) => one.figures);
  const caption = 'Checks that do not hold. An error would have kept this build from being published.';
  const listed = table(caption, failed, {
    Dataset: (one) => one.dataset,
    Severity: ({severity}) => html`<span class="pill ${SEVERITY[severity]}">${severity.toLowerCase()}</span>`,
    'Does not hold': (one) => one.name,
    'Why it is a rule': (one) => one.reason,
  });
  return html`<p>${plural(checks.length - failed.length, 'check')} of ${number(checks.length)} hold.</p>
${measured.map((one) => html`<p>${one.dataset}: ${one.name}. ${figuresText(one.figures ?? {})}.</p>\n`)}${failed.length > 0 && listed}`;
}

export function linksSection({manifest: {links}}: ReportData): Html {
  if (!links.length) return html`<p>No records of this build are linked to others by rules.</p>`;
  return html`${[...Map.groupBy(links, ({link}) => link)].map(([link, rules]) => {
    const all = sum(rules, ({count}) => count);
    const columns = {
      'Rule, or why there is no link': ({rule}: (typeof links)[0]) => rule,
      Number: ({count}: (typeof links)[0]) => count,
      Share: ({count}: (typeof links)[0]) => figure(share(count, all)),
    };
    return html`${table(link, rules, columns)}\n`;
  })}`;
}

const lines = (texts: readonly string[]): Html[] => texts.map((text) => html`<div>${text}</div>`);

/** How many records a person should look at, and the largest. */
export function doubtfulSection({manifest, doubtful}: ReportData): Html {
  const some = (manifest.doubtful ?? []).filter(({records}) => records > 0);
  if (!some.length) return html`<p>No record joins what is seldom one.</p>`;
  const counted = table('Records by what they join; values in CAD.', some, {
    Dataset: (one) => one.dataset,
    Joins: (one) => one.joins,
    Records: (one) => one.records,
    Value: (one) => one.value,
  });
  const caption = `The largest, ${number(doubtful.length)} of them, with their pages at the publisher.`;
  const largest = table(caption, doubtful, {
    Record: ({source_url, record_id, dataset}) =>
      html`<a class="mono" href="${source_url}">${record_id}</a> <small>${dataset}</small>`,
    Joins: (one) => lines(one.joins),
    Value: ({value}) => value ?? figure(''),
    Rows: (one) => one.rows,
    Names: (one) => lines(one.names),
    Rules: (one) => lines(one.rules),
  });
  return html`${counted}
${largest}`;
}

const hash = (sha256: string): Html =>
  html`<details class="fold"><summary>SHA-256</summary><span class="hash mono">${sha256}</span></details>`;

export function filesSection({manifest}: ReportData): Html {
  const inputs = manifest.sources.flatMap(({label, files}) => files.map((file) => ({...file, label})));
  const outputs = Object.values(manifest.datasets).flatMap(({files}) => files);
  const read = table('Files of the publishers that were read.', inputs, {
    File: ({name, label}) => html`${name} <small>${label}</small>`,
    Rows: ({rows}) => rows,
    Size: ({bytes}) => figure(fileSize(bytes)),
    'Encoding, layout': ({encoding, layout}) => html`<span>${encoding} <small>${layout}</small></span>`,
    Fetched: ({fetched_at}) => formatTime(fetched_at),
    'Hash, address': ({sha256, url}) => html`${hash(sha256)} <small>${url}</small>`,
  });
  const written = table('Files of this build.', outputs, {
    File: ({path}) => html`<span class="mono">${path}</span>`,
    Size: ({bytes}) => figure(fileSize(bytes)),
    Hash: ({sha256}) => hash(sha256),
  });
  return html`${read}
${written}`;
}

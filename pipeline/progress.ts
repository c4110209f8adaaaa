/** Prints the progress of the pipeline: live lines on a terminal, JSON lines elsewhere, and a closing summary. */
import type {Manifest} from '../datasets/artefacts.ts';
import type {Outcome} from './analyse/run.ts';
import type {Emit, Event} from './runtime/events.ts';

export interface Screen {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const MEGABYTE = 1e6;
/** Minimum time between two redraws of the live lines. */
const REDRAW_MS = 100;

const number = (n: number): string => Math.round(n).toLocaleString('en-CA');
const megabytes = (n: number): string => `${(n / MEGABYTE).toFixed(1)} MB`;

function remaining(done: number, total: number | null, ms: number): string {
  if (!total || !done || done >= total) return '';
  return `, ${Math.ceil(((total - done) / done) * (ms / 1000))} s left`;
}

/** Creates the listener of progress events. JSON lines contain every event, but frequent ones at most once a second. */
export function createReporter(screen: Screen, now: () => number = () => performance.now()): Emit {
  return screen.isTTY ? terminal(screen, now) : lines(screen, now);
}

function lines(screen: Screen, now: () => number): Emit {
  const last = new Map<string, number>();
  return (event) => {
    if (MANY.has(event.kind)) {
      if (now() - (last.get(event.source) ?? Number.NEGATIVE_INFINITY) < 1000) return;
      last.set(event.source, now());
    }
    screen.write(`${JSON.stringify(event)}\n`);
  };
}

/** Frequent events: redrawn in place on a terminal, printed once a second elsewhere. */
const MANY = new Set<Event['kind']>(['progress', 'crawling', 'reading']);

/** Last events of a source. */
const LAST = new Set<Event['kind']>(['normalised', 'unchanged', 'failed', 'absent', 'published']);

/** A block of live lines, one per active source, below the permanent lines. */
function terminal(screen: Screen, now: () => number): Emit {
  const startTimes = new Map<string, number>();
  const live = new Map<string, string>();
  let [drawn, height] = [Number.NEGATIVE_INFINITY, 0];
  const draw = (stays: string) => {
    const up = height ? `\x1b[${height}A` : '';
    const width = (screen.columns || 110) - 1;
    const block = [...live.values()].map((line) => `${line.slice(0, width)}\n`).join('');
    screen.write(`${up}\r\x1b[J${stays}${block}`);
    [drawn, height] = [now(), live.size];
  };
  return (event) => {
    const key = `${event.source} ${event.kind}`;
    if (!startTimes.has(key)) startTimes.set(key, now());
    const text = sentence(event, now() - (startTimes.get(key) ?? 0));
    if (text === null) return;
    const line = `${event.source.padEnd(26)} ${text}`;
    if (MANY.has(event.kind) || event.kind === 'stage') {
      live.set(event.source, line);
      if (now() - drawn >= REDRAW_MS) draw('');
      return;
    }
    if (LAST.has(event.kind)) live.delete(event.source);
    draw(`${line}\n`);
  };
}

function sentence(event: Event, ms: number): string | null {
  switch (event.kind) {
    case 'started':
      return null;
    case 'progress':
      return `${event.file}: ${megabytes(event.bytes)}${event.total ? ` of ${megabytes(event.total)}` : ''}${remaining(event.bytes, event.total, ms)}`;
    case 'crawling':
      return `${event.file}: ${number(event.done)} of ${number(event.known)} pages${remaining(event.done, event.known, ms)}`;
    case 'fetched':
      return `${event.file}: ${megabytes(event.bytes)} ${event.changed ? `fetched in ${(event.ms / 1000).toFixed(1)} s` : 'unchanged'}`;
    case 'waiting':
      return `waiting ${(event.ms / 1000).toFixed(1)} s for ${event.host}: ${event.reason}`;
    case 'warning':
      return [event.file, event.text].filter(Boolean).join(': ');
    case 'failed':
      return `FAILED: ${event.error}`;
    case 'reading':
      return `${event.file}: ${number(event.rows)} rows, ${number(event.rows / Math.max(ms / 1000, 0.001))} rows/s${remaining(event.bytes, event.total, ms)}`;
    case 'stage':
      return event.stage;
    case 'normalised':
      return `${number(event.counts.kept)} records from ${number(event.counts.read)} rows in ${(event.ms / 1000).toFixed(1)} s`;
    case 'unchanged':
      return `unchanged, ${number(event.counts.kept)} records`;
    case 'analysed':
      return `${event.bill}, ${number(event.done)} of ${number(event.due)}`;
    case 'absent':
      return [event.reason ?? 'there is no file', ...(event.kept ? ['the loaded part stays'] : [])].join(
        ', ',
      );
    case 'compiled':
      return event.linked
        ? `index of ${event.table} unchanged`
        : `index of ${event.table} compiled in ${(event.ms / 1000).toFixed(1)} s, ${number(event.rows)} rows`;
    case 'published':
      return event.changed
        ? `build ${event.build_id} published`
        : `build ${event.build_id} is current, nothing changed`;
  }
}

/** Prints what files of a source have in common only once. */
function ofFiles(
  {slug, files}: Manifest['sources'][number],
  which: 'unknown_columns' | 'missing_columns',
  label: string,
): string[] {
  const groups = Map.groupBy(files, (file) => file[which].join(', '));
  return [...groups].flatMap(([columns, members]) => {
    const some = members.length > 1 ? `${members.length} of ${files.length} files` : members[0]?.name;
    return columns ? [`  ${slug}: ${some}: ${label}: ${columns}`] : [];
  });
}

/**
 * The closing summary: rows of every source, reasons, failed checks, failures; `report`: path of the build's report.
 */
export function runSummary(
  manifest: Manifest | null,
  failures: Record<string, string>,
  report: string | null = null,
): string {
  const out: string[] = [];
  if (manifest) {
    const head = ['source', 'read', 'kept', 'merged', 'rejected', 'warnings', 'as of'];
    const rows = manifest.sources.map((one) => [
      one.slug,
      ...[one.read, one.kept, one.merged, one.rejected].map(number),
      number(Object.values(one.notes).reduce((sum, n) => sum + n, 0)),
      one.fetched_at + (one.stale ? ' STALE' : ''),
    ]);
    out.push(...table([head, ...rows]), '');
    for (const one of manifest.sources) {
      for (const [kind, reasons] of Object.entries({
        merged: one.merged_by_reason,
        rejected: one.rejected_by_reason,
        warnings: one.notes,
      })) {
        for (const [reason, n] of Object.entries(reasons))
          out.push(`  ${one.slug}: ${number(n)} ${kind}: ${reason}`);
      }
      out.push(...ofFiles(one, 'unknown_columns', 'unknown columns left out'));
      out.push(...ofFiles(one, 'missing_columns', 'columns not there, null instead'));
    }
    for (const check of manifest.checks.filter((one) => !one.passed)) {
      out.push(`  ${check.severity} ${check.dataset}: ${check.name} does not hold: ${check.reason}`);
    }
    out.push(
      '',
      `build ${manifest.build_id}, data as of ${manifest.data_as_of}${manifest.synthetic ? ', SYNTHETIC: generated rows, published by no government' : ''}`,
    );
  }
  if (report) out.push(`report: ${report}`);
  for (const [source, text] of Object.entries(failures)) out.push(`FAILED ${source}: ${text}`);
  return `${out.join('\n')}\n`;
}

/** The closing line of an analysis. */
export function analysisSummary(outcome: Outcome): string {
  const {analysed, known, without, failed, left, requests, tokens, stopped} = outcome;
  const parts = [
    `${number(analysed)} bills analysed with ${number(requests)} requests${tokens ? `, ${number(tokens)} tokens` : ''}`,
    `${number(known)} known`,
    `${number(without)} without a summary`,
    ...(left ? [`${number(left)} left for the next run`] : []),
  ];
  const failures = Object.entries(failed).map(([bill, text]) => `FAILED ${bill}: ${text}`);
  return [parts.join('; '), ...failures, ...(stopped ? [`STOPPED: ${stopped}`] : []), ''].join('\n');
}

function table(rows: string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
}

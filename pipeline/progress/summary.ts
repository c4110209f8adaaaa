/**
 * Closing words of a run: one table of what was renewed, the rest in a line each; details are in the report.
 */
import {sum} from 'd3-array';
import displayWidth from 'string-width';
import {type CheckResult, DROPPED, type Manifest, type SourceEntry} from '../../builds/artefacts.ts';
import {daysBetween, isOverdue} from '../../datasets/cadence.ts';
import type {Outcome} from '../analyse/run.ts';
import {number, plural} from '../runtime/counts.ts';
import type {PoisonFile} from '../steps/steps.ts';
import type {Tally} from './reporter.ts';
import {cut, oneLine, wrap} from './width.ts';

interface Closing {
  /** Without one every source counts as renewed. */
  tally?: Tally;
  /** Path of the build's report. */
  report?: string | null;
  /** Columns of the screen; 80 where unknown. */
  columns?: number | undefined;
  /** Rows of the screen, which the words then fit; absent: everything is said in full. */
  rows?: number | undefined;
  /** Files that workers gave up; their errors are among the failures. */
  poison?: readonly PoisonFile[];
}

/**
 * Checks, and sources with warnings to act upon, named in the closing words: nobody reads more than a screen
 * of them.
 */
const [MOST_CHECKS, MOST_TO_ACT] = [3, 8];
/**
 * Lines of one warning on a screen, sources in the table of the smallest one, and other lines: head, sums,
 * two blank ones, and the prompt.
 */
const [MOST_LINES, LEAST_ROWS, FRAME] = [2, 3, 6];
/** Share of a screen that failures may take. */
const FOR_FAILURES = 0.6;

interface Column {
  label: string;
  of: (one: SourceEntry) => number;
  /** Narrow screens lose the columns with the lowest rank. */
  rank: number;
}

const noted = (one: SourceEntry): number => sum(Object.values(one.notes));

const COLUMNS: readonly Column[] = [
  {label: 'read', of: (one) => one.read, rank: 2},
  {label: 'kept', of: (one) => one.kept, rank: 5},
  {label: 'merged', of: (one) => one.merged, rank: 3},
  {label: 'rejected', of: (one) => one.rejected, rank: 4},
  {label: 'warnings', of: noted, rank: 1},
];

/**
 * The closing table with its totals, what stays as it was, failed checks, and failures last: `FAILED
 * <source>: ...`.
 */
export function runSummary(
  manifest: Manifest | null,
  failures: Record<string, string>,
  {tally, report = null, columns = 80, rows = Number.POSITIVE_INFINITY, poison = []}: Closing = {},
): string {
  const out: string[] = [];
  let table = (_most: number): string[] => [];
  const say = (text: string, most = Number.POSITIVE_INFINITY) =>
    out.push(...wrap(rows === Number.POSITIVE_INFINITY ? text : cut(text, most * columns), columns));
  if (manifest) {
    const fate = ({slug}: SourceEntry): string =>
      tally ? (tally.ended.get(slug)?.kind ?? 'skipped') : 'normalised';
    const groups = Map.groupBy(manifest.sources, fate);
    table = (most) => [...sourceTable(groups.get('normalised') ?? [], manifest.sources, columns, most), ''];
    const named = {unchanged: 'unchanged', absent: 'no file', skipped: 'skipped', failed: 'stale'};
    for (const [kind, word] of Object.entries(named)) {
      const some = groups.get(kind) ?? [];
      if (some.length) say(`${word}: ${some.map(({slug}) => slug).join(', ')}`);
    }
    const dropped = manifest.sources.filter(({origin}) => origin === DROPPED);
    if (dropped.length) say(`from drop folders: ${dropped.map((one) => ageOf(one, manifest)).join(', ')}`);
    for (const line of checkLines(manifest.checks)) say(line);
    for (const line of linesToAct(tally?.toAct ?? [])) say(line, MOST_LINES);
    if (tally?.warnings)
      say(`warnings: ${number(tally.warnings)}, all of them in the report or with LOG=json`);
    say(
      `build ${manifest.build_id}, data as of ${manifest.data_as_of}${manifest.synthetic ? ', SYNTHETIC: generated rows, published by no government' : ''}`,
    );
  }
  if (report) out.push(`report: ${report}`);
  for (const {source, files, tries} of poison)
    say(
      `given up after ${plural(tries, 'try', 'tries')}: ${files.join(', ')} of ${source}, which keeps its last good part; why follows`,
    );
  const failed = Object.entries(failures);
  const lines = Math.max(1, Math.floor((rows * FOR_FAILURES) / Math.max(1, failed.length)));
  for (const [source, text] of failed) out.push(failureLine(source, text, lines * columns));
  const taken = sum(out, (line) => Math.ceil(Math.max(1, displayWidth(line)) / columns));
  return `${[...table(Math.max(LEAST_ROWS, rows - taken - FRAME)), ...out].join('\n')}\n`;
}

/** A failure in at most `width` columns: what is wrong and what to do, each cut where both are too long. */
function failureLine(source: string, text: string, width: number): string {
  const line = `FAILED ${source}: ${oneLine(text)}`;
  if (displayWidth(line) <= width) return line;
  const short = line
    .replace(`: source ${source}, file `, ': ')
    .replaceAll(/ \(https?:[^)]*\)/g, '')
    .replace(`: ${source}: `, ': ');
  if (displayWidth(short) <= width) return short;
  const [, problem = short, remedy = ''] =
    /^(.*); (?!the last good )(.*?)(?:; the last good .*)?$/.exec(short) ?? [];
  const last = cut(remedy, Math.floor(width / 2));
  return `${cut(problem, width - displayWidth(last) - 2)}; ${last}`;
}

/** The first lines, and how many there are of the others, as `rest` says. */
const firstOf = (lines: readonly string[], most: number, rest: (n: number) => string): string[] =>
  lines.length > most
    ? [...lines.slice(0, most), `and ${rest(lines.length - most)}, see the report`]
    : [...lines];

/** A line for each source with warnings to act upon: the first one, and how many more it has. */
function linesToAct(warnings: Tally['toAct']): string[] {
  const lines = [...Map.groupBy(warnings, ({source}) => source)].map(([source, [first, ...others]]) => {
    const text = [first?.file, first?.text].filter(Boolean).join(': ');
    return `WARN ${source}: ${oneLine(text)}${others.length ? `; and ${number(others.length)} more` : ''}`;
  });
  const rest = (n: number) => `${plural(n, 'more source has', 'more sources have')} warnings like these`;
  return firstOf(lines, MOST_TO_ACT, rest);
}

/** A source from its drop folder with the age of its newest file. */
function ageOf(source: SourceEntry, {built_at}: Manifest): string {
  const days = daysBetween(source.fetched_at, built_at);
  const late = !isOverdue(source.cadence, days)
    ? ''
    : `, OVERDUE: renewed ${source.cadence}, fetch them by hand`;
  return `${source.slug} (files of ${source.fetched_at.slice(0, 10)}, ${plural(days, 'day')} old${late})`;
}

function checkLines(checks: readonly CheckResult[]): string[] {
  const lines = checks
    .filter((one) => !one.passed)
    .map((one) => `${one.severity} ${one.dataset}: ${one.name} does not hold: ${oneLine(one.reason)}`);
  return firstOf(lines, MOST_CHECKS, (n) => `${plural(n, 'more check does', 'more checks do')} not hold`);
}

/**
 * One row for each renewed source, or for the `most` with most to look at, and one for all sources of the
 * build.
 */
function sourceTable(
  renewed: readonly SourceEntry[],
  all: readonly SourceEntry[],
  width: number,
  most: number,
): string[] {
  const byNeed = renewed.toSorted((a, b) => b.rejected + noted(b) - a.rejected - noted(a));
  const named = new Set(renewed.length > most ? byNeed.slice(0, most - 1) : renewed);
  const others = renewed.filter((one) => !named.has(one));
  const row = (name: string, some: readonly SourceEntry[]) => [
    name,
    ...columns.map(({of}) => number(sum(some, of))),
  ];
  const label = `${plural(all.length, 'source')} in all`;
  let columns = [...COLUMNS];
  for (;;) {
    const lines = aligned([
      ['source', ...columns.map((one) => one.label)],
      ...renewed.filter((one) => named.has(one)).map((one) => row(one.slug, [one])),
      ...(others.length ? [row(`and ${number(others.length)} more`, others)] : []),
      row(label, all),
    ]);
    if (columns.length === 1 || displayWidth(lines[0] ?? '') <= width) return lines;
    const least = Math.min(...columns.map(({rank}) => rank));
    columns = columns.filter(({rank}) => rank !== least);
  }
}

function aligned(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
}

/** The closing line of an analysis. */
export function analysisSummary(outcome: Outcome): string {
  const {analysed, known, without, failed, left, requests, tokens, stopped} = outcome;
  const parts = [
    `${plural(analysed, 'bill')} analysed with ${plural(requests, 'request')}${tokens ? `, ${plural(tokens, 'token')}` : ''}`,
    `${number(known)} known`,
    `${number(without)} without a summary`,
    ...(left ? [`${number(left)} left for the next run`] : []),
  ];
  const failures = Object.entries(failed).map(([bill, text]) => `FAILED ${bill}: ${text}`);
  return [parts.join('; '), ...failures, ...(stopped ? [`STOPPED: ${stopped}`] : []), ''].join('\n');
}

/** The gate: judges what a run changed of a source, before its part may enter a build. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {SourceEntry} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {LEAST_JUDGED, LIMITS, type Limit, type LimitName} from '../../datasets/limits.ts';
import type {Source} from '../../datasets/types.ts';
import {number, plural} from '../runtime/counts.ts';
import type {PartEntry} from '../write/part.ts';
import {
  comparePart,
  type Difference,
  examplesOf,
  goneExamples,
  measurePart,
  type PartFigures,
  type PartFile,
  sharedColumns,
} from './measure_part.ts';

export interface Finding {
  severity: 'WARN' | 'ERROR';
  /** The file that it is about; empty: the source. */
  file: string;
  text: string;
}

/** The part before and the new one, on disk. */
export interface Parts {
  before: PartFile;
  now: PartFile;
}

/** The limit of a source, else of its dataset, else of all. */
export function limitOf(source: Source, name: LimitName): Limit {
  return {...LIMITS[name], ...DATASETS[source.dataset]?.limits?.[name], ...source.limits?.[name]};
}

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;

/** Collects what exceeds its limit. */
class Findings {
  readonly list: Finding[] = [];
  /** Columns that have a finding: one for each is enough. */
  readonly columns = new Set<string>();
  readonly #source: Source;

  constructor(source: Source) {
    this.#source = source;
  }

  /** Adds a finding where the figure exceeds the limit; returns whether it does. */
  judge(name: LimitName, figure: number, text: string, {file = '', examples = [] as string[]} = {}): boolean {
    const severity = this.severity(name, figure);
    if (severity === null) return false;
    const shown = examples.length ? `, e.g. ${examples.join('; ')}` : '';
    this.list.push({severity, file, text: `${text}${shown}`});
    return true;
  }

  severity(name: LimitName, figure: number): Finding['severity'] | null {
    const {warn, error} = limitOf(this.#source, name);
    if (figure > error) return 'ERROR';
    return figure > warn ? 'WARN' : null;
  }
}

/** Judges a part by itself: what no part may be, the first one included. */
export function judgeAlone(
  source: Source,
  {read, kept, rejected, rejected_by_reason: why}: PartEntry,
): Finding[] {
  const reasons = Object.entries(why)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([reason, n]) => `${number(n)} ${reason}`);
  if (read > 0 && kept === 0) {
    const text = `none of ${number(read)} rows could be kept (${reasons.join(', ')}): the columns were probably filled otherwise; compare the file with the source's declaration`;
    return [{severity: 'ERROR', file: '', text}];
  }
  const findings = new Findings(source);
  if (read === 0) findings.list.push({severity: 'WARN', file: '', text: 'its files hold no row'});
  else if (rejected >= LEAST_COMPARED) {
    const share = rejected / read;
    findings.judge(
      'rejected',
      share,
      `${number(rejected)} of ${number(read)} rows rejected (${percent(share)}: ${reasons.join(', ')})`,
    );
  }
  return findings.list;
}

/**
 * Judges a part against the one before: records, files, columns, money, dates and ids. Files with the bytes
 * of before are not judged, since only the rules have changed. Where both rules and files have changed,
 * either may be the cause: findings are warnings then.
 */
export async function judgeChange(
  db: DuckDBConnection,
  source: Source,
  entry: PartEntry,
  old: SourceEntry,
  {before, now}: Parts,
): Promise<Finding[]> {
  const dataset = DATASETS[source.dataset];
  if (!dataset || sameFiles(entry, old)) return [];
  const columns = await sharedColumns(db, dataset, [before, now]);
  const was = await measurePart(db, dataset, columns, before);
  const is = await measurePart(db, dataset, columns, now);
  const findings = new Findings(source);
  judgeRecords(findings, entry, old, was, is);
  judgeFiles(findings, entry, old);
  const examples: Examples = (name, file) =>
    examplesOf(db, dataset, [name, dataset.columns[name]!], before, now, file);
  for (const [name] of columns) await judgeColumn(findings, name, was, is, examples);
  const difference = await comparePart(db, dataset, columns, before, now);
  await judgeIds(findings, old, was, difference, () => goneExamples(db, dataset, before, now));
  // What rules of today make of a cell may differ from what those of before did.
  if (entry.rules === old.rules)
    await judgeCells(findings, entry, difference, ignoredCells(source), examples);
  return entry.rules === old.rules
    ? findings.list
    : findings.list.map((one) => ({
        ...one,
        severity: 'WARN',
        text: `${one.text} (the rules have changed, too)`,
      }));
}

const sameFiles = ({files}: PartEntry, old: SourceEntry): boolean => {
  const key = (one: {name: string; sha256: string}) => `${one.name} ${one.sha256}`;
  return files.map(key).sort().join('\n') === old.files.map(key).sort().join('\n');
};

function judgeFiles(findings: Findings, {files}: PartEntry, {files: old}: SourceEntry): void {
  const known = new Map(old.map((file) => [file.name, file]));
  for (const {name, rows, missing_columns: missing} of files) {
    const before = known.get(name);
    const lost = (before?.rows ?? 0) - rows;
    // Of the only file its records say as much.
    if (before && lost >= LEAST_JUDGED && old.length > 1)
      findings.judge(
        'file',
        lost / before.rows,
        `${number(rows)} rows instead of ${number(before.rows)} (${percent(lost / before.rows)} fewer)`,
        {file: name},
      );
    // A new file is compared with all of before.
    const had = before ? before.missing_columns : old.flatMap((one) => one.missing_columns);
    const gone = old.length ? missing.filter((column) => !had.includes(column)) : [];
    if (gone.length)
      findings.list.push({
        severity: 'WARN',
        file: name,
        text: `${plural(gone.length, 'column')} gone that ${before ? 'it had' : 'the other files had'}: ${gone.join(', ')}`,
      });
  }
  for (const {name, rows} of old)
    if (rows >= LEAST_JUDGED && !files.some((file) => file.name === name))
      findings.list.push({severity: 'WARN', file: name, text: `it is gone, with ${plural(rows, 'row')}`});
}

function judgeRecords(
  findings: Findings,
  entry: PartEntry,
  old: SourceEntry,
  was: PartFigures,
  is: PartFigures,
): void {
  const lost = was.records - is.records;
  const instead = `${plural(is.records, 'record')} instead of ${number(was.records)}`;
  if (lost >= LEAST_JUDGED || is.records === 0)
    findings.judge('fewer', lost / was.records, `${instead} (${percent(lost / was.records)} fewer)`);
  if (-lost >= LEAST_JUDGED && was.records >= LEAST_JUDGED) {
    const share = -lost / was.records;
    const known = new Set(old.files.map(({name}) => name));
    const text = `${instead} (${percent(share)} more)`;
    // A file that was not there before explains any growth.
    if (entry.files.every(({name}) => known.has(name))) findings.judge('more', share, text);
    else if (findings.severity('more', share)) findings.list.push({severity: 'WARN', file: '', text});
  }
  judgeYears(findings, was, is);
  if (was.newest !== null && was.records >= LEAST_JUDGED) {
    const days =
      is.newest === null
        ? Number.POSITIVE_INFINITY
        : (Date.parse(was.newest) - Date.parse(is.newest)) / 86_400_000;
    findings.judge('older', days, `the newest date went back from ${was.newest} to ${is.newest ?? 'none'}`);
  }
}

/** Judges the years before the newest; of several the one that lost most is named. */
function judgeYears(findings: Findings, was: PartFigures, is: PartFigures): void {
  const newest = Math.max(...was.years.keys());
  const lost = [...was.years].flatMap(([year, before]) => {
    const now = is.years.get(year) ?? 0;
    const share = (before - now) / before;
    return year < newest && before - now >= LEAST_JUDGED && findings.severity('year', share)
      ? [{year, before, now, share}]
      : [];
  });
  const [worst] = lost.sort((a, b) => b.share - a.share || b.before - a.before);
  if (!worst) return;
  const others = lost.length > 1 ? `, and fewer of ${plural(lost.length - 1, 'other year')}` : '';
  const text = `${number(worst.now)} records of ${worst.year} instead of ${number(worst.before)}${others}`;
  findings.judge('year', worst.share, text);
}

/** Three records that show what became of a column, in all files or in one. */
type Examples = (column: string, file?: number) => Promise<string[]>;

/** Adds a finding about a column, unless one was added. */
async function judgeBy(
  findings: Findings,
  limit: LimitName,
  figure: number,
  {column, text, examples}: {column: string; text: string; examples: Examples},
): Promise<void> {
  if (findings.columns.has(column) || !findings.severity(limit, figure)) return;
  findings.columns.add(column);
  findings.judge(limit, figure, text, {examples: await examples(column)});
}

/** Judges how much of a column is filled, its amounts, and how many texts it has. */
async function judgeColumn(
  findings: Findings,
  column: string,
  was: PartFigures,
  is: PartFigures,
  examples: Examples,
): Promise<void> {
  const [one, other] = [was.columns.get(column), is.columns.get(column)];
  if (!one || !other || one.filled < LEAST_JUDGED || is.records === 0) return;
  const by = (limit: LimitName, figure: number, text: string) =>
    judgeBy(findings, limit, figure, {column, text, examples});
  const [before, now] = [one.filled / was.records, other.filled / is.records];
  if ((before - now) * is.records >= LEAST_JUDGED)
    await by(
      'filled',
      1 - now / before,
      `${column} is filled in ${percent(now)} of the records instead of ${percent(before)}`,
    );
  if (Math.min(one.filled, other.filled) < LEAST_COMPARED) return;
  const growth = is.records / was.records;
  if (one.median !== null) {
    const median = other.median ?? 0;
    await by(
      'money',
      factor(one.median, median),
      `the median of ${column} is ${number(median)} instead of ${number(one.median)}`,
    );
  }
  if (one.sum !== null && other.sum !== null)
    await by(
      'money',
      factor(one.sum, other.sum / growth),
      `the sum of ${column} is ${number(other.sum)} instead of ${number(one.sum)}`,
    );
  if (one.distinct !== null && other.distinct !== null) {
    // A column that grows with the records, and one that does not, may both stay as they are.
    const moved = Math.min(
      factor(one.distinct, other.distinct),
      factor(one.distinct, other.distinct / growth),
    );
    if (Math.max(one.distinct, other.distinct) >= LEAST_COMPARED)
      await by(
        'distinct',
        moved,
        `${column} has some ${number(other.distinct)} different texts instead of ${number(one.distinct)}`,
      );
  }
}

/**
 * Fewer cells than these have no median and no variety to speak of, and fewer rejected rows are typing
 * errors.
 */
const LEAST_COMPARED = 20;

/** The ratio of two figures of at least 0, the larger one first; infinite where only one is 0. */
function factor(a: number, b: number): number {
  if (a === b) return 1;
  return Math.max(a / b, b / a);
}

/** Whether so many records of a file are more than single errors: of a very small one, when they are all. */
const isEnough = (n: number, all: number): boolean => n >= LEAST_JUDGED || (n === all && n > 1);

/** Judges the ids that are gone, of all records, then of those of each file. */
async function judgeIds(
  findings: Findings,
  old: SourceEntry,
  {records}: PartFigures,
  {gone, goneOf}: Difference,
  examples: () => Promise<string[]>,
): Promise<void> {
  const text = (n: number, all: number) =>
    `${number(n)} of ${number(all)} ids of before are gone (${percent(n / all)})`;
  if (gone >= LEAST_JUDGED && findings.severity('gone', gone / records)) {
    findings.judge('gone', gone / records, text(gone, records), {examples: await examples()});
    return;
  }
  for (const [file, one] of goneOf)
    if (isEnough(one.gone, one.records))
      findings.judge('goneOfFile', one.gone / one.records, text(one.gone, one.records), {
        file: old.files[file]?.name,
      });
}

/**
 * Judges the cells of all records, then of those of each file: a small one may go wrong without a mark on the
 * whole.
 */
async function judgeCells(
  findings: Findings,
  {files}: PartEntry,
  difference: Difference,
  ignored: ReadonlySet<string>,
  examples: Examples,
): Promise<void> {
  const {compared, changed, grown} = difference.all;
  const judgeAll = async (limit: LimitName, counts: ReadonlyMap<string, number>, what: string) => {
    for (const [column, n] of counts) {
      if (n < LEAST_COMPARED || ignored.has(column)) continue;
      const text = `${column} ${what} in ${percent(n / compared)} of the records that were there before`;
      await judgeBy(findings, limit, n / compared, {column, text, examples});
    }
  };
  await judgeAll('changed', changed, 'differs');
  await judgeAll('grown', grown, 'grew');
  for (const [file, one] of difference.files)
    for (const [column, n] of one.changed) {
      if (!isEnough(n, one.compared) || ignored.has(column) || findings.columns.has(column)) continue;
      const share = n / one.compared;
      if (!findings.severity('changedInFile', share)) continue;
      findings.columns.add(column);
      findings.judge(
        'changedInFile',
        share,
        `${column} differs in ${percent(share)} of its records that were there before`,
        {file: files[file]?.name, examples: await examples(column, file)},
      );
    }
}

/** Fields that change by themselves from day to day. */
const ignoredCells = ({layouts}: Source): ReadonlySet<string> =>
  new Set(
    layouts.flatMap(({fields}) =>
      Object.entries(fields).flatMap(([name, {op}]) => (op === 'progress' ? [name] : [])),
    ),
  );

/** The gate: judges what a run changed of a source, before its part may enter a build. */
import type {DuckDBConnection} from '@duckdb/node-api';
import type {SourceEntry} from '../../builds/artefacts.ts';
import {DATASETS} from '../../datasets/index.ts';
import {LEAST_JUDGED, LIMITS, type LimitName} from '../../datasets/limits.ts';
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

function severityOf(name: LimitName, figure: number): Finding['severity'] | null {
  const {warn, error} = LIMITS[name];
  if (figure > error) return 'ERROR';
  return figure > warn ? 'WARN' : null;
}

const percent = (share: number): string => `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;

/** What speaks against a part: a finding where its figure exceeds the limit. */
interface Doubt {
  /** Null: it is worth a warning, whatever the figures. */
  limit: LimitName | null;
  figure?: number;
  text: string;
  file?: string | undefined;
  /** One finding about a column is enough. */
  column?: string;
  examples?: () => Promise<string[]>;
  /** Never more than a warning. */
  isWarning?: boolean;
}

async function findingsOf(doubts: Iterable<Doubt>): Promise<Finding[]> {
  const findings: Finding[] = [];
  const columns = new Set<string>();
  for (const {limit, figure = 0, text, file = '', column, examples, isWarning} of doubts) {
    const severity = limit === null ? 'WARN' : severityOf(limit, figure);
    if (severity === null || (column !== undefined && columns.has(column))) continue;
    if (column !== undefined) columns.add(column);
    const shown = (await examples?.()) ?? [];
    const words = shown.length ? `${text}, e.g. ${shown.join('; ')}` : text;
    findings.push({severity: isWarning ? 'WARN' : severity, file, text: words});
  }
  return findings;
}

/** Judges a part by itself: what no part may be, the first one included. */
export async function judgeAlone({
  read,
  kept,
  rejected,
  rejected_by_reason: why,
}: PartEntry): Promise<Finding[]> {
  const reasons = Object.entries(why)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3)
    .map(([reason, n]) => `${number(n)} ${reason}`)
    .join(', ');
  if (read > 0 && kept === 0) {
    const text = `none of ${number(read)} rows could be kept (${reasons}): the columns were probably filled otherwise; compare the file with the source's declaration`;
    return [{severity: 'ERROR', file: '', text}];
  }
  if (read === 0) return [{severity: 'WARN', file: '', text: 'its files hold no row'}];
  if (rejected < LEAST_COMPARED) return [];
  const figure = rejected / read;
  const text = `${number(rejected)} of ${number(read)} rows rejected (${percent(figure)}: ${reasons})`;
  return findingsOf([{limit: 'rejected', figure, text}]);
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
  const difference = await comparePart(db, dataset, columns, before, now);
  const examples: Examples = (name, file) => () =>
    examplesOf(db, dataset, [name, dataset.columns[name]!], before, now, file);
  const isSameRules = entry.rules === old.rules;
  const findings = await findingsOf([
    ...judgeRecords(entry, old, was, is),
    ...judgeFiles(entry, old),
    ...columns.flatMap(([name]) => [...judgeColumn(name, was, is, examples)]),
    ...judgeIds(old, was, difference, () => goneExamples(db, dataset, before, now)),
    // What rules of today make of a cell may differ from what those of before did.
    ...(isSameRules ? judgeCells(source, entry, difference, examples) : []),
  ]);
  return isSameRules
    ? findings
    : findings.map((one) => ({...one, severity: 'WARN', text: `${one.text} (the rules have changed, too)`}));
}

const sameFiles = ({files}: PartEntry, old: SourceEntry): boolean => {
  const key = (one: {name: string; sha256: string}) => `${one.name} ${one.sha256}`;
  return files.map(key).sort().join('\n') === old.files.map(key).sort().join('\n');
};

function* judgeFiles({files}: PartEntry, {files: old}: SourceEntry): Generator<Doubt> {
  const known = new Map(old.map((file) => [file.name, file]));
  for (const {name: file, rows, missing_columns: missing} of files) {
    const before = known.get(file);
    const lost = (before?.rows ?? 0) - rows;
    // Of the only file its records say as much.
    if (before && lost >= LEAST_JUDGED && old.length > 1) {
      const figure = lost / before.rows;
      const text = `${number(rows)} rows instead of ${number(before.rows)} (${percent(figure)} fewer)`;
      yield {limit: 'file', figure, text, file};
    }
    // A new file is compared with all of before.
    const had = before ? before.missing_columns : old.flatMap((one) => one.missing_columns);
    const gone = old.length ? missing.filter((column) => !had.includes(column)) : [];
    const whose = before ? 'it had' : 'the other files had';
    if (gone.length)
      yield {
        limit: null,
        text: `${plural(gone.length, 'column')} gone that ${whose}: ${gone.join(', ')}`,
        file,
      };
  }
  for (const {name: file, rows} of old)
    if (rows >= LEAST_JUDGED && !files.some(({name}) => name === file))
      yield {limit: null, text: `it is gone, with ${plural(rows, 'row')}`, file};
}

function* judgeRecords(
  entry: PartEntry,
  old: SourceEntry,
  was: PartFigures,
  is: PartFigures,
): Generator<Doubt> {
  const lost = was.records - is.records;
  const share = Math.abs(lost) / was.records;
  const instead = `${plural(is.records, 'record')} instead of ${number(was.records)}`;
  if (lost >= LEAST_JUDGED || is.records === 0)
    yield {limit: 'fewer', figure: share, text: `${instead} (${percent(share)} fewer)`};
  if (-lost >= LEAST_JUDGED && was.records >= LEAST_JUDGED) {
    const known = new Set(old.files.map(({name}) => name));
    // A file that was not there before explains any growth.
    const isWarning = !entry.files.every(({name}) => known.has(name));
    yield {limit: 'more', figure: share, text: `${instead} (${percent(share)} more)`, isWarning};
  }
  yield* judgeYears(was, is);
  if (was.newest !== null && was.records >= LEAST_JUDGED) {
    const days = (Date.parse(was.newest) - (is.newest === null ? -Infinity : Date.parse(is.newest))) / DAY_MS;
    const text = `the newest date went back from ${was.newest} to ${is.newest ?? 'none'}`;
    yield {limit: 'older', figure: days, text};
  }
}

const DAY_MS = 86_400_000;

/** Judges the years before the newest; of several the one that lost most is named. */
function* judgeYears(was: PartFigures, is: PartFigures): Generator<Doubt> {
  const newest = Math.max(...was.years.keys());
  const lost = [...was.years]
    .map(([year, before]) => ({year, before, now: is.years.get(year) ?? 0}))
    .map((one) => ({...one, share: (one.before - one.now) / one.before}))
    .filter(({year, before, now}) => year < newest && before - now >= LEAST_JUDGED)
    .filter(({share}) => severityOf('year', share))
    .sort((a, b) => b.share - a.share || b.before - a.before);
  const [worst] = lost;
  if (!worst) return;
  const others = lost.length > 1 ? `, and fewer of ${plural(lost.length - 1, 'other year')}` : '';
  const text = `${number(worst.now)} records of ${worst.year} instead of ${number(worst.before)}${others}`;
  yield {limit: 'year', figure: worst.share, text};
}

/** Finds three records that show what became of a column, in all files or in one. */
type Examples = (column: string, file?: number) => () => Promise<string[]>;

/** Judges how much of a column is filled, its amounts, and how many texts it has. */
function* judgeColumn(
  column: string,
  was: PartFigures,
  is: PartFigures,
  examples: Examples,
): Generator<Doubt> {
  const [one, other] = [was.columns.get(column), is.columns.get(column)];
  if (!one || !other || one.filled < LEAST_JUDGED || is.records === 0) return;
  const about = {column, examples: examples(column)};
  const [before, now] = [one.filled / was.records, other.filled / is.records];
  if ((before - now) * is.records >= LEAST_JUDGED) {
    const text = `${column} is filled in ${percent(now)} of the records instead of ${percent(before)}`;
    yield {limit: 'filled', figure: 1 - now / before, text, ...about};
  }
  if (Math.min(one.filled, other.filled) < LEAST_COMPARED) return;
  const growth = is.records / was.records;
  if (one.median !== null) {
    const median = other.median ?? 0;
    const text = `the median of ${column} is ${number(median)} instead of ${number(one.median)}`;
    yield {limit: 'money', figure: factor(one.median, median), text, ...about};
  }
  if (one.sum !== null && other.sum !== null) {
    const text = `the sum of ${column} is ${number(other.sum)} instead of ${number(one.sum)}`;
    yield {limit: 'money', figure: factor(one.sum, other.sum / growth), text, ...about};
  }
  if (one.distinct === null || other.distinct === null) return;
  if (Math.max(one.distinct, other.distinct) < LEAST_COMPARED) return;
  // A column that grows with the records, and one that does not, may both stay as they are.
  const figure = Math.min(
    factor(one.distinct, other.distinct),
    factor(one.distinct, other.distinct / growth),
  );
  const text = `${column} has some ${number(other.distinct)} different texts instead of ${number(one.distinct)}`;
  yield {limit: 'distinct', figure, text, ...about};
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
function* judgeIds(
  old: SourceEntry,
  {records}: PartFigures,
  {gone, goneOf}: Difference,
  examples: () => Promise<string[]>,
): Generator<Doubt> {
  const text = (n: number, all: number) =>
    `${number(n)} of ${number(all)} ids of before are gone (${percent(n / all)})`;
  if (gone >= LEAST_JUDGED && severityOf('gone', gone / records)) {
    yield {limit: 'gone', figure: gone / records, text: text(gone, records), examples};
    return;
  }
  for (const [file, {gone, records}] of goneOf)
    if (isEnough(gone, records))
      yield {
        limit: 'goneOfFile',
        figure: gone / records,
        text: text(gone, records),
        file: old.files[file]?.name,
      };
}

/**
 * Judges the cells of all records, then of those of each file: a small one may go wrong without a mark on the
 * whole.
 */
function* judgeCells(
  source: Source,
  {files}: PartEntry,
  {all, files: byFile}: Difference,
  examples: Examples,
): Generator<Doubt> {
  const ignored = ignoredCells(source);
  const limits = [
    ['changed', 'differs'],
    ['grown', 'grew'],
  ] as const;
  for (const [limit, what] of limits)
    for (const [column, n] of all[limit]) {
      if (n < LEAST_COMPARED || ignored.has(column)) continue;
      const figure = n / all.compared;
      const text = `${column} ${what} in ${percent(figure)} of the records that were there before`;
      yield {limit, figure, text, column, examples: examples(column)};
    }
  for (const [at, {compared, changed}] of byFile)
    for (const [column, n] of changed) {
      if (!isEnough(n, compared) || ignored.has(column)) continue;
      const figure = n / compared;
      const text = `${column} differs in ${percent(figure)} of its records that were there before`;
      const file = files[at]?.name;
      yield {limit: 'changedInFile', figure, text, file, column, examples: examples(column, at)};
    }
}

/** Fields that change by themselves from day to day. */
const ignoredCells = ({layouts}: Source): ReadonlySet<string> =>
  new Set(
    layouts.flatMap(({fields}) =>
      Object.entries(fields).flatMap(([name, {op}]) => (op === 'progress' ? [name] : [])),
    ),
  );

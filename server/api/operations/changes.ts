/** Answers what changed, and says of a record that is gone when and why it went. */
import {changes} from '../../../datasets/derived/changes.ts';
import {loggedAs, loggedDatasets, loggedSources} from '../../../datasets/index.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Condition, Engine, Line, Row} from '../../../engine/types.ts';
import {ApiError, type Message} from '../errors.ts';
import type {Call} from '../request/call.ts';
import {conditions} from '../request/conditions.ts';
import {listPosition} from '../request/position.ts';
import {BUILD_ID} from '../request/values.ts';
import type {ChangesRoute} from '../routes/types.ts';
import {firstRows} from './first_rows.ts';
import {listMeta, pageOf} from './list_page.ts';
import {recordId} from './record_id.ts';
import type {PageResult, Removed} from './result.ts';

const {name: TABLE, sort} = changes;

const among = (column: string, values: readonly string[]): Condition => ({
  op: 'in',
  columns: [column],
  value: [...values],
});
const equals = (column: string, value: string): Condition => among(column, [value]);

/** Changes of the records of a dataset: of a view those of its sources in the log of its base. */
export function ofDataset(dataset: string): Condition[] {
  const sources = loggedSources(dataset);
  return [equals('dataset', loggedAs(dataset)), ...(sources ? [among('source', sources)] : [])];
}

/**
 * The number of the build that `since` names, or of the newest one that was surely served at a time. Throws for
 * one that the line of builds does not reach back to: what changed since it is not known.
 */
export function numberSince(since: string, line: Line | null | undefined): number {
  const builds = line ? [...line.builds, line.build] : [];
  // The time of a build is the start of its load, and until the load ended the build before was served.
  const known = BUILD_ID.test(since)
    ? builds.find(({build_id}) => build_id === since)
    : builds[builds.findLastIndex(({built_at}) => built_at <= since) - 1];
  if (!known) throw new ApiError('build', {name: 'since'});
  return known.number;
}

/** What is after `since`, a build or a time. */
function sinceCondition(since: string, line: Line | null | undefined): Condition {
  if (!BUILD_ID.test(since)) return {op: 'gte', columns: ['changed_at'], value: since};
  return {op: 'gte', columns: ['build_number'], value: String(numberSince(since, line) + 1)};
}

/** Which changes a call asks for. Throws 404 where its path names nothing that has a log. */
function wanted(call: Call, {record, datasets, missing}: ChangesRoute, engine: Engine): Condition[] {
  const {since} = call.values;
  if (record) {
    const id = recordId(call, record);
    const where = [...ofDataset(record.dataset), equals('record_id', id)];
    const isKnown = engine.detail(record.dataset, id) !== null || firstRows(engine, TABLE, where).total > 0;
    if (!isKnown) throw new ApiError('record', {missing});
    return where;
  }
  const {dataset = ''} = call.path;
  if (!datasets.includes(dataset)) {
    const names = datasets.join(', ');
    const detail = {en: `Datasets: ${names}.`, fr: `Jeux de données\u00a0: ${names}.`};
    throw new ApiError('record', {missing}, detail);
  }
  const after = since === undefined ? [] : [sinceCondition(String(since), engine.info.log)];
  return [...ofDataset(dataset), ...conditions(call), ...after];
}

/** A page of changes, newest first. */
export function answerChanges(call: Call, route: ChangesRoute, engine: Engine): PageResult {
  const {limit, offset, cursor} = pageOf(call);
  const page = engine.list({
    dataset: TABLE,
    where: wanted(call, route, engine),
    sort: sort.default,
    order: 'desc',
    limit,
    offset: cursor ? 0 : offset,
    after: cursor ? listPosition(cursor.position, 'timestamp') : undefined,
  });
  return {items: page.items, meta: listMeta(call, {...page, count: page.items.count}, engine.info)};
}

const WHY: Readonly<Record<string, Message>> = {
  publisher: {en: 'its publisher no longer lists it', fr: 'son éditeur ne le publie plus'},
  pipeline: {
    en: 'the rules changed by which the rows of its publisher become records',
    fr: 'les règles qui font des fiches à partir des lignes de son éditeur ont changé',
  },
  unknown: {
    en: 'both the files of its publisher and the rules that read them changed',
    fr: 'les fichiers de son éditeur et les règles qui les lisent ont tous deux changé',
  },
};

/** The last change of a record, or null. */
function lastChange(engine: Engine, dataset: string, id: string): Row | null {
  const {items} = firstRows(engine, TABLE, [...ofDataset(dataset), equals('record_id', id)]);
  return rowsOf(items)[0] ?? null;
}

const whyOf = (change: Row): Message => WHY[String(change['cause'])] ?? WHY['unknown']!;

/** When a build was made that first shows a change, as RFC 3339. */
const timeOf = (change: Row): string => `${String(change['changed_at']).replace(/Z$/, '')}Z`;

/** Most removed records that a feed tells of. */
const MOST_REMOVED = 50;

/** The records of a dataset that were removed last and are not there again; none where there is no log. */
export function removedRecords(engine: Engine, dataset: string): Removed[] {
  const base = loggedAs(dataset);
  if (!loggedDatasets().some(({name}) => name === base)) return [];
  const where = [...ofDataset(dataset), equals('kind', 'removed')];
  const rows = rowsOf(firstRows(engine, TABLE, where, {limit: MOST_REMOVED}).items);
  // Of a record that was removed twice the last removal counts, which comes first.
  const byId = new Map<string, Row>();
  for (const row of rows) {
    const id = String(row['record_id']);
    if (!byId.has(id)) byId.set(id, row);
  }
  return [...byId].flatMap(([record_id, row]) => {
    const isBack = engine.detail(base, record_id) !== null;
    return isBack ? [] : [{record_id, at: timeOf(row), why: whyOf(row)}];
  });
}

/** The error of a record that is not there: where it was removed, it says when and why. */
export function missingRecord(engine: Engine, dataset: string, id: string, missing: Message): ApiError {
  const change = lastChange(engine, dataset, id);
  if (change?.['kind'] !== 'removed') return new ApiError('record', {missing});
  const at = timeOf(change);
  return new ApiError('removed', {missing, at, why: whyOf(change)}, null, {'X-Removed-At': at});
}

/**
 * Executes a validated call: queries the engine. Rendering is a second step, which callers in this process
 * leave out.
 */
import {datasetOrEntity} from '../../datasets/index.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {
  type BuildFile,
  DISTANCE,
  type Engine,
  type GroupSort,
  type ListQuery,
  type Row,
  type StatsQuery,
  UNKNOWN_GROUP,
} from '../../engine/types.ts';
import type {BufferAllocator} from '../http/buffers.ts';
import {ApiError} from './errors.ts';
import type {FeedAddress} from './formats/atom.ts';
import {hasDetails} from './formats/feed_entry.ts';
import type {Rendered} from './formats/render.ts';
import {renderResult} from './formats/render_result.ts';
import {answerChanges, missingRecord, removedRecords} from './operations/changes.ts';
import {answerExport} from './operations/export/answer_export.ts';
import {answerOcds, type OcdsPublisher} from './operations/export/ocds/answer_ocds.ts';
import {facetsOfCall} from './operations/facets.ts';
import {firstRows} from './operations/first_rows.ts';
import {hintsOf} from './operations/hints.ts';
import {listMeta, pageOf} from './operations/list_page.ts';
import {matchedBodies} from './operations/matched.ts';
import {answerProfile} from './operations/profile.ts';
import {provenanceOf} from './operations/provenance/provenance.ts';
import {pathIdentifier, recordId} from './operations/record_id.ts';
import {
  dataOf,
  localizedRecord,
  type PageResult,
  type RecordResult,
  type Result,
  recordRow,
} from './operations/result.ts';
import {answerSearch} from './operations/search.ts';
import {unknownIds} from './operations/unknown_ids.ts';
import {answerValues} from './operations/values.ts';
import {answerZone} from './operations/zone.ts';
import {answerZones} from './operations/zones.ts';
import {type Call, groupsOf} from './request/call.ts';
import {conditions} from './request/conditions.ts';
import {toNear} from './request/near.ts';
import {periodConditions} from './request/period.ts';
import {listPosition, statsPosition} from './request/position.ts';
import {areOverlapping, GROUP_KEY} from './routes/answers.ts';
import {MOST_OF_MEDIANS} from './routes/parameters.ts';
import type {ListRoute, RouteOf} from './routes/types.ts';

/** What lists and statistics ask of the engine alike. */
function rowsQuery(call: Call, {dataset}: RouteOf<'list' | 'stats'>, {info}: Engine) {
  const {limit, offset, cursor} = pageOf(call);
  const where = [...conditions(call), ...periodConditions(call, info)];
  return {dataset, where, near: toNear(call.proximity), limit, offset: cursor ? 0 : offset};
}

function answerList(call: Call, route: ListRoute, engine: Engine): PageResult {
  const {columns, sort} = datasetOrEntity(route.dataset);
  const {cursor} = pageOf(call);
  const key = String(call.values['sort_by']);
  const type = key === DISTANCE ? DISTANCE : columns[sort.keys[key]!]!.type;
  const query: ListQuery = {
    ...rowsQuery(call, route, engine),
    points: call.format === 'geojson',
    details: route.more !== undefined || (call.format === 'atom' && hasDetails(route.dataset)),
    sort: key,
    order: call.values['sort_order'] === 'asc' ? 'asc' : 'desc',
    after: cursor ? listPosition(cursor.position, type) : undefined,
    // The rows that facets count are those of the list.
    walk: call.facets.length > 0 ? {} : undefined,
  };
  // The items are only valid until the next query: what else is asked for comes before.
  const facets = call.facets.length > 0 && facetsOfCall(call, route, query, engine);
  const unknown = unknownIds(call, route, engine);
  const matched = matchedBodies(call, route, engine);
  const isFirst = !cursor && query.offset === 0;
  const removed = call.format === 'atom' && isFirst && removedRecords(engine, route.dataset);
  const page = engine.list(query);
  const hints = page.total === 0 && hasMeta(call) && hintsOf(call, route, engine);
  const meta = {
    ...listMeta(call, {...page, count: page.items.count}, engine.info),
    ...(facets && {facets}),
    ...(unknown.length > 0 && {unknown_ids: unknown}),
    ...(matched && {matched}),
    ...(hints && {hints}),
  };
  return {items: page.items, meta, ...(removed && {removed})};
}

/** Whether the format has `meta` in its body. */
const hasMeta = ({format}: Call): boolean => format === 'json' || format === 'geojson';

/** Rows of groups with their keys, where groups have some. */
function keyedRows(call: Call, rows: readonly Row[]): readonly Row[] {
  if (!call.columns[GROUP_KEY]) return rows;
  return rows.map(({group_by = null, group_value = null, ...counts}) => ({
    group_by,
    group_value,
    [GROUP_KEY]: group_value === UNKNOWN_GROUP ? null : encodeURIComponent(String(group_value)),
    ...counts,
  }));
}

/** Throws where medians by two groups would take too many records. */
function checkMedians(query: StatsQuery, engine: Engine): void {
  const {dataset, where, near, walk, then_by, median} = query;
  if (!median || then_by === undefined) return;
  const {total} = firstRows(engine, dataset, where, {near, walk});
  if (total > MOST_OF_MEDIANS) throw new ApiError('medians', {most: MOST_OF_MEDIANS});
}

function answerStats(call: Call, route: RouteOf<'stats'>, engine: Engine): PageResult {
  const {cursor} = pageOf(call);
  const {sort_by, sort_order} = call.values;
  const median = call.values['median'] === true;
  const groups = groupsOf(call);
  const query: StatsQuery = {
    ...rowsQuery(call, route, engine),
    group_by: groups[0]!,
    then_by: groups[1],
    median,
    sort: sort_by as GroupSort | undefined,
    order: sort_order as 'asc' | 'desc' | undefined,
    after: cursor ? statsPosition(cursor.position) : undefined,
    walk: median ? {} : undefined,
  };
  checkMedians(query, engine);
  const page = engine.stats(query);
  const {total, then_total, sum_value, value_count} = page;
  const isEmpty = total === 0 && hasMeta(call);
  const hints = isEmpty && hintsOf(call, route, engine);
  const matched = !isEmpty && matchedBodies(call, route, engine);
  const meta = {
    ...listMeta(call, {...page, count: page.groups}, engine.info),
    sum_value,
    value_count,
    ...(areOverlapping(route.dataset, groups) && {overlapping: true}),
    ...(then_total !== undefined && {then_total}),
    ...(hints && {hints}),
    ...(matched && {matched}),
  };
  return {items: keyedRows(call, page.rows), meta};
}

/** The record that the path names. Throws 404 where there is none. */
function findRecord(call: Call, route: RouteOf<'detail' | 'lifecycle'>, engine: Engine): Buffer | Row {
  if (route.kind === 'detail') {
    const id = recordId(call, route);
    const record = engine.detail(route.dataset, id);
    if (!record) throw missingRecord(engine, route.dataset, id, route.missing);
    return record;
  }
  const number = fold(pathIdentifier(call));
  const found = number === '' ? null : engine.lifecycle(number);
  if (!found) throw new ApiError('record', {missing: route.missing});
  return {...found};
}

/** A record, with where each of its fields comes from if that is asked for. */
function answerRecord(call: Call, route: RouteOf<'detail'>, engine: Engine): RecordResult {
  const record = localizedRecord(call, findRecord(call, route, engine));
  if (call.values['provenance'] !== true) return {record};
  const row = recordRow({record});
  const provenance = provenanceOf(
    route.dataset,
    recordId(call, route),
    row,
    Object.keys(call.columns),
    engine,
  );
  return {record: row, more: {provenance}};
}

/**
 * What the operation of a call answers. Throws 404 with the route's message if nothing is found. Exports are
 * streams of bytes from the beginning, and have none.
 */
export function resultOf(call: Call, engine: Engine): Result {
  const {route} = call;
  switch (route.kind) {
    case 'list':
      return answerList(call, route, engine);
    case 'changes':
      return answerChanges(call, route, engine);
    case 'stats':
      return answerStats(call, route, engine);
    case 'search':
      return answerSearch(call, engine);
    case 'values':
      return answerValues(call, route, engine);
    case 'zones':
      return answerZones(call, route, engine);
    case 'zone':
      return answerZone(call, route, engine);
    case 'profile':
      return answerProfile(call, route, pathIdentifier(call), engine);
    case 'detail':
      return answerRecord(call, route, engine);
    case 'lifecycle':
      return {record: localizedRecord(call, findRecord(call, route, engine))};
    default:
      throw new ApiError('path');
  }
}

/**
 * Answers a call in its format. Only exports of whole files need `file`, which `checkedFile` returns, and only
 * the one of contracting processes its `publisher`.
 */
export function answerCall(
  call: Call,
  engine: Engine,
  allocate: BufferAllocator,
  feed: FeedAddress | null = null,
  file: BuildFile | null = null,
  publisher: OcdsPublisher | null = null,
): Rendered {
  if (call.route.kind === 'export' && call.route.ocds) {
    if (!publisher) throw new Error(`${call.route.path}: packages name their publisher`);
    return answerOcds(call, engine, publisher);
  }
  if (call.route.kind === 'export') return answerExport(call, call.route, engine, file, feed);
  return renderResult(call, resultOf(call, engine), engine.info, allocate, feed);
}

/**
 * `data` and `meta` of the JSON answer of a call, for callers in this process; `meta` is empty where there is
 * none.
 */
export function valuesOf(call: Call, engine: Engine): {data: Json; meta: Record<string, Json>} {
  const result = resultOf(call, engine);
  return {data: dataOf(call, result), meta: {...result.meta}};
}

/** Executes a validated call: queries the engine and renders the result. */
import {datasetOrEntity} from '../../datasets/index.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {linesOf, rowsOf} from '../../engine/rows/json_lines.ts';
import {
  type BuildInfo,
  type DatasetFile,
  DISTANCE,
  type Engine,
  type GroupSort,
  type ListQuery,
  type Page,
  type Row,
  type StatsPage,
  type StatsQuery,
  UNKNOWN_GROUP,
} from '../../engine/types.ts';
import type {BufferAllocator} from '../http/buffers.ts';
import {ApiError} from './errors.ts';
import {type FeedAddress, renderFeed} from './formats/atom.ts';
import {hasDetails} from './formats/feed_entry.ts';
import {renderRecordFeature, toFeatures} from './formats/geojson.ts';
import {itemLines} from './formats/items.ts';
import {localizeRow} from './formats/language.ts';
import {
  BYTE_ORDER_MARK,
  csvHeader,
  type Meta,
  type Rendered,
  renderFeatures,
  renderLines,
  renderObject,
} from './formats/render.ts';
import {answerExport} from './operations/export/answer_export.ts';
import {facetsOfCall} from './operations/facets.ts';
import {firstRows} from './operations/first_rows.ts';
import {hintsOf} from './operations/hints.ts';
import {matchedBodies} from './operations/matched.ts';
import {commonMeta, extraMeta} from './operations/meta.ts';
import {findProfile, renderProfile} from './operations/profile.ts';
import {answerSearch} from './operations/search.ts';
import {unknownIds} from './operations/unknown_ids.ts';
import {answerValues} from './operations/values.ts';
import {answerZone} from './operations/zone.ts';
import {answerZones} from './operations/zones.ts';
import {type Call, groupsOf, outputFields} from './request/call.ts';
import {conditions} from './request/conditions.ts';
import {writeCursor} from './request/cursor.ts';
import {toNear} from './request/near.ts';
import type {PageRequest} from './request/paging.ts';
import {periodConditions} from './request/period.ts';
import {listPosition, statsPosition} from './request/position.ts';
import {areOverlapping, GROUP_KEY} from './routes/answers.ts';
import type {RowFormat} from './routes/formats.ts';
import {MOST_OF_MEDIANS} from './routes/parameters.ts';
import type {ListRoute, RouteOf} from './routes/types.ts';

/** What a page says besides its rows. */
type PageSummary = Pick<Page | StatsPage, 'total' | 'last'>;

function listMeta(call: Call, slice: PageRequest, result: PageSummary, count: number, info: BuildInfo): Meta {
  const build = info.build_id;
  const {limit, offset, cursor} = slice;
  const rowsBefore = offset + count;
  const startBuild = cursor?.build ?? build;
  // If the build changed during the walk, row counts no longer add up: only a short page is surely the last.
  const over = startBuild === build ? rowsBefore >= result.total : count < limit;
  const next = over || !result.last ? null : {position: {...result.last}, rowsBefore, build: startBuild};
  const page = {total: result.total, limit, offset, next_cursor: next && writeCursor(next, call.fingerprint)};
  return {...page, ...extraMeta(call, info), ...commonMeta(call, info)};
}

/** The line before the items. */
const headerOf = (call: Call): string =>
  call.format === 'csv' ? (call.excel ? BYTE_ORDER_MARK : '') + csvHeader(outputFields(call)) : '';

/** A page of items, which are copied as they are stored where the client gets them unchanged. */
function renderListPage(
  call: Call,
  {items}: Page,
  meta: Meta,
  info: BuildInfo,
  allocate: BufferAllocator,
  feed: FeedAddress | null,
): Rendered {
  if (call.format === 'geojson') return renderFeatures(toFeatures(call, rowsOf(items)), meta);
  if (call.format !== 'atom') {
    return renderLines(itemLines(call, items), meta, call.format as RowFormat, headerOf(call), allocate);
  }
  if (!feed) throw new Error(`${call.route.path}: a feed needs its address for its links`);
  return renderFeed(call, rowsOf(items), meta, info, feed);
}

function answerList(
  call: Call,
  route: ListRoute,
  slice: PageRequest,
  engine: Engine,
  allocate: BufferAllocator,
  feed: FeedAddress | null,
): Rendered {
  const {columns, sort} = datasetOrEntity(route.dataset);
  const {proximity} = call;
  const near = proximity ? toNear(proximity) : undefined;
  const where = conditions(call);
  const key = String(call.values['sort_by']);
  const type = key === DISTANCE ? DISTANCE : columns[sort.keys[key]!]!.type;
  const query: ListQuery = {
    dataset: route.dataset,
    where,
    near,
    points: call.format === 'geojson',
    details: route.more !== undefined || (call.format === 'atom' && hasDetails(route.dataset)),
    sort: key,
    order: call.values['sort_order'] === 'asc' ? 'asc' : 'desc',
    limit: slice.limit,
    offset: slice.cursor ? 0 : slice.offset,
    after: slice.cursor ? listPosition(slice.cursor.position, type) : undefined,
    // The rows that facets count are those of the list.
    walk: call.facets.length > 0 ? {} : undefined,
  };
  // The items are only valid until the next query: what else is asked for comes before.
  const further = furtherMeta(call, route, query, engine);
  const page = engine.list(query);
  const hints = page.total === 0 && hasMeta(call) ? hintsOf(call, route, engine) : null;
  const meta = {
    ...listMeta(call, slice, page, page.items.count, engine.info),
    ...further,
    ...(hints ? {hints} : {}),
  };
  return renderListPage(call, page, meta, engine.info, allocate, feed);
}

type Further = Readonly<Record<string, Json>>;

/** Whether the format has `meta` in its body. */
const hasMeta = ({format}: Call): boolean => format === 'json' || format === 'geojson';

/**
 * Members of `meta` that take queries of their own: facets, ids that no record has, and bodies that a filter
 * matched.
 */
function furtherMeta(call: Call, route: ListRoute, query: ListQuery, engine: Engine): Further {
  const facets = call.facets.length > 0 ? facetsOfCall(call, route, query, engine) : null;
  const unknown = unknownIds(call, route, engine);
  const matched = matchedBodies(call, route, engine);
  return {
    ...(facets ? {facets} : {}),
    ...(unknown && unknown.length > 0 ? {unknown_ids: unknown} : {}),
    ...(matched ? {matched} : {}),
  };
}

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

/** Bodies that a filter matched, and why there are no groups. */
function furtherStats(call: Call, route: RouteOf<'stats'>, {total}: StatsPage, engine: Engine): Further {
  if (total === 0 && hasMeta(call)) {
    const hints = hintsOf(call, route, engine);
    return hints ? {hints} : {};
  }
  const matched = matchedBodies(call, route, engine);
  return matched ? {matched} : {};
}

/** Throws where medians by two groups would take too many records. */
function checkMedians(query: StatsQuery, engine: Engine): void {
  const {dataset, where, near, walk, then_by, median} = query;
  if (!median || then_by === undefined) return;
  const {total} = firstRows(engine, dataset, where, {near, walk});
  if (total > MOST_OF_MEDIANS) throw new ApiError('medians', {most: MOST_OF_MEDIANS});
}

function answerStats(call: Call, route: RouteOf<'stats'>, slice: PageRequest, engine: Engine): Rendered {
  const {proximity} = call;
  const {sort_by, sort_order} = call.values;
  const query: StatsQuery = {
    dataset: route.dataset,
    where: [...conditions(call), ...periodConditions(call, engine.info)],
    near: proximity ? toNear(proximity) : undefined,
    group_by: groupsOf(call)[0]!,
    then_by: groupsOf(call)[1],
    median: call.values['median'] === true,
    sort: sort_by as GroupSort | undefined,
    order: sort_order as 'asc' | 'desc' | undefined,
    limit: slice.limit,
    offset: slice.cursor ? 0 : slice.offset,
    after: slice.cursor ? statsPosition(slice.cursor.position) : undefined,
    walk: call.values['median'] === true ? {} : undefined,
  };
  checkMedians(query, engine);
  const page = engine.stats(query);
  const {then_total, sum_value, value_count} = page;
  const meta = {
    ...listMeta(call, slice, page, page.groups, engine.info),
    sum_value,
    value_count,
    ...(areOverlapping(route.dataset, groupsOf(call)) ? {overlapping: true} : {}),
    ...(then_total === undefined ? {} : {then_total}),
    ...furtherStats(call, route, page, engine),
  };
  return renderLines(
    itemLines(call, linesOf(keyedRows(call, page.rows))),
    meta,
    call.format as RowFormat,
    headerOf(call),
  );
}

function findLifecycle(call: Call, engine: Engine): string | null {
  const number = fold(pathIdentifier(call));
  if (number === '') return null;
  const result = engine.lifecycle(number);
  return result && JSON.stringify(result);
}

/** The value of the `{...}` segment of the path. */
function pathIdentifier({path, route}: Call): string {
  for (const name in path) return path[name]!;
  throw new Error(`${route.path} names nothing: its answer is one object`);
}

/** The record id that the path names. */
function recordId(call: Call, {id}: RouteOf<'detail'>): string {
  if (!id) return pathIdentifier(call);
  const segments = Object.entries(id).map(([name, {normalize: form}]) => (form ?? String)(call.path[name]!));
  return segments.join('/');
}

/** JSON of the one object that the route answers; profiles are found by `findProfile`. */
function findRecord(call: Call, engine: Engine): Buffer | string | null {
  const {route} = call;
  if (route.kind === 'detail') return engine.detail(route.dataset, recordId(call, route));
  return findLifecycle(call, engine);
}

function renderRecord(call: Call, json: Buffer | string | null, allocate: BufferAllocator): Rendered {
  const {route, lang} = call;
  if (json === null)
    throw 'missing' in route ? new ApiError('record', {missing: route.missing}) : new ApiError('path');
  if (call.format === 'geojson') return renderRecordFeature(call, JSON.parse(json.toString()));
  if (lang === 'both') return renderObject(json, allocate);
  return renderObject(JSON.stringify(localizeRow(JSON.parse(json.toString()), call.columns, lang)));
}

/**
 * Answers a call; the body is allocated by `allocate`. Throws 404 with the route's message if nothing is
 * found. Only feeds need `feed`, for their links, and exports of whole files `file`, which `checkedFile`
 * returns.
 */
export function answerCall(
  call: Call,
  engine: Engine,
  allocate: BufferAllocator,
  feed: FeedAddress | null = null,
  file: DatasetFile | null = null,
): Rendered {
  const {route, page: slice} = call;
  if (route.kind === 'list' && slice) return answerList(call, route, slice, engine, allocate, feed);
  if (route.kind === 'stats' && slice) return answerStats(call, route, slice, engine);
  if (route.kind === 'export') return answerExport(call, route, engine, file);
  if (route.kind === 'search') return answerSearch(call, engine);
  if (route.kind === 'values') return answerValues(call, route, engine);
  if (route.kind === 'zones') return answerZones(call, route, engine);
  if (route.kind === 'zone') return answerZone(call, route, engine, allocate);
  if (route.kind === 'profile') {
    return renderProfile(
      call,
      route,
      findProfile(call, route, pathIdentifier(call), engine),
      engine,
      allocate,
    );
  }
  return renderRecord(call, findRecord(call, engine), allocate);
}

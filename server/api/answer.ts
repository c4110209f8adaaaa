/** Asks the engine what a call wants and renders what comes back. */
import {DERIVED, datasetOrEntity} from '../../datasets/index.ts';
import {fold} from '../../datasets/rules/text.ts';
import {rowsOf} from '../../engine/rows/json_lines.ts';
import {
  type Answer,
  type BuildInfo,
  DISTANCE,
  type Engine,
  type Page,
  type Row,
  type StatsPage,
} from '../../engine/types.ts';
import {ownRoom, type Room} from '../http/buffers.ts';
import {ApiError} from './errors.ts';
import {featuresOf, recordFeature} from './formats/geojson.ts';
import {areWhole, shaper} from './formats/items.ts';
import {cutRow} from './formats/language.ts';
import {
  type Meta,
  type Rendered,
  renderFeatures,
  renderLines,
  renderObject,
  renderRows,
} from './formats/render.ts';
import {after} from './map_maybe.ts';
import {exported} from './operations/export/answer.ts';
import {furtherMeta} from './operations/meta.ts';
import {searched} from './operations/search.ts';
import {zoneAnswer} from './operations/zone.ts';
import {type Call, givenFields} from './request/call.ts';
import {conditions} from './request/conditions.ts';
import {writeCursor} from './request/cursor.ts';
import {nearOf} from './request/near.ts';
import type {Slice} from './request/paging.ts';
import {inPeriod} from './request/period.ts';
import {listPosition, statsPosition} from './request/position.ts';
import {answerColumns} from './routes/answers.ts';
import type {RowFormat} from './routes/formats.ts';
import type {Route} from './routes/types.ts';

type Of<K extends Route['kind']> = Extract<Route, {kind: K}>;

/** What a page says besides its rows. */
type Found = Pick<Page | StatsPage, 'total' | 'last'>;

function metaOf(call: Call, slice: Slice, found: Found, count: number, info: BuildInfo): Meta {
  const build = info.build_id;
  const {limit, offset, cursor} = slice;
  const handed = offset + count;
  const begun = cursor?.build ?? build;
  // After a change of build the rows handed out are no row numbers: only a short page is surely the last.
  const over = begun === build ? handed >= found.total : count < limit;
  const next = over || !found.last ? null : {position: {...found.last}, handed, build: begun};
  const page = {total: found.total, limit, offset, next_cursor: next && writeCursor(next, call.mark)};
  return {...page, ...furtherMeta(call, info)};
}

/** Lists of records without a place, and statistics, are never asked for another. */
function rowFormat({format, route}: Call): RowFormat {
  if (format === 'geojson') throw new Error(`${route.path} has rows without a place`);
  return format;
}

function renderRowPage(call: Call, slice: Slice, found: Found & {rows: Row[]}, info: BuildInfo): Rendered {
  const rows = shaper(call, String(call.own['group_by']))(found.rows);
  return renderRows(rows, givenFields(call), metaOf(call, slice, found, rows.length, info), rowFormat(call));
}

/** Items that the client gets as the engine gives them are never taken apart. */
function renderPage(call: Call, slice: Slice, page: Page, info: BuildInfo, room: Room): Rendered {
  const meta = () => metaOf(call, slice, page, page.items.count, info);
  if (call.format === 'geojson') return renderFeatures(featuresOf(call, rowsOf(page.items)), meta());
  if (call.format === 'csv' || !areWhole(call)) {
    return renderRowPage(call, slice, {...page, rows: rowsOf(page.items)}, info);
  }
  return renderLines(page.items, meta(), call.format, room);
}

function list(call: Call, route: Of<'list'>, slice: Slice, engine: Engine, room: Room): Answer<Rendered> {
  const {columns, sort} = datasetOrEntity(route.dataset);
  const {proximity} = call;
  const key = String(call.own['sort_by']);
  const type = key === DISTANCE ? DISTANCE : columns[sort.keys[key]!]!.type;
  const page = engine.list({
    dataset: route.dataset,
    where: conditions(call),
    near: proximity ? nearOf(proximity) : undefined,
    points: call.format === 'geojson',
    sort: key,
    order: call.own['sort_order'] === 'asc' ? 'asc' : 'desc',
    limit: slice.limit,
    offset: slice.cursor ? 0 : slice.offset,
    after: slice.cursor ? listPosition(slice.cursor.position, type) : undefined,
  });
  return after(page, (found) => renderPage(call, slice, found, engine.info, roomFor(page, room)));
}

function stats(call: Call, route: Of<'stats'>, slice: Slice, engine: Engine): Answer<Rendered> {
  const {proximity} = call;
  const page = engine.stats({
    dataset: route.dataset,
    where: [...conditions(call), ...inPeriod(call, engine.info)],
    near: proximity ? nearOf(proximity) : undefined,
    group_by: String(call.own['group_by']),
    limit: slice.limit,
    offset: slice.cursor ? 0 : slice.offset,
    after: slice.cursor ? statsPosition(slice.cursor.position) : undefined,
  });
  return after(page, (found) => renderRowPage(call, slice, found, engine.info));
}

/** Decoded once more where that is possible and changes the text, else null. */
function decodedAgain(text: string): string | null {
  if (!/%[0-9a-f]{2}/i.test(text)) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/**
 * The entity by the parameter `name`, else by the path segment; where parts of names count too, decoded once more when
 * it finds nothing.
 */
function profile(call: Call, route: Of<'profile'>, engine: Engine): Answer<Buffer | null> {
  const resolve = (name: string) => (fold(name) === '' ? null : engine.profile(route.entity, name));
  const given = call.own['name'];
  if (given !== undefined) return resolve(String(given));
  const segment = identifier(call);
  return after(resolve(segment), (found) => {
    const again = found || DERIVED[route.entity]?.exactNamesOnly ? null : decodedAgain(segment);
    return again === null ? found : resolve(again);
  });
}

function lifecycle(call: Call, engine: Engine): Answer<string | null> {
  const number = fold(identifier(call));
  if (number === '') return null;
  return after(engine.lifecycle(number), (found) => found && JSON.stringify(found));
}

/** The value of the `{...}` segment of the path. */
function identifier({path, route}: Call): string {
  for (const name in path) return path[name]!;
  throw new Error(`${route.path} names nothing: its answer is one object`);
}

/** The id that the path names. */
function idOf(call: Call, {id}: Of<'detail'>): string {
  if (!id) return identifier(call);
  const parts = Object.entries(id).map(([name, {form}]) => (form ?? String)(call.path[name]!));
  return parts.join('/');
}

/** JSON of the one object asked for. */
function single(call: Call, engine: Engine): Answer<Buffer | string | null> {
  const {route} = call;
  if (route.kind === 'detail') return engine.detail(route.dataset, idOf(call, route));
  if (route.kind === 'profile') return profile(call, route, engine);
  return lifecycle(call, engine);
}

function renderSingle(call: Call, json: Buffer | string | null, room: Room): Rendered {
  const {route, lang} = call;
  if (json === null) throw new ApiError('record', {missing: 'missing' in route ? route.missing : ''});
  if (call.format === 'geojson') return recordFeature(call, JSON.parse(json.toString()));
  if (lang === 'both') return renderObject(json, room);
  return renderObject(JSON.stringify(cutRow(JSON.parse(json.toString()), answerColumns(route), lang)));
}

/** What comes later may meet other bodies that come then. */
const roomFor = (found: Answer<unknown>, room: Room): Room => (found instanceof Promise ? ownRoom : room);

/**
 * The answer of a call, rendered in the room where it is there at once. Throws 404 with the route's message where
 * nothing is found.
 */
export function answer(call: Call, engine: Engine, room: Room): Answer<Rendered> {
  const {route, slice} = call;
  if (route.kind === 'list' && slice) return list(call, route, slice, engine, room);
  if (route.kind === 'stats' && slice) return stats(call, route, slice, engine);
  if (route.kind === 'export') return exported(call, route, engine);
  if (route.kind === 'search') return searched(call, engine);
  if (route.kind === 'zone') return zoneAnswer(call, route, engine, room);
  const json = single(call, engine);
  return after(json, (found) => renderSingle(call, found, roomFor(json, room)));
}

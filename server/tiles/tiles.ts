/** The map's data: tiles of the ground, permits and zones, the permits of a box, and what is at a point. */
import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {BoxPage, Engine} from '../../engine/types.ts';
import {answerCall} from '../api/answer.ts';
import type {ApiContext, LogFields} from '../api/context.ts';
import {catchErrors} from '../api/error_response.ts';
import {ApiError} from '../api/errors.ts';
import {type Call, parseCall} from '../api/request/call.ts';
import {conditions} from '../api/request/conditions.ts';
import {parseTarget, type Target} from '../api/request/target.ts';
import {addressBusy} from '../api/response.ts';
import {matchRoute} from '../api/routes/match.ts';
import {withLease} from '../api/with_lease.ts';
import {allocateBuffer} from '../http/buffers.ts';
import {compressedResponse} from '../http/compressed_response.ts';
import {entityTag, matchEntityTag} from '../http/entity_tag.ts';
import {isStreamed} from '../http/streamed_body.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {tileAddress} from './address.ts';
import {type GroundTiles, TILE_TYPE} from './ground.ts';
import {permitTile} from './permits.ts';
import {zoningTile} from './zoning.ts';

/** Where all of it is. */
export const TILES_PATH = '/tiles/';

/** Permits of a box that are listed, unless more are asked for. */
const LISTED = 50;

interface Asked {
  engine: Engine;
  /** Segments below the layer. */
  rest: readonly string[];
  pairs: Target['pairs'];
}

/** What is answered, by media type. */
type Body = readonly [type: string, bytes: Buffer];

const JSON_TYPE = 'application/json; charset=utf-8';

const tileBody = (bytes: Buffer): Body => [TILE_TYPE, bytes];

/** The filters of an operation, by the same functions and with the same errors as there. */
function callOf(path: string, pairs: Target['pairs']): Call {
  return parseCall(matchRoute(path.slice(1).split('/'))!, pairs, undefined, 'free');
}

/**
 * West, south, east and north of the parameter `bbox`; the eastern and northern end of the world belong to a
 * box that reaches them.
 */
function boxOf(pairs: Target['pairs']) {
  const text = pairs.findLast(([name]) => name === 'bbox')?.[1] ?? '';
  const numbers = text.split(',').map((one) => (/^-?\d{1,3}(\.\d+)?$/.test(one) ? Number(one) : Number.NaN));
  const [west, south, east, north] = numbers as [number, number, number, number];
  if (numbers.length !== 4 || !(west < east && south < north)) throw new ApiError('bbox');
  const reaching = (to: number, end: number) => (to >= end ? Number.POSITIVE_INFINITY : to);
  return {west, south, east: reaching(east, 180), north: reaching(north, 90)};
}

/**
 * The permits of `bbox` under the filters of the list: the newest, how many there are, and how many of each
 * type.
 */
export function permitsOfBox(engine: Engine, pairs: Target['pairs'], limit = LISTED): BoxPage {
  const box = boxOf(pairs);
  const call = callOf(
    '/permits',
    pairs.filter(([name]) => name !== 'bbox'),
  );
  return engine.box({
    dataset: 'permits',
    where: conditions(call),
    ...box,
    limit,
    count_by: 'permit_type',
  });
}

/** The answer of an operation of the API as JSON. */
function operation(path: string, {engine, pairs}: Asked): Body {
  const {body} = answerCall({...callOf(path, pairs), format: 'json'}, engine, allocateBuffer);
  if (isStreamed(body)) throw new Error(`${path} streams`);
  return [JSON_TYPE, Buffer.from(body)];
}

/** What there is, by the first segment below the path. */
const KINDS: Readonly<Record<string, (asked: Asked) => Body>> = {
  permits: ({engine, rest, pairs}) => {
    const address = tileAddress(rest);
    return tileBody(permitTile(callOf('/permits', pairs), engine, address));
  },
  zoning: ({engine, rest}) => tileBody(zoningTile(engine, tileAddress(rest))),
  'permits.json': ({engine, pairs}) => {
    const {total, items, groups} = permitsOfBox(engine, pairs);
    return [JSON_TYPE, Buffer.from(JSON.stringify({total, types: groups, items: rowsOf(items)}))];
  },
  'stats.json': (asked) => operation('/permits/stats', asked),
  'zone.json': (asked) => operation('/zone', asked),
};

const CACHED = {'Cache-Control': 'public, max-age=300'};

/**
 * A tile without features is 200 without bytes, which browsers draw as nothing: 204 would not be kept by
 * every cache.
 */
function fromBuild(request: HttpRequest, context: ApiContext, target: Target, engine: Engine): HttpResponse {
  const [, kind = '', ...rest] = target.segments ?? [];
  const answer = Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined;
  if (!answer) throw new ApiError('path');
  const tag = entityTag(engine.info.build_id, context.code, request.target);
  const matched = matchEntityTag(request.headers['if-none-match'], tag);
  if (matched !== null) {
    const headers = {ETag: matched, ...CACHED, Vary: 'Accept-Encoding'};
    return {status: 304, blocks: [], headers, body: null};
  }
  const [type, body] = answer({engine, rest, pairs: target.pairs});
  const headers = {'Content-Type': type, ...CACHED, 'X-Content-Type-Options': 'nosniff'};
  return compressedResponse({status: 200, headers, tag, body}, request.headers['accept-encoding']);
}

/**
 * Answers a request below `/tiles/`; never throws. `wait`: seconds until the address may ask again, 0: now.
 */
export function answerTile(
  request: HttpRequest,
  context: ApiContext,
  logFields: LogFields,
  {wait, ground}: {wait: number; ground: GroundTiles},
): HttpResponse {
  logFields.route = 'tiles';
  if (wait > 0) return addressBusy(wait);
  return catchErrors(
    () => {
      const target = parseTarget(request.target);
      // It is of no build, and there before the first one.
      if (target.segments?.[1] === 'ground') return ground.answer(request, target);
      const lease = context.builds.acquire();
      return withLease(lease, () => fromBuild(request, context, target, lease.engine));
    },
    context,
    logFields,
  );
}

/** One request to one answer, on plain objects: the order of treatment of the specification (1.1). */
import type {Answer, Engine} from '../engine/types.ts';
import {answer} from './answer.ts';
import {authenticate, permit} from './auth.ts';
import {type Block, block, joined} from './blocks.ts';
import {type Documents, documentResponse} from './documents.ts';
import {ApiError} from './errors.ts';
import {health} from './health.ts';
import {after} from './later.ts';
import {rateHeaders} from './limits.ts';
import type {Log} from './log.ts';
import {type Call, readCall} from './request/call.ts';
import {readTarget, type Target} from './request/target.ts';
import {
  type ApiResponse,
  dataResponse,
  entityTag,
  errorResponse,
  matchingTag,
  notModified,
  PREFLIGHT,
} from './respond.ts';
import type {Room} from './room.ts';
import {BASE_PATH} from './routes/index.ts';
import {type Match, matchRoute} from './routes/match.ts';
import type {Serving} from './serving.ts';
import {closeBody, releasing, within} from './settle.ts';
import type {Store} from './store.ts';
import {isStreamed} from './streamed.ts';
import type {TierName} from './tiers.ts';

export interface ApiRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Readonly<Record<string, string>>;
}

export interface Context {
  builds: Pick<Serving, 'info' | 'hold' | 'readable'>;
  store: Pick<Store, 'find' | 'healthy'>;
  documents: Documents;
  version: string;
  /** Unix epoch milliseconds, as `now`. */
  startedAt: number;
  now: () => number;
  log: Log;
  /** Where bodies are put together that are there at once: they may be good only until the next request. */
  room: Room;
  /** Longest time for an answer. */
  patience_ms: number;
}

/** What is said of a request in the log: never the query, never more of a key than its first characters. */
interface Facts {
  route: string;
  key: string | null;
}

const BASE_SEGMENTS = BASE_PATH.slice(1).split('/').length;
const BASE = `${BASE_PATH}/`;

interface Shared {
  asOf: string;
  rate: Block;
  both: Block;
}

let shared: Shared | null = null;

/** Headers of the build and of the key. One is remembered: nearly all requests go to one build. */
function buildBlock(asOf: string, rate: Block): Block {
  if (shared?.asOf !== asOf || shared.rate !== rate) {
    shared = {asOf, rate, both: joined(block({'X-Data-As-Of': asOf}), rate)};
  }
  return shared.both;
}

function fromBuild(call: Call, engine: Engine, request: ApiRequest, {version, room}: Context, rate: Block) {
  const {build_id, data_as_of} = engine.info;
  const tag = entityTag(build_id, version, call.canonical);
  const beginning = {tag, block: buildBlock(data_as_of, rate), ignored: call.ignored};
  const held = matchingTag(request.headers['if-none-match'], tag);
  if (held !== null) return notModified(held, beginning);
  return after(answer(call, engine, room), (rendered) => dataResponse(rendered, beginning, request.headers));
}

function routeOf({segments}: Target, facts: Facts): Match {
  const match = segments && matchRoute(segments, BASE_SEGMENTS);
  if (!match) throw new ApiError('path');
  facts.route = match.route.path;
  return match;
}

/** Steps behind the permission; `rate` are the headers that every answer of a known key carries. */
function data(
  request: ApiRequest,
  {pairs}: Target,
  match: Match,
  tier: TierName,
  context: Context,
  rate: Block,
): Answer<ApiResponse> {
  const call = readCall(match, pairs, request.headers['accept'], tier);
  const held = context.builds.hold();
  let response: Answer<ApiResponse>;
  try {
    response = fromBuild(call, held.engine, request, context, rate);
  } catch (error) {
    held.release();
    throw error;
  }
  return releasing(response, held.release);
}

/** A fault that is not the client's: 503 where data or accounts are gone, else 500; the log has the rest. */
async function fault(error: unknown, {builds, store, log}: Context, facts: Facts): Promise<ApiError> {
  log.error({...facts, err: error}, 'request failed');
  return new ApiError((await builds.readable()) && store.healthy() ? 'internal' : 'unavailable');
}

function refusal(error: unknown, context: Context, facts: Facts, blocks: Block[]): Answer<ApiResponse> {
  if (error instanceof ApiError) return errorResponse(error, blocks);
  return fault(error, context, facts).then((told) => errorResponse(told, blocks));
}

/** The work's answer, or that to what it throws, now or later. */
function answered(
  work: () => Answer<ApiResponse>,
  context: Context,
  facts: Facts,
  blocks: Block[] = [],
): Answer<ApiResponse> {
  try {
    const response = work();
    if (!(response instanceof Promise)) return response;
    return response.catch((error) => refusal(error, context, facts, blocks));
  } catch (error) {
    return refusal(error, context, facts, blocks);
  }
}

function withKey(request: ApiRequest, target: Target, context: Context, facts: Facts): Answer<ApiResponse> {
  const holder = authenticate(request.headers, context.store);
  facts.key = holder.shown;
  const rate = rateHeaders(context.now());
  const work = () => {
    const match = routeOf(target, facts);
    permit(holder, match.route);
    const response = data(request, target, match, holder.tier, context, rate);
    return response instanceof Promise ? within(context.patience_ms, response) : response;
  };
  return answered(work, context, facts, [rate]);
}

function treat(request: ApiRequest, context: Context, facts: Facts): Answer<ApiResponse> {
  if (request.method === 'OPTIONS') return PREFLIGHT;
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('method');
  const target = readTarget(request.target);
  if (target.rawPath.startsWith(BASE)) return withKey(request, target, context, facts);
  const path = target.segments ? `/${target.segments.join('/')}` : '';
  facts.route = path === '/health' || context.documents.has(path) ? path : 'none';
  if (path === '/health') return health(context);
  const document = documentResponse(context.documents, path, request.headers['accept-encoding']);
  if (!document) throw new ApiError('path');
  return document;
}

/** What a `GET` would give, without its body but with its length, where that is known. */
function withoutBody(response: ApiResponse): ApiResponse {
  const {headers, body} = response;
  if (body === null) return response;
  closeBody(response);
  const length = isStreamed(body) ? body.length : Buffer.byteLength(body);
  const sized = length === undefined ? headers : {...headers, 'Content-Length': String(length)};
  return {...response, headers: sized, body: null};
}

/** Never throws: whatever goes wrong is an answer. It is there at once where nothing has to be waited for. */
export function handle(request: ApiRequest, context: Context): Answer<ApiResponse> {
  const {log} = context;
  const begun = log.isLevelEnabled('debug') ? performance.now() : null;
  const facts: Facts = {route: 'none', key: null};
  const response = answered(() => treat(request, context, facts), context, facts);
  const sent = request.method === 'HEAD' ? after(response, withoutBody) : response;
  if (begun === null) return sent;
  return after(sent, (told) => {
    const ms = Math.round((performance.now() - begun) * 1000) / 1000;
    log.debug({method: request.method, ...facts, status: told.status, ms}, 'answered');
    return told;
  });
}

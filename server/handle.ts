/** One request to one answer, on plain objects: the order of treatment of the specification (1.1). */
import {answer} from './answer.ts';
import {authenticate} from './auth.ts';
import type {Builds, Log} from './builds.ts';
import {type Documents, documentResponse} from './documents.ts';
import {ApiError} from './errors.ts';
import {health} from './health.ts';
import {rateHeaders} from './limits.ts';
import {readCall} from './request/call.ts';
import {readTarget, type Target} from './request/target.ts';
import {
  type ApiResponse,
  dataResponse,
  entityTag,
  errorResponse,
  type Headers,
  matchingTag,
  notModified,
  preflight,
} from './respond.ts';
import {BASE_PATH} from './routes/index.ts';
import {matchRoute} from './routes/match.ts';
import type {Store} from './store.ts';

export interface ApiRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** Names in lower case; repeated ones joined by `, `. */
  headers: Readonly<Record<string, string>>;
}

export interface Context {
  builds: Builds;
  store: Store;
  documents: Documents;
  version: string;
  startedAt: Date;
  now: () => Date;
  log: Log;
  /** Longest time for an answer. */
  patience_ms: number;
}

/** What is said of a request in the log: never the query, never more of a key than its first characters. */
interface Facts {
  route: string;
  key: string | null;
}

const BASE_SEGMENTS = BASE_PATH.slice(1).split('/').length;

/** The answer, or 503 when it takes too long; the work itself goes on and frees its build when it settles. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('unavailable')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Steps after the key check; `more` are the headers that every answer of a known key carries. */
async function data(request: ApiRequest, target: Target, context: Context, more: Headers, facts: Facts) {
  const match = target.segments && matchRoute(target.segments.slice(BASE_SEGMENTS));
  if (!match) throw new ApiError('path');
  facts.route = match.route.path;
  const call = readCall(match, target.pairs, request.headers['accept']);
  return context.builds.use(async (engine) => {
    const headers: Headers = {...more, 'X-Data-As-Of': engine.info.data_as_of};
    if (call.ignored !== '') headers['X-Ignored-Parameters'] = call.ignored;
    const tag = entityTag(engine.info.build_id, context.version, call.canonical);
    const known = matchingTag(request.headers['if-none-match'], tag);
    if (known !== null) return notModified(known, headers);
    return dataResponse(await answer(call, engine), tag, request.headers, headers);
  });
}

/** A fault that is not the client's: 503 where data or accounts are gone, else 500; the log has the rest. */
async function fault(error: unknown, {builds, store, log}: Context, facts: Facts): Promise<ApiError> {
  log.error({...facts, err: error}, 'request failed');
  return new ApiError((await builds.readable()) && store.healthy() ? 'internal' : 'unavailable');
}

async function withKey(
  request: ApiRequest,
  target: Target,
  context: Context,
  facts: Facts,
): Promise<ApiResponse> {
  facts.key = authenticate(request.headers, context.store).shown;
  const more = rateHeaders(context.now());
  try {
    return await within(context.patience_ms, data(request, target, context, more, facts));
  } catch (error) {
    return errorResponse(error instanceof ApiError ? error : await fault(error, context, facts), more);
  }
}

async function treat(request: ApiRequest, context: Context, facts: Facts): Promise<ApiResponse> {
  if (request.method === 'OPTIONS') return preflight();
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('method');
  const target = readTarget(request.target);
  if (target.rawPath.startsWith(`${BASE_PATH}/`)) return withKey(request, target, context, facts);
  const path = target.segments ? `/${target.segments.join('/')}` : '';
  facts.route = path === '/health' || context.documents.has(path) ? path : 'none';
  if (path === '/health') return health(context);
  const document = documentResponse(context.documents, path, request.headers['accept-encoding']);
  if (!document) throw new ApiError('path');
  return document;
}

/** What a `GET` would give, without its body but with its length. */
function withoutBody({status, headers, body}: ApiResponse): ApiResponse {
  if (body === null) return {status, headers, body};
  return {status, headers: {...headers, 'Content-Length': String(Buffer.byteLength(body))}, body: null};
}

/** Never throws: whatever goes wrong is an answer. */
export async function handle(request: ApiRequest, context: Context): Promise<ApiResponse> {
  const begun = performance.now();
  const facts: Facts = {route: 'none', key: null};
  let response: ApiResponse;
  try {
    response = await treat(request, context, facts);
  } catch (error) {
    response = errorResponse(error instanceof ApiError ? error : await fault(error, context, facts));
  }
  const ms = Math.round((performance.now() - begun) * 1000) / 1000;
  context.log.debug({method: request.method, ...facts, status: response.status, ms}, 'answered');
  return request.method === 'HEAD' ? withoutBody(response) : response;
}

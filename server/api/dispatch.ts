/** One request to one answer, on plain objects: the order of treatment of the specification (1.1). */
import type {Answer} from '../../engine/types.ts';
import type {KeyHolder} from '../accounts/holder.ts';
import {isStreamed} from '../http/streamed_body.ts';
import type {ApiRequest, ApiResponse} from '../http/types.ts';
import {authenticate} from './auth.ts';
import {asked, counted} from './authenticated.ts';
import type {Context, Facts} from './context.ts';
import {PREFLIGHT} from './cors.ts';
import {answered} from './error_response.ts';
import {ApiError} from './errors.ts';
import {after} from './map_maybe.ts';
import {health} from './operations/health.ts';
import {readTarget} from './request/target.ts';
import {BASE_PATH} from './routes/index.ts';
import {documentResponse} from './static_documents.ts';
import {usageGroupOf} from './usage_group.ts';
import {closeBody} from './with_timeout.ts';

const BASE = `${BASE_PATH}/`;

function treat(request: ApiRequest, context: Context, facts: Facts): Answer<ApiResponse> {
  if (request.method === 'OPTIONS') return PREFLIGHT;
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('method');
  const target = readTarget(request.target);
  if (target.rawPath.startsWith(BASE)) {
    return asked(authenticate(request.headers, context.store), request, target, context, facts);
  }
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

type Work = (facts: Facts) => Answer<ApiResponse>;

/** The answer of the work, or to what it throws, told to the log. */
function told({method}: ApiRequest, context: Context, work: Work): Answer<ApiResponse> {
  const {log} = context;
  const begun = log.isLevelEnabled('debug') ? performance.now() : null;
  const facts: Facts = {route: 'none', key: null};
  const response = answered(() => work(facts), context, facts);
  if (begun === null) return response;
  return after(response, (sent) => {
    const ms = Math.round((performance.now() - begun) * 1000) / 1000;
    log.debug({method, ...facts, status: sent.status, ms}, 'answered');
    return sent;
  });
}

/** Never throws: whatever goes wrong is an answer. It is there at once where nothing has to be waited for. */
export function handle(request: ApiRequest, context: Context): Answer<ApiResponse> {
  const response = told(request, context, (facts) => treat(request, context, facts));
  return request.method === 'HEAD' ? after(response, withoutBody) : response;
}

/** The answer to a `GET` below `/api/v1` for an account that is known by other means than a key; never throws. */
export function handleFor(holder: KeyHolder, request: ApiRequest, context: Context): Answer<ApiResponse> {
  return told(request, context, (facts) =>
    asked(holder, request, readTarget(request.target), context, facts),
  );
}

/** The answer to such an account where the fault is known before an operation is met: it counts as any other. */
export const refuseFor = (holder: KeyHolder, error: ApiError, context: Context): Answer<ApiResponse> =>
  told({method: 'GET', target: '', headers: {}}, context, (facts) =>
    counted(holder, holder.group ?? usageGroupOf(null), context, facts, () => {
      throw error;
    }),
  );

/** Dispatches a request to its response, on plain objects: documents, health and operations. */
import {randomUUID} from 'node:crypto';
import type {Principal} from '../accounts/principal.ts';
import {negotiateMediaType} from '../http/negotiate.ts';
import {isStreamed} from '../http/streamed_body.ts';
import {type HttpRequest, type HttpResponse, MAX_BODY} from '../http/types.ts';
import {authenticate} from './authenticate.ts';
import {prepareAuthenticated, prepareUncounted} from './authenticated.ts';
import type {ApiContext, LogFields, Ready} from './context.ts';
import {PREFLIGHT} from './cors.ts';
import {DATA_PATH, prepareDataFile} from './data_files.ts';
import {catchErrors, failing} from './error_response.ts';
import {ApiError} from './errors.ts';
import {answerHealth} from './operations/health.ts';
import {answerMetrics} from './operations/metrics.ts';
import {answerReady} from './operations/ready.ts';
import {isFrench} from './request/language.ts';
import {parseTarget} from './request/target.ts';
import {errorResponse, PROBLEM_TYPE} from './response.ts';
import {BASE_PATH} from './routes/index.ts';
import {documentResponse, SYNTHETIC_LLMS} from './static_documents.ts';
import {markSynthetic} from './synthetic.ts';
import {discardBody} from './with_lease.ts';

/** What tells the state of the service. */
const STATES = new Set(['/health', '/readyz', '/metrics']);

const BASE = `${BASE_PATH}/`;

/** The first segments of what a web thread answers, as it is named in the log and in metrics. */
const WEB_ROUTES = new Map([
  ['account', 'account'],
  ['operator', 'account'],
  ['oauth', 'oauth'],
  ['.well-known', 'oauth'],
  ['mcp', 'tools'],
]);

/** Whom to tell of a vulnerability (RFC 9116): the site says it, beside the documents of OAuth. */
export const SECURITY_PATH = '/.well-known/security.txt';

/** The route of a request for accounts, OAuth or the tools; undefined for any other. */
function webRouteOf({target}: HttpRequest): string | undefined {
  if (target.startsWith(BASE) || target.split('?', 1)[0] === SECURITY_PATH) return undefined;
  const [, first = ''] = /^\/([^/?]*)/.exec(target) ?? [];
  return WEB_ROUTES.get(first);
}

/** Bytes of the longest body of a request; 0 where it has none to read. */
export function maxBodyOf(request: HttpRequest): number {
  const route = request.method === 'GET' ? undefined : webRouteOf(request);
  if (!route) return 0;
  return route === 'tools' ? MAX_BODY.message : MAX_BODY.form;
}

/** A response that is there already. */
const at =
  (response: HttpResponse): Ready =>
  () =>
    response;

async function dispatch(request: HttpRequest, context: ApiContext, logFields: LogFields): Promise<Ready> {
  const webRoute = context.web && webRouteOf(request);
  if (webRoute && context.web) {
    logFields.route = webRoute;
    const headers = {...request.headers, 'x-request-id': logFields.request_id ?? ''};
    return at(await context.web.forward({...request, headers}, context, logFields));
  }
  if (request.method === 'OPTIONS') return at(PREFLIGHT);
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiError('method');
  const page = request.target.startsWith(BASE) ? null : context.site?.answer(request, context, logFields);
  if (page) return at(await page);
  const target = parseTarget(request.target);
  if (target.rawPath.startsWith(BASE)) {
    const principal = authenticate(request, context);
    return prepareAuthenticated(principal, request, target, context, logFields);
  }
  if (context.files && target.rawPath.startsWith(DATA_PATH))
    return prepareDataFile(request, target, context.files, context, logFields);
  const path = target.segments ? `/${target.segments.join('/')}` : '';
  logFields.route = STATES.has(path) || context.documents.has(path) ? path : 'none';
  if (path === '/health') return at(answerHealth(context));
  if (path === '/readyz') return at(answerReady(context));
  if (path === '/metrics') return at(answerMetrics(request, context));
  const synthetic = path === '/llms.txt' && context.builds.info()?.synthetic;
  const name = synthetic ? SYNTHETIC_LLMS : path;
  const document = documentResponse(context.documents, name, request.headers['accept-encoding']);
  const shown = document ?? context.site?.missing(request, context);
  if (!shown) throw new ApiError('path');
  return at(shown);
}

/** The response to `HEAD`: no body, but its length where known. */
function stripBody(response: HttpResponse): HttpResponse {
  const {headers, body} = response;
  if (body === null) return response;
  discardBody(response);
  const length = isStreamed(body) ? body.length : Buffer.byteLength(body);
  const sized = length === undefined ? headers : {...headers, 'Content-Length': String(length)};
  return {...response, headers: sized, body: null};
}

const ERROR_TYPES = [PROBLEM_TYPE, 'application/json'] as const;

/** Whether the client asks for problems by name, and does not prefer the form of the specification. */
const asksForProblems = (accept = ''): boolean =>
  accept.toLowerCase().includes(PROBLEM_TYPE) && negotiateMediaType(accept, ERROR_TYPES) === PROBLEM_TYPE;

/** An error in the language and the form that the request asks for. */
function inFormOf(request: HttpRequest, response: HttpResponse, {origin}: ApiContext): HttpResponse {
  if (!response.inForm) return response;
  const language = isFrench(request) ? 'fr' : 'en';
  const isProblem = asksForProblems(request.headers['accept']);
  const {headers, body} = response.inForm({language, isProblem, origin});
  // Whoever answered may have added headers to those of the error.
  return {...response, headers: {...response.headers, ...headers}, body};
}

/** Ids of requests that are taken over from the client; hono takes the same. */
const REQUEST_ID = /^[\w=-]{1,255}$/;

/** The id of a request: the client's own where it is well formed, else a new one. */
function requestIdOf({headers}: HttpRequest): string {
  const given = headers['x-request-id'];
  return given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
}

const identified = (response: HttpResponse, id: string): HttpResponse => ({
  ...response,
  headers: {...response.headers, 'X-Request-Id': id},
});

type Work = (logFields: LogFields) => Promise<Ready>;

/** Runs `work`, turns its errors into responses, counts the request and writes the access log. */
async function withAccessLog(request: HttpRequest, context: ApiContext, work: Work): Promise<Ready> {
  const {log, metrics} = context;
  const {method} = request;
  const begin = performance.now();
  const id = requestIdOf(request);
  const logFields: LogFields = {route: 'none', key: null, request_id: id};
  const ready = await work(logFields).catch(failing);
  return () => {
    const answer = catchErrors(ready, context, logFields);
    const sent = identified(markSynthetic(inFormOf(request, answer, context), context.builds), id);
    const ms = performance.now() - begin;
    metrics.record(logFields.route, sent.status, ms / 1000);
    if (log.isLevelEnabled('debug')) {
      log.debug({method, ...logFields, status: sent.status, ms: Math.round(ms * 1000) / 1000}, 'answered');
    }
    return sent;
  };
}

/**
 * Waits for all that a request has to wait for; what it returns then answers the request at once, in the
 * buffer that all answers share. Never rejects: every error becomes a response.
 */
export async function prepare(request: HttpRequest, context: ApiContext): Promise<Ready> {
  const ready = await withAccessLog(request, context, (logFields) => dispatch(request, context, logFields));
  return request.method === 'HEAD' ? () => stripBody(ready()) : ready;
}

/** Refuses a request whose headers break HTTP; synchronous, and never throws. */
export const refuseMalformed = (request: HttpRequest, context: ApiContext): HttpResponse =>
  identified(
    inFormOf(request, markSynthetic(errorResponse(new ApiError('malformed')), context.builds), context),
    requestIdOf(request),
  );

/** Answers a `GET` below `/api/v1` for an account that authenticated without a key; never throws. */
export async function handleForAccount(
  principal: Principal,
  request: HttpRequest,
  context: ApiContext,
): Promise<HttpResponse> {
  const ready = await withAccessLog(request, context, async (logFields) =>
    prepareAuthenticated(principal, request, parseTarget(request.target), context, logFields),
  );
  return ready();
}

/**
 * Answers a further request of such an account that is part of one already counted: neither counted nor
 * logged. Never throws.
 */
export async function readUncounted(
  principal: Principal,
  request: HttpRequest,
  context: ApiContext,
): Promise<HttpResponse> {
  const prepared = async () => prepareUncounted(principal, request, parseTarget(request.target), context);
  return catchErrors(await prepared().catch(failing), context, {route: 'none', key: null});
}

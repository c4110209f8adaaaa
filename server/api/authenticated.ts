/**
 * Prepares a request of a known account: rate limit, route, authorization, parameters, in this order. What is
 * waited for comes first; then the answer is made at once.
 */
import type {BuildFile, BuildInfo, Engine} from '../../engine/types.ts';
import type {Principal} from '../accounts/principal.ts';
import {TIERS} from '../accounts/tiers.ts';
import type {UsageGroup} from '../accounts/usage.ts';
import type {WindowName} from '../accounts/windows.ts';
import {entityTag, matchEntityTag} from '../http/entity_tag.ts';
import {type HeaderBlock, headerBlock} from '../http/header_block.ts';
import type {HttpRequest, HttpResponse} from '../http/types.ts';
import {rateHeadersOf} from '../limits/rate_headers.ts';
import type {Admission} from '../limits/types.ts';
import {answerCall} from './answer.ts';
import {authorize} from './authenticate.ts';
import type {ApiContext, LogFields, Ready} from './context.ts';
import {catchErrors, failing} from './error_response.ts';
import {ERRORS, type ErrorName} from './error_table.ts';
import {ApiError, type Message} from './errors.ts';
import {checkedFile} from './operations/export/answer_export.ts';
import {answerUsage} from './operations/usage.ts';
import {type Call, parseCall} from './request/call.ts';
import {ignoredHeader} from './request/query.ts';
import type {Target} from './request/target.ts';
import {dataResponse, errorResponse, notModified} from './response.ts';
import {BASE_PATH, EXPORTS} from './routes/index.ts';
import {type Match, matchRoute} from './routes/match.ts';
import {readGroupOf, usageGroupOf} from './usage_group.ts';
import {withLease} from './with_lease.ts';

/** In place of the headers of limits: nobody receives them. */
const NO_RATE = headerBlock({'X-Uncounted': 'true'});

const BASE_SEGMENTS = BASE_PATH.slice(1).split('/').length;

let build = {id: '', asOf: '', headers: headerBlock({'X-Data-As-Of': ''})};

/** Headers of the build. One block is cached: nearly all requests use the same build. */
export function buildHeaders({build_id: id, data_as_of: asOf}: BuildInfo): HeaderBlock {
  if (build.id !== id || build.asOf !== asOf)
    build = {id, asOf, headers: headerBlock({'X-Data-As-Of': asOf, 'X-Build-Id': id})};
  return build.headers;
}

/** A request of a known account. */
interface Asked {
  principal: Principal;
  request: HttpRequest;
  target: Target;
  match: Match | null;
  context: ApiContext;
}

function answerFromBuild(
  call: Call,
  engine: Engine,
  {request, context}: Asked,
  rate: HeaderBlock,
  file: BuildFile | null,
): HttpResponse {
  const {code, allocate, origin, site, ocidPrefix} = context;
  const {build_id} = engine.info;
  const tag = entityTag(build_id, code, call.canonical);
  const shared = {
    tag,
    buildHeaders: buildHeaders(engine.info),
    rateHeaders: rate,
    ignored: ignoredHeader(call.ignored),
    target: request.target,
  };
  const matched = matchEntityTag(request.headers['if-none-match'], tag);
  if (matched !== null) return notModified(matched, shared);
  const hasLinks = call.format === 'atom' || call.route.kind === 'export';
  const feed = hasLinks ? {origin, target: request.target, pages: site !== undefined} : null;
  const publisher = {prefix: ocidPrefix, origin};
  return dataResponse(answerCall(call, engine, allocate, feed, file, publisher), shared, request);
}

/** What a request gets once it is admitted; `rate` are the headers of every response to an account. */
async function prepareAdmitted(asked: Asked, rate: HeaderBlock): Promise<Ready> {
  const {principal, request, target, match, context} = asked;
  if (!match) throw new ApiError('path');
  authorize(principal, match.route.kind, readGroupOf(match));
  const call = parseCall(match, target.pairs, request.headers['accept'], principal.tier);
  const lease = context.builds.acquire(call.page?.cursor?.build);
  const {engine, release} = lease;
  const file = await checkedFile(call, engine).catch((error: unknown) => {
    release();
    throw error;
  });
  return () => withLease(lease, () => answerFromBuild(call, engine, asked, rate, file));
}

const EXHAUSTED_ERRORS: Record<WindowName, ErrorName> = {
  minute: 'minute_used_up',
  day: 'day_used_up',
  month: 'month_used_up',
};

/** How a window is named in a sentence. */
const WINDOW_NAMES: Record<WindowName, Message> = {
  minute: {en: 'minute', fr: 'minute'},
  day: {en: 'day', fr: 'jour'},
  month: {en: 'month', fr: 'mois'},
};

/** The message suggests a higher tier where there is one; the detail names the limit and the wait. */
function rateLimitError(window: WindowName, {tier}: Principal, {headers}: HeaderBlock): ApiError {
  // Of the key, where that has quotas of its own.
  const [limit, wait] = [Number(headers['X-RateLimit-Limit']), headers['Retry-After']];
  const {en, fr} = WINDOW_NAMES[window];
  const name = window === 'month' && tier === 'enterprise' ? 'own_month_used_up' : EXHAUSTED_ERRORS[window];
  const limits = {en: limit.toLocaleString('en-CA'), fr: limit.toLocaleString('fr-CA')};
  return new ApiError(
    name,
    {},
    {
      en: `All ${limits.en} requests of this ${en} are used; the next one is accepted in ${wait} s.`,
      fr: `Les ${limits.fr} requêtes permises par ${fr} sont épuisées; la prochaine est acceptée dans ${wait} s.`,
    },
  );
}

/**
 * Refunds a request that the service failed to answer, unless it asked for too much, and a tool call whose
 * arguments are wrong: a model tries what people read up. Records every other one in the usage history.
 */
function settleAdmission(
  response: HttpResponse,
  admission: Admission,
  group: UsageGroup,
  {limits}: ApiContext,
): HttpResponse {
  const {status, headers} = response;
  const isFault = status >= 500 && headers['X-Error-Reason'] !== ERRORS.expensive.reason;
  const isFree = isFault || (group === 'tools' && status === 400);
  if (isFree) limits.refund(admission);
  else limits.record(admission, group);
  return response;
}

/** What a request counts for. */
interface Counted {
  group: UsageGroup;
  /** Number of the whole file that it reads by ranges, or whose size it asks for; null: it does neither. */
  file: number | null;
}

/** Whether a request is for a range of a file, or for its head, as readers of Parquet send them. */
export const readsPart = ({method, headers}: HttpRequest): boolean =>
  method === 'HEAD' || headers['range'] !== undefined;

/**
 * The number of the file that a request reads a part of. What will be refused is counted each time: another
 * tier, or any other parameter.
 */
function rangedFile({principal: {tier}, request, target: {pairs}, match}: Asked): number | null {
  const isWhole = pairs.length === 1 && pairs[0]![0] === 'format' && pairs[0]![1] === 'parquet';
  if (!readsPart(request) || !isWhole || match?.route.kind !== 'export' || !TIERS[tier].export) return null;
  const file = EXPORTS.indexOf(match.route);
  return file < 0 ? null : file;
}

/**
 * Counts one request for the account and prepares it by `prepare`, unless a window is exhausted; further
 * ranges of a file are part of the first. `rate` are the headers of every response to the account.
 */
export async function withRateLimit(
  principal: Principal,
  {group, file}: Counted,
  context: ApiContext,
  logFields: LogFields,
  prepare: (rate: HeaderBlock) => Promise<Ready>,
): Promise<Ready> {
  const {limits} = context;
  const {id} = principal;
  const now = context.now();
  if (file !== null && !limits.files.begin(id, now, file)) {
    const rate = rateHeadersOf(await limits.peek(principal, now));
    const ready = await prepare(rate).catch(failing);
    return () => catchErrors(ready, context, logFields, [rate]);
  }
  const admission = await limits.admit(principal, now);
  const {exhausted, headers} = admission;
  if (exhausted) {
    if (file !== null) limits.files.drop(id, now, file);
    return () => errorResponse(rateLimitError(exhausted, principal, headers), [headers]);
  }
  const ready = await prepare(headers).catch(failing);
  return () => settleAdmission(catchErrors(ready, context, logFields, [headers]), admission, group, context);
}

const matchOf = ({segments}: Target): Match | null => segments && matchRoute(segments, BASE_SEGMENTS);

/** Answers what is part of a request that was counted; it has no headers of limits. */
export const prepareUncounted = (
  principal: Principal,
  request: HttpRequest,
  target: Target,
  context: ApiContext,
): Promise<Ready> => prepareAdmitted({principal, request, target, match: matchOf(target), context}, NO_RATE);

/** Prepares a request of an authenticated account. */
export async function prepareAuthenticated(
  principal: Principal,
  request: HttpRequest,
  target: Target,
  context: ApiContext,
  logFields: LogFields,
): Promise<Ready> {
  logFields.key = principal.key?.prefix ?? null;
  const match = matchOf(target);
  const route = match?.route ?? null;
  logFields.route = route?.path ?? 'none';
  if (route?.kind === 'usage') {
    const windows = await context.limits.peek(principal, context.now());
    return () => answerUsage(route, principal, target, windows, context);
  }
  const asked: Asked = {principal, request, target, match, context};
  const counted = {group: principal.group ?? usageGroupOf(route), file: rangedFile(asked)};
  return withRateLimit(principal, counted, context, logFields, (rate) => prepareAdmitted(asked, rate));
}

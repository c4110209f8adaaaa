/** A request of a known account: limits, route, permission, parameters and answer, in this order (specification 1.1). */
import type {Answer, Engine} from '../../engine/types.ts';
import type {KeyHolder} from '../accounts/holder.ts';
import type {TierName} from '../accounts/tiers.ts';
import type {UsageGroup} from '../accounts/usage.ts';
import type {WindowName} from '../accounts/windows.ts';
import {entityTag, matchingTag} from '../http/entity_tag.ts';
import {type Block, block} from '../http/header_block.ts';
import type {ApiRequest, ApiResponse} from '../http/types.ts';
import type {Admission} from '../limits/types.ts';
import {answer} from './answer.ts';
import {permit} from './auth.ts';
import type {Context, Facts} from './context.ts';
import {answered} from './error_response.ts';
import {ApiError, type ErrorName} from './errors.ts';
import {after} from './map_maybe.ts';
import {usage} from './operations/usage.ts';
import {type Call, readCall} from './request/call.ts';
import type {Target} from './request/target.ts';
import {dataResponse, errorResponse, notModified} from './response.ts';
import {BASE_PATH} from './routes/index.ts';
import {type Match, matchRoute} from './routes/match.ts';
import {usageGroupOf} from './usage_group.ts';
import {releasing, within} from './with_timeout.ts';

const BASE_SEGMENTS = BASE_PATH.slice(1).split('/').length;

let build = {asOf: '', headers: block({'X-Data-As-Of': ''})};

/** Headers of the build. One is remembered: nearly all requests go to one. */
function buildBlock(asOf: string): Block {
  if (build.asOf !== asOf) build = {asOf, headers: block({'X-Data-As-Of': asOf})};
  return build.headers;
}

function fromBuild(call: Call, engine: Engine, request: ApiRequest, {version, room}: Context, rate: Block) {
  const {build_id, data_as_of} = engine.info;
  const tag = entityTag(build_id, version, call.canonical);
  const beginning = {tag, build: buildBlock(data_as_of), rate, ignored: call.ignored};
  const held = matchingTag(request.headers['if-none-match'], tag);
  if (held !== null) return notModified(held, beginning);
  return after(answer(call, engine, room), (rendered) => dataResponse(rendered, beginning, request.headers));
}

/** Steps behind the permission; `rate` are the headers that every answer to an account carries. */
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

const USED_UP: Record<WindowName, ErrorName> = {
  minute: 'minute_used_up',
  day: 'day_used_up',
  month: 'month_used_up',
};

/** Who can have more by another tier is told so. */
const usedUp = (window: WindowName, tier: TierName): ApiError =>
  new ApiError(window === 'month' && tier === 'enterprise' ? 'own_month_used_up' : USED_UP[window]);

/** A request that the service could not answer is given back, every other one stands in the usage history. */
function settle(
  response: ApiResponse,
  admission: Admission,
  group: UsageGroup,
  {limits}: Context,
): ApiResponse {
  if (response.status >= 500) limits.giveBack(admission);
  else limits.record(admission, group);
  return response;
}

/**
 * The answer of the work for an account, which counts as one request of it; `rate` are the headers that every answer
 * to it carries. The work is not begun where a window is used up.
 */
export function counted(
  holder: KeyHolder,
  group: UsageGroup,
  context: Context,
  facts: Facts,
  work: (rate: Block) => Answer<ApiResponse>,
): Answer<ApiResponse> {
  return after(context.limits.admit(holder, context.now()), (admission) => {
    const {refused, headers} = admission;
    if (refused) return errorResponse(usedUp(refused, holder.tier), [headers]);
    const response = answered(() => work(headers), context, facts, [headers]);
    return after(response, (told) => settle(told, admission, group, context));
  });
}

/** The answer to an account that is known. */
export function asked(
  holder: KeyHolder,
  request: ApiRequest,
  target: Target,
  context: Context,
  facts: Facts,
): Answer<ApiResponse> {
  facts.key = holder.shown;
  const match = target.segments && matchRoute(target.segments, BASE_SEGMENTS);
  facts.route = match?.route.path ?? 'none';
  if (match?.route.kind === 'usage') return usage(holder, target, context);
  const group = holder.group ?? usageGroupOf(match?.route ?? null);
  return counted(holder, group, context, facts, (rate) => {
    if (!match) throw new ApiError('path');
    permit(holder, match.route);
    const response = data(request, target, match, holder.tier, context, rate);
    return response instanceof Promise ? within(context.patience_ms, response) : response;
  });
}

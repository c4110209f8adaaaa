/** Whatever goes wrong is an answer: faults of the client as they were thrown, all others as 500 or 503. */
import type {Answer} from '../../engine/types.ts';
import type {Block} from '../http/header_block.ts';
import type {ApiResponse} from '../http/types.ts';
import type {Context, Facts} from './context.ts';
import {ApiError} from './errors.ts';
import {errorResponse} from './response.ts';

/** A fault that is not the client's: 503 where data or accounts are gone, else 500; the log has the rest. */
async function fault(error: unknown, {builds, store, log}: Context, facts: Facts): Promise<ApiError> {
  log.error({...facts, err: error}, 'request failed');
  return new ApiError((await builds.readable()) && store.healthy() ? 'internal' : 'unavailable');
}

function refusal(
  error: unknown,
  context: Context,
  facts: Facts,
  blocks: readonly Block[],
): Answer<ApiResponse> {
  if (error instanceof ApiError) return errorResponse(error, blocks);
  return fault(error, context, facts).then((told) => errorResponse(told, blocks));
}

/** The work's answer, or that to what it throws, now or later; `blocks` are headers that errors carry too. */
export function answered(
  work: () => Answer<ApiResponse>,
  context: Context,
  facts: Facts,
  blocks: readonly Block[] = [],
): Answer<ApiResponse> {
  try {
    const response = work();
    if (!(response instanceof Promise)) return response;
    return response.catch((error) => refusal(error, context, facts, blocks));
  } catch (error) {
    return refusal(error, context, facts, blocks);
  }
}

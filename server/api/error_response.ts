/** Turns errors into responses: client errors as thrown, all others as 500 or 503. */
import type {Answer} from '../../engine/types.ts';
import type {HeaderBlock} from '../http/header_block.ts';
import type {HttpResponse} from '../http/types.ts';
import type {ApiContext, LogFields} from './context.ts';
import {ApiError} from './errors.ts';
import {errorResponse} from './response.ts';

/** 503 if data or accounts cannot be read, else 500; the cause goes to the log. */
async function serverError(
  error: unknown,
  {builds, store, log}: ApiContext,
  logFields: LogFields,
): Promise<ApiError> {
  log.error({...logFields, err: error}, 'request failed');
  return new ApiError((await builds.isReadable()) && store.healthy() ? 'internal' : 'unavailable');
}

function toErrorResponse(
  error: unknown,
  context: ApiContext,
  logFields: LogFields,
  blocks: readonly HeaderBlock[],
): Answer<HttpResponse> {
  if (error instanceof ApiError) return errorResponse(error, blocks);
  return serverError(error, context, logFields).then((reported) => errorResponse(reported, blocks));
}

/** Runs `work` and turns what it throws or rejects with into a response; `blocks` are headers that errors carry too. */
export function catchErrors(
  work: () => Answer<HttpResponse>,
  context: ApiContext,
  logFields: LogFields,
  blocks: readonly HeaderBlock[] = [],
): Answer<HttpResponse> {
  try {
    const response = work();
    if (!(response instanceof Promise)) return response;
    return response.catch((error) => toErrorResponse(error, context, logFields, blocks));
  } catch (error) {
    return toErrorResponse(error, context, logFields, blocks);
  }
}

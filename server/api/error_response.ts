/** Turns errors into responses: client errors as thrown, all others as 500 or 503. */
import {DamagedFile, TooExpensive} from '../../engine/types.ts';
import type {HeaderBlock} from '../http/header_block.ts';
import type {HttpResponse} from '../http/types.ts';
import type {ApiContext, LogFields, Ready} from './context.ts';
import {ApiError} from './errors.ts';
import {errorResponse} from './response.ts';

/** What errors are told from. */
export type ErrorContext = Pick<ApiContext, 'builds' | 'log' | 'now'> & {
  store: Pick<ApiContext['store'], 'healthy'>;
};

/** A damaged file is logged again after this time: every request that needs it fails. */
const REPEAT_MS = 60_000;

/** When each damaged file was last told, by log. */
const told = new WeakMap<ApiContext['log'], Map<string, number>>();

/** Whether the error has to be logged: those of one damaged file only once a minute. */
function isNews(error: unknown, {log, now}: ErrorContext): boolean {
  if (!(error instanceof DamagedFile)) return true;
  const files = told.get(log) ?? new Map<string, number>();
  told.set(log, files);
  const before = files.get(error.path);
  const at = now();
  if (before !== undefined && Math.abs(at - before) < REPEAT_MS) return false;
  files.set(error.path, at);
  return true;
}

/** 503 if data or accounts cannot be read, else 500; the cause goes to the log. */
function serverError(error: unknown, context: ErrorContext, logFields: LogFields): ApiError {
  if (error instanceof TooExpensive) return new ApiError('expensive');
  const {builds, store, log} = context;
  if (isNews(error, context)) log.error({...logFields, err: error}, 'request failed');
  if (error instanceof DamagedFile) return new ApiError('unavailable');
  return new ApiError(builds.isReadable() && store.healthy() ? 'internal' : 'unavailable');
}

/** The error as it is reported to the client; its cause goes to the log. */
export const reportedError = (error: unknown, context: ErrorContext, logFields: LogFields): ApiError =>
  error instanceof ApiError ? error : serverError(error, context, logFields);

/** Runs `work` and turns what it throws into a response; `blocks` are headers that errors carry too. */
export function catchErrors(
  work: () => HttpResponse,
  context: ApiContext,
  logFields: LogFields,
  blocks: readonly HeaderBlock[] = [],
): HttpResponse {
  try {
    return work();
  } catch (error) {
    return errorResponse(reportedError(error, context, logFields), blocks);
  }
}

/** Throws an error that preparing a request met, once its answer is asked for. */
export const failing = (error: unknown): Ready => {
  return () => {
    throw error;
  };
};

/** Answers on their way: how long is waited for one, and when the build it was made from is free again. */
import type {Answer} from '../../engine/types.ts';
import {closing, isStreamed} from '../http/streamed_body.ts';
import type {ApiResponse} from '../http/types.ts';
import {ApiError} from './errors.ts';

/** Calls `release` when the answer is there and, where its body is a stream, sent. */
export function releasing(response: Answer<ApiResponse>, release: () => void): Answer<ApiResponse> {
  if (response instanceof Promise) {
    return response.then(
      (settled) => releasing(settled, release),
      (error) => {
        release();
        throw error;
      },
    );
  }
  if (isStreamed(response.body)) return {...response, body: closing(response.body, release)};
  release();
  return response;
}

/** The answer, or 503 when it takes too long; the work itself goes on and frees its build when it settles. */
export async function within(ms: number, work: Promise<ApiResponse>): Promise<ApiResponse> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  const first = await Promise.race([work, late]).finally(() => clearTimeout(timer));
  if (first) return first;
  work.then(closeBody, () => null);
  throw new ApiError('unavailable');
}

/** Ends a body that is not going to be sent. */
export function closeBody({body}: ApiResponse): void {
  if (isStreamed(body)) body.close();
}

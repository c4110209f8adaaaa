/** Timeouts of asynchronous answers, and release of their build. */
import type {Answer} from '../../engine/types.ts';
import {isStreamed, onClose} from '../http/streamed_body.ts';
import type {HttpResponse} from '../http/types.ts';
import {ApiError} from './errors.ts';

/** Calls `release` once the response exists and, for streams, is sent. */
export function releaseWhenDone(response: Answer<HttpResponse>, release: () => void): Answer<HttpResponse> {
  if (response instanceof Promise) {
    return response.then(
      (settled) => releaseWhenDone(settled, release),
      (error) => {
        release();
        throw error;
      },
    );
  }
  if (isStreamed(response.body)) return {...response, body: onClose(response.body, release)};
  release();
  return response;
}

/** The response, or 503 after a timeout; the work continues and releases its build when it settles. */
export async function withTimeout(ms: number, work: Promise<HttpResponse>): Promise<HttpResponse> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  const first = await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
  if (first) return first;
  work.then(discardBody, () => null);
  throw new ApiError('unavailable');
}

/** Closes a body that will not be sent. */
export function discardBody({body}: HttpResponse): void {
  if (isStreamed(body)) body.close();
}

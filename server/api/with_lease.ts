/** Releases builds once they have answered. */
import {isStreamed, onClose} from '../http/streamed_body.ts';
import type {HttpResponse} from '../http/types.ts';
import type {BuildLease} from './context.ts';

/**
 * Runs `work`, within the processor time of a request, and releases the build behind it, for streams once
 * they are sent. Throws what `work` throws.
 */
export function withLease({engine, release}: BuildLease, work: () => HttpResponse): HttpResponse {
  let isSending = false;
  try {
    const response = engine.within(work);
    const {body} = response;
    if (!isStreamed(body)) return response;
    isSending = true;
    return {...response, body: onClose(body, release)};
  } finally {
    if (!isSending) release();
  }
}

/** Closes a body that will not be sent. */
export function discardBody({body}: HttpResponse): void {
  if (isStreamed(body)) body.close();
}

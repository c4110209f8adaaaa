/** Answers a request as the transport does: what is waited for first, then the answer. */
import type {ApiContext} from '../../server/api/context.ts';
import {prepare} from '../../server/api/dispatch.ts';
import type {HttpRequest, HttpResponse} from '../../server/http/types.ts';

/** The response to one request. Never rejects. */
export const handle = async (request: HttpRequest, context: ApiContext): Promise<HttpResponse> =>
  (await prepare(request, context))();

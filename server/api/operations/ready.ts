/** `/readyz`: whether a balancer should send requests here. */
import type {Columns} from '../../../datasets/types.ts';
import type {HttpResponse} from '../../http/types.ts';
import type {ApiContext} from '../context.ts';
import {CORS} from '../cors.ts';
import {textColumn} from '../routes/columns.ts';

/** Fields of the answer. */
export const READY: Columns = {
  status: textColumn(
    '`ready`; `starting`: no build is served yet, or the machine catches up with the bucket that it follows; `draining`: it was told to stop; `staging`: it fetches a new build',
    'ready',
    {values: ['ready', 'starting', 'draining', 'staging']},
  ),
};

/**
 * 200 `ready`, or 503 with the reason: no build yet, told to stop, or busy with a new build; never cached,
 * needs no key.
 */
export function answerReady({builds, state}: Pick<ApiContext, 'builds' | 'state'>): HttpResponse {
  const unready = builds.info() === null ? 'starting' : state().unready;
  return {
    status: unready ? 503 : 200,
    blocks: [],
    headers: {
      ...CORS,
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(unready && {'Retry-After': '1'}),
    },
    body: JSON.stringify({status: unready ?? 'ready'}),
  };
}

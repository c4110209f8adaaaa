/** `/usage`: the account of the key and its three windows (specification 7.2). Counts nothing, never refused by quota. */
import type {Answer} from '../../../engine/types.ts';
import type {KeyHolder} from '../../accounts/holder.ts';
import {TIERS} from '../../accounts/tiers.ts';
import type {Headers} from '../../http/header_block.ts';
import type {ApiResponse} from '../../http/types.ts';
import {headersOf} from '../../limits/headers.ts';
import type {Window, Windows} from '../../limits/types.ts';
import type {Context} from '../context.ts';
import {CORS} from '../cors.ts';
import {after} from '../map_maybe.ts';
import {readPairs} from '../request/query.ts';
import type {Target} from '../request/target.ts';

const shown = ({limit, used, reset}: Window) => ({
  limit,
  used,
  remaining: limit === null ? null : Math.max(0, limit - used),
  reset,
});

function body({account, tier}: KeyHolder, {minute, day, month}: Windows): string {
  const {permits, export: may} = TIERS[tier];
  const windows = {minute: shown(minute), day: shown(day), month: shown(month)};
  return JSON.stringify({data: {account, tier, ...windows, permits_limit: permits, export: may}});
}

export function usage(
  holder: KeyHolder,
  {pairs}: Target,
  {limits, builds, now}: Pick<Context, 'limits' | 'builds' | 'now'>,
): Answer<ApiResponse> {
  const {ignored} = readPairs(pairs, {});
  const info = builds.info();
  const headers: Headers = {
    ...CORS,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(info ? {'X-Data-As-Of': info.data_as_of} : {}),
    ...(ignored === '' ? {} : {'X-Ignored-Parameters': ignored}),
  };
  return after(limits.look(holder, now()), (windows) => ({
    status: 200,
    blocks: [headersOf(windows)],
    headers,
    body: body(holder, windows),
  }));
}

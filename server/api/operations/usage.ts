/** Answers `/usage`: the account and its three windows. Not counted, and never refused by a quota. */
import type {Principal} from '../../accounts/principal.ts';
import {TIERS} from '../../accounts/tiers.ts';
import type {Headers} from '../../http/header_block.ts';
import type {HttpResponse} from '../../http/types.ts';
import {rateHeadersOf} from '../../limits/rate_headers.ts';
import type {Window, Windows} from '../../limits/types.ts';
import type {ApiContext} from '../context.ts';
import {CORS} from '../cors.ts';
import {ignoredHeader, parsePairs} from '../request/query.ts';
import type {Target} from '../request/target.ts';
import type {Route} from '../routes/types.ts';

const shown = ({limit, used, reset}: Window) => ({
  limit,
  used,
  remaining: limit === null ? null : Math.max(0, limit - used),
  reset,
});

function body({account, tier}: Principal, {minute, day, month}: Windows): string {
  const {permits, export: may} = TIERS[tier];
  const windows = {minute: shown(minute), day: shown(day), month: shown(month)};
  return JSON.stringify({data: {account, tier, ...windows, permits_limit: permits, export: may}});
}

export function answerUsage(
  {takes}: Route,
  principal: Principal,
  {pairs}: Target,
  windows: Windows,
  {builds}: Pick<ApiContext, 'builds'>,
): HttpResponse {
  const ignored = ignoredHeader(parsePairs(pairs, takes).ignored);
  const info = builds.info();
  const headers: Headers = {
    ...CORS,
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    ...(info && {'X-Data-As-Of': info.data_as_of}),
    ...(ignored !== '' && {'X-Ignored-Parameters': ignored}),
  };
  return {status: 200, blocks: [rateHeadersOf(windows)], headers, body: body(principal, windows)};
}

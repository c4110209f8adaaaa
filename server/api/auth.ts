/** Who asks, and what they may ask: the key of the `X-API-Key` header and its tier (specification 1.8, 1.9). */

import type {KeyHolder} from '../accounts/holder.ts';
import type {Store} from '../accounts/store.ts';
import {TIERS} from '../accounts/tiers.ts';
import {ApiError} from './errors.ts';
import type {Route} from './routes/types.ts';

export const KEY_HEADER = 'X-API-Key';

const HEADER = KEY_HEADER.toLowerCase();

/** The holder of the key; throws 401. */
export function authenticate(
  headers: Readonly<Record<string, string>>,
  store: Pick<Store, 'find'>,
): KeyHolder {
  const key = headers[HEADER];
  if (key === undefined) throw new ApiError('key_missing');
  const holder = store.find(key);
  if (!holder) throw new ApiError('key_invalid');
  return holder;
}

/** Throws 403 where the tier does not take in the operation. */
export function permit({tier}: KeyHolder, {kind}: Route): void {
  if (kind === 'export' && !TIERS[tier].export) throw new ApiError('tier');
}

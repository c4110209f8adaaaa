/** Who asks: the key of the `X-API-Key` header, checked (specification 1.8). */
import {ApiError} from './errors.ts';
import {isWellFormed} from './keys.ts';
import type {KeyHolder, Store} from './store.ts';

export const KEY_HEADER = 'X-API-Key';

/** The holder of the key; throws 401. A wrong checksum is refused without a look at the store. */
export function authenticate(
  headers: Readonly<Record<string, string>>,
  store: Pick<Store, 'find'>,
): KeyHolder {
  const key = headers[KEY_HEADER.toLowerCase()];
  if (key === undefined) throw new ApiError('key_missing');
  const holder = isWellFormed(key) ? store.find(key) : null;
  if (!holder) throw new ApiError('key_invalid');
  return holder;
}

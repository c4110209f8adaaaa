/** Who asks: the key of the `X-API-Key` header, checked (specification 1.8). */
import {ApiError} from './errors.ts';
import type {KeyHolder, Store} from './store.ts';

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

/** Authentication by the `X-API-Key` header, and what a tier may access. */
import type {AccountStore} from '../accounts/account_store.ts';
import type {Principal} from '../accounts/principal.ts';
import {TIERS} from '../accounts/tiers.ts';
import {ApiError} from './errors.ts';
import type {Route} from './routes/types.ts';

export const API_KEY_HEADER = 'X-API-Key';

const HEADER = API_KEY_HEADER.toLowerCase();

/** The principal of the key; throws 401. */
export function authenticate(
  headers: Readonly<Record<string, string>>,
  store: Pick<AccountStore, 'find'>,
): Principal {
  const key = headers[HEADER];
  if (key === undefined) throw new ApiError('key_missing');
  const principal = store.find(key);
  if (!principal) throw new ApiError('key_invalid');
  return principal;
}

/** Throws 403 if the tier does not include operations of this kind. */
export function authorize({tier}: Principal, kind: Route['kind']): void {
  if (kind === 'export' && !TIERS[tier].export) throw new ApiError('tier');
}

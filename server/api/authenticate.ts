/** Authentication by the `X-API-Key` header, and what a tier and a key may access. */
import type {AccountStore} from '../accounts/account_store.ts';
import {admitsAddress, admitsGroup, admitsOrigin} from '../accounts/key_limits.ts';
import type {Principal} from '../accounts/principal.ts';
import {TIERS} from '../accounts/tiers.ts';
import type {UsageGroup} from '../accounts/usage.ts';
import {clientAddress} from '../http/client_address.ts';
import type {HttpRequest} from '../http/types.ts';
import {ApiError} from './errors.ts';
import type {Route} from './routes/types.ts';

export const API_KEY_HEADER = 'X-API-Key';

const HEADER = API_KEY_HEADER.toLowerCase();

/** What keys are looked up in, and how a client is told apart. */
interface Authentication {
  store: Pick<AccountStore, 'find'>;
  /** Reverse proxies in front. */
  proxies: number;
  now: () => number;
}

/** The principal of the key; throws 401, and 403 where its owner restricted the key to other clients. */
export function authenticate(
  {headers, peer}: Pick<HttpRequest, 'headers' | 'peer'>,
  {store, proxies, now}: Authentication,
): Principal {
  const text = headers[HEADER];
  if (text === undefined) throw new ApiError('key_missing');
  const principal = store.find(text);
  if (!principal) throw new ApiError('key_invalid');
  const {limits = null, expiresAt = null} = principal.key ?? {};
  if (expiresAt !== null && now() >= expiresAt) throw new ApiError('key_expired');
  if (limits) {
    const address = clientAddress(peer?.() ?? 'unknown', headers['x-forwarded-for'], proxies);
    if (!admitsAddress(limits, address)) throw new ApiError('key_address');
    if (!admitsOrigin(limits, headers['origin'])) throw new ApiError('key_origin');
  }
  return principal;
}

/** Throws 403 if the tier does not include operations of this kind, or the key none of this group. */
export function authorize({tier, key}: Principal, kind: Route['kind'], group: UsageGroup): void {
  if (key?.limits && !admitsGroup(key.limits, group)) throw new ApiError('key_group');
  if (kind === 'export' && !TIERS[tier].export) throw new ApiError('tier');
}

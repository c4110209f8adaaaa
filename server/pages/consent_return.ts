/** From a request for consent to the sign-in and back: the handle of the request goes along, never an address. */
import {hashOf} from '../accounts/secrets.ts';
import {tablesOf} from '../accounts/tables.ts';
import type {Site} from './account_services.ts';

/** Name of the parameter of `/account`, of the hidden field and of the parameter of the consent page. */
export const REQUEST = 'request';

const CONSENT = '/oauth/consent';

/** Where a visitor signs in first, who came with a request that waits in the store under the handle. */
export const signInAddress = (handle: string): string =>
  `/account?${new URLSearchParams({[REQUEST]: handle})}`;

/** Where to go on to behind the sign-in; null where no such request waits. */
export function onward(site: Site, handle: string): string | null {
  if (handle === '' || !tablesOf(site).pending.find(hashOf(handle), new Date(site.context.now())))
    return null;
  return `${CONSENT}?${new URLSearchParams({[REQUEST]: handle})}`;
}

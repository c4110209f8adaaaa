/**
 * Returns visitors to the consent form after signing in: only the handle of the request travels, never an
 * address.
 */
import {hashSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import type {AccountServices} from './account_services.ts';

/** Name of the parameter of `/account` and of the consent page, and of the hidden field. */
export const REQUEST = 'request';

const CONSENT = '/oauth/consent';

/** The sign-in page for a visitor with a pending request. */
export const signInAddress = (handle: string): string =>
  `/account?${new URLSearchParams({[REQUEST]: handle})}`;

/** The consent page to continue with; null without a pending request. */
export function consentAddress(services: AccountServices, handle: string): string | null {
  if (
    handle === '' ||
    !accountTables(services).pending.find(hashSecret(handle), new Date(services.context.now()))
  )
    return null;
  return `${CONSENT}?${new URLSearchParams({[REQUEST]: handle})}`;
}

/**
 * What visitors go on to after signing in. Never an address travels, only what names it here: the handle of a
 * request for consent, a list that is to be followed, or the word for the page of saved searches.
 */
import {MAX_SEARCH_NAME} from '../accounts/searches.ts';
import {hashSecret} from '../accounts/secrets.ts';
import {accountTables} from '../accounts/tables.ts';
import {followedOrError} from '../alerts/followed.ts';
import {ApiError} from '../api/errors.ts';
import {FOLLOWED, FOLLOWED_AS} from '../site/follow.ts';
import type {Text} from '../site/messages.ts';
import {ACCOUNT, ALERTS} from '../site/navigation.ts';
import type {AccountServices} from './account_services.ts';
import {NEW} from './alerts/paths.ts';

/** Name of the parameter of `/account` and of the consent page, and of the hidden field. */
export const REQUEST = 'request';

/** Name of the parameter with the word for a page, and that word. */
const PAGE = 'page';
const SAVED_SEARCHES = 'alerts';

/** Parameters of `/account`, and hidden fields of its forms. */
type Carried = Readonly<Record<string, string>>;

export interface Onward {
  carried: Carried;
  /** Where the visitor goes on once signed in. */
  address: string;
  /** What the sign-in page says first. */
  lead: Text;
}

/** A parameter of the address or a field of the form, by name. */
type Given = (name: string) => string | null | undefined;

const addressWith = (path: string, carried: Carried): string => `${path}?${new URLSearchParams(carried)}`;

/** The sign-in page for a visitor who goes on to something. */
export const signInAddress = (carried: Carried): string => addressWith(ACCOUNT, carried);

/** The sign-in page that leads back to the saved searches. */
export const SIGN_IN_TO_ALERTS = signInAddress({[PAGE]: SAVED_SEARCHES});

/** The consent page; null without a pending request. */
function toConsent(services: AccountServices, given: Given): Onward | null {
  const carried = {[REQUEST]: given(REQUEST) ?? ''};
  const isPending =
    carried[REQUEST] !== '' &&
    accountTables(services).pending.find(hashSecret(carried[REQUEST]!), new Date(services.context.now()));
  if (!isPending) return null;
  return {carried, address: addressWith('/oauth/consent', carried), lead: 'welcome.to_client'};
}

/** The page that begins to follow a list; null for what is no list. */
function toFollow(given: Given): Onward | null {
  const list = followedOrError(given(FOLLOWED) ?? '');
  if (list instanceof ApiError) return null;
  const carried = followCarried(list.list, given(FOLLOWED_AS) ?? '');
  return {carried, address: addressWith(NEW, carried), lead: 'welcome.to_follow'};
}

const toAlerts = (given: Given): Onward | null =>
  given(PAGE) === SAVED_SEARCHES
    ? {carried: {[PAGE]: SAVED_SEARCHES}, address: ALERTS, lead: 'welcome.to_alerts'}
    : null;

/** What travels with a visitor who begins to follow a list, whose name may be empty. */
export const followCarried = (list: string, name: string): Carried => ({
  [FOLLOWED]: list,
  ...(name === '' ? {} : {[FOLLOWED_AS]: name.slice(0, MAX_SEARCH_NAME)}),
});

/** What a visitor goes on to, who has come with these parameters or sent these fields; null: nothing. */
export const onwardOf = (services: AccountServices, given: Given): Onward | null =>
  toConsent(services, given) ?? toFollow(given) ?? toAlerts(given);

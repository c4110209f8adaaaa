/** Who may sign in, and what a sign-in leaves: a session, the language, the place. */
import type {Account} from '../../accounts/accounts.ts';
import {siteOf} from '../../http/client_address.ts';
import {languageFor} from '../page.ts';
import type {SubmittedForm} from '../page_services.ts';
import {beginSession} from '../session.ts';

/**
 * False for a closed account, and for one that waits for the proof of its address: if its password signed in,
 * anybody could see by it whether an address had an account before. What an operator gave out does.
 */
export const mayEnter = ({services, tables}: SubmittedForm, {id, closed, proof}: Account): boolean =>
  !closed && !(services.sendsMail && proof === 'asked' && !tables.passwords.isOneTime(id));

/** What counts as one place: an IPv6 site, or 256 neighbouring IPv4 addresses. */
const networkOf = (address: string): string => siteOf(address) ?? address.replace(/\.\d+$/, '.0/24');

/**
 * Signs in, and returns the id of the session. A place that is new is told to the owner, unless a message has
 * just shown that it is them.
 */
export function enter(submitted: SubmittedForm, account: Account, {byMail = false} = {}): string {
  const {c, services, tables, now} = submitted;
  const language = languageFor(c);
  tables.accounts.setLanguage(account.id, language);
  const address = c.get('address');
  if (tables.places.isNew(account.id, networkOf(address), now) && !byMail) {
    const parts = {at: now.toISOString(), network: address};
    tables.mail.tell({...account, language}, 'new_place', now, {parts});
  }
  return beginSession(c, services, account.id);
}

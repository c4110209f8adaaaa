/** Forms: ask for a link that resets a forgotten password, and use it. */
import {EMAIL_LENGTH, isPasswordLength, parseMailAddress} from '../../accounts/credentials.ts';
import {hashSecret} from '../../accounts/secrets.ts';
import {MAIL_TOKEN, mailPage} from '../../site/navigation.ts';
import {countedBy, GUESSES, SITE_GUESSES} from '../attempt_limits.ts';
import {languageFor} from '../page.ts';
import type {SubmittedForm} from '../page_services.ts';
import {visitor} from '../session.ts';
import {enter} from './enter.ts';
import {hashAttempt} from './hash_attempt.ts';
import {countMail, sendLink} from './send_link.ts';

/** Path of the page and of its form. */
export const FORGOT = '/account/forgot';

/**
 * Queues a message whatever the address: whether it has an account is looked up when the message is sent, so
 * that neither the answer nor its time depends on it.
 */
export async function askForReset(submitted: SubmittedForm): Promise<boolean | string> {
  const {c, services, fields, flashes} = submitted;
  const {id} = visitor(c, services);
  if (!services.sendsMail) return FORGOT;
  const typed = fields.get('email') ?? '';
  const recipient = parseMailAddress(typed);
  if (recipient === null) {
    const errors = [{field: 'email', text: 'forms.bad_email'} as const];
    flashes.set(id, {form: 'forgot', errors, email: typed.slice(0, EMAIL_LENGTH.longest)});
    return FORGOT;
  }
  await countMail(submitted);
  sendLink(submitted, {kind: 'reset', account: null, recipient, language: languageFor(c)});
  flashes.set(id, {done: 'forms.on_way'});
  return false;
}

/**
 * Sets the password by a token, which is used up with all others of its kind. All sessions and passkeys end,
 * which may be those of somebody who knew the password before. Since the link came to its address, that is proven.
 */
export async function resetPassword(submitted: SubmittedForm): Promise<boolean | string> {
  const {c, services, tables, fields, flashes, now} = submitted;
  const {accounts, mail, mailTokens, passkeys, passwords, sessions} = tables;
  const token = fields.get(MAIL_TOKEN) ?? '';
  const wanted = fields.get('new') ?? '';
  const page = mailPage('reset', token);
  const valid = () => {
    const found = mailTokens.find(hashSecret(token), now);
    const account = found?.purpose === 'reset' ? accounts.byId(found.account) : null;
    // A link that went to an earlier address is none of the account any more.
    return account && account.name === found?.address ? account : null;
  };
  if (!valid()) return page;
  if (!isPasswordLength(wanted)) {
    const errors = [{field: 'new', text: 'forms.bad_password'} as const];
    flashes.set(visitor(c, services).id, {form: 'reset', errors});
    return page;
  }
  const counted = countedBy(GUESSES, SITE_GUESSES, c.get('address'));
  const hashed = await hashAttempt(submitted, counted, 'guesses', () => services.hashing.hash(wanted));
  hashed.undo();
  const session = services.database.transaction(() => {
    const account = valid();
    if (!account) return null;
    passwords.set(account.id, hashed.done);
    sessions.endOthers(account.id, null);
    passkeys.removeAll(account.id);
    accounts.setProof(account.id, 'given');
    for (const purpose of ['reset', 'verify', 'change'] as const) mailTokens.end(account.id, purpose);
    mail.tell(account, 'password_changed', now, {parts: {at: now.toISOString()}});
    return enter(submitted, account, {byMail: true});
  });
  if (session === null) return page;
  flashes.set(session, {done: 'forms.reset_done'});
  return true;
}

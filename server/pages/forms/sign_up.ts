/**
 * Form: signs up; a new account is on the Free tier and has no key. Where there is mail, its owner enters it by
 * the link of a message, and nobody learns whether an address has an account.
 */
import {EMAIL_LENGTH, isPasswordLength, parseEmail, parseMailAddress} from '../../accounts/credentials.ts';
import {countedBy, SIGN_UPS, SITE_SIGN_UPS} from '../attempt_limits.ts';
import type {FormFailure} from '../flash.ts';
import {languageFor} from '../page.ts';
import type {SubmittedForm} from '../page_services.ts';
import {visitor} from '../session.ts';
import {enter} from './enter.ts';
import {hashAttempt} from './hash_attempt.ts';
import {sendLink} from './send_link.ts';

/**
 * Returns true if the account was created and signed in, else leaves a flash message. Throws the same pages
 * as `signIn`.
 */
export async function signUp(submitted: SubmittedForm): Promise<boolean> {
  const {c, services, tables, fields, flashes} = submitted;
  const {accounts, passwords} = tables;
  const [typed, password] = [fields.get('email') ?? '', fields.get('password') ?? ''];
  const email = services.sendsMail ? parseMailAddress(typed) : parseEmail(typed);
  const fail = (errors: FormFailure['errors']): false => {
    const shown = typed.slice(0, EMAIL_LENGTH.longest);
    flashes.set(visitor(c, services).id, {form: 'sign-up', errors, email: shown});
    return false;
  };
  const errors = [
    ...(email === null ? [{field: 'email', text: 'forms.bad_email'} as const] : []),
    ...(isPasswordLength(password) ? [] : [{field: 'password', text: 'forms.bad_password'} as const]),
  ];
  if (email === null || errors.length > 0) return fail(errors);
  // Hashing comes first, so that timing does not reveal which accounts exist.
  const counted = countedBy(SIGN_UPS, SITE_SIGN_UPS, c.get('address'));
  const hashed = await hashAttempt(submitted, counted, 'sign_ups', () => services.hashing.hash(password));
  if (services.sendsMail) {
    registerByMail(submitted, email, hashed.done);
    flashes.set(visitor(c, services).id, {done: 'forms.signed_up_mail'});
    return false;
  }
  const session = services.database.transaction(() => {
    if (accounts.byName(email)) return null;
    const account = accounts.add(email, 'free', submitted.now);
    passwords.set(account.id, hashed.done);
    return enter(submitted, account);
  });
  if (session === null) return fail([{field: 'email', text: 'forms.taken'}]);
  flashes.set(session, {done: 'forms.signed_up'});
  return true;
}

/**
 * Adds the account, which its owner enters by the link of a message; the owner of an address that is taken
 * gets another message. The visitor sees no difference.
 */
function registerByMail(submitted: SubmittedForm, email: string, hash: string): void {
  const {c, services, tables, now} = submitted;
  const {accounts, passwords} = tables;
  const language = languageFor(c);
  services.database.transaction(() => {
    const known = accounts.byName(email);
    if (known) {
      // In the language of its owner, not of whoever typed the address.
      sendLink(submitted, {kind: 'taken', account: known.id, recipient: email, language: known.language});
      return;
    }
    const {id} = accounts.add(email, 'free', now);
    passwords.set(id, hash);
    accounts.setProof(id, 'asked');
    accounts.setLanguage(id, language);
    sendLink(submitted, {kind: 'verify', account: id, recipient: email, language});
  });
}

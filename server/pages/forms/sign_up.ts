/** Form: signs up; a new account is on the Free tier and has no key. */
import {EMAIL_LENGTH, isPasswordLength, parseEmail} from '../../accounts/credentials.ts';
import {accountTables} from '../../accounts/tables.ts';
import {countAttempt, SIGN_UPS} from '../attempt_limits.ts';
import {errorPageException} from '../error_pages.tsx';
import {RETRY_AFTER_S} from '../hash_queue.ts';
import type {SubmittedForm} from '../page_services.ts';
import {beginSession, visitor} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';

/**
 * Returns true if the account was created and signed in, else leaves a flash message. Throws the same pages
 * as `signIn`.
 */
export async function signUp({c, services, fields, hashQueue, flashes}: SubmittedForm): Promise<boolean> {
  const {accounts, passwords} = accountTables(services);
  const [typed, password] = [fields.get('email') ?? '', fields.get('password') ?? ''];
  const email = parseEmail(typed);
  const errors = [
    ...(email === null ? [{field: 'email', text: FORM_TEXTS.bad_email}] : []),
    ...(isPasswordLength(password) ? [] : [{field: 'password', text: FORM_TEXTS.bad_password}]),
  ];
  if (email === null || errors.length > 0) {
    flashes.put(visitor(c, services).id, {
      form: 'sign-up',
      errors,
      email: typed.slice(0, EMAIL_LENGTH.longest),
    });
    return false;
  }
  const attempt = countAttempt(services, [[SIGN_UPS, c.get('address')]]);
  if (!attempt.counted) throw await errorPageException(c, services, 'sign_ups', attempt.wait_s);

  // Hashing comes first, so that timing does not reveal which accounts exist.
  const hashed = await hashQueue.run(() => services.hashing.hash(password));
  if (!hashed) {
    attempt.undo();
    throw await errorPageException(c, services, 'busy', RETRY_AFTER_S);
  }
  const session = services.database.transaction(() => {
    if (accounts.byName(email)) return null;
    const {id} = accounts.add(email, 'free', new Date(services.context.now()));
    passwords.set(id, hashed.done);
    return beginSession(c, services, id);
  });
  if (session !== null) {
    flashes.put(session, {done: FORM_TEXTS.signed_up});
    return true;
  }
  const taken = [{field: 'email', text: FORM_TEXTS.taken}];
  flashes.put(visitor(c, services).id, {
    form: 'sign-up',
    errors: taken,
    email: typed.slice(0, EMAIL_LENGTH.longest),
  });
  return false;
}

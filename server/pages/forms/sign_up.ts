/** Form: signs up; a new account is on the Free tier and has no key. */
import {EMAIL_LENGTH, isPasswordLength, parseEmail} from '../../accounts/credentials.ts';
import {SIGN_UPS} from '../attempt_limits.ts';
import type {FormFailure} from '../flash.ts';
import type {SubmittedForm} from '../page_services.ts';
import {beginSession, visitor} from '../session.ts';
import {hashAttempt} from './hash_attempt.ts';

/**
 * Returns true if the account was created and signed in, else leaves a flash message. Throws the same pages
 * as `signIn`.
 */
export async function signUp(submitted: SubmittedForm): Promise<boolean> {
  const {c, services, tables, fields, flashes} = submitted;
  const {accounts, passwords} = tables;
  const [typed, password] = [fields.get('email') ?? '', fields.get('password') ?? ''];
  const email = parseEmail(typed);
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
  const hashed = await hashAttempt(submitted, [[SIGN_UPS, c.get('address')]], 'sign_ups', () =>
    services.hashing.hash(password),
  );
  const session = services.database.transaction(() => {
    if (accounts.byName(email)) return null;
    const {id} = accounts.add(email, 'free', new Date(services.context.now()));
    passwords.set(id, hashed.done);
    return beginSession(c, services, id);
  });
  if (session === null) return fail([{field: 'email', text: 'forms.taken'}]);
  flashes.set(session, {done: 'forms.signed_up'});
  return true;
}

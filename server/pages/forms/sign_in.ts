/** Form: signs in, with the same message and the same amount of work whatever is wrong. */
import {EMAIL_LENGTH, parseEmail} from '../../accounts/credentials.ts';
import {accountTables} from '../../accounts/tables.ts';
import {countAttempt, guessesOf} from '../attempt_limits.ts';
import {errorPageException} from '../error_pages.tsx';
import {RETRY_AFTER_S} from '../hash_queue.ts';
import type {SubmittedForm} from '../page_services.ts';
import {beginSession, visitor} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';

/**
 * Returns true if signed in, else leaves a flash message. Throws the pages for too many failures and for
 * overload.
 */
export async function signIn({c, services, fields, hashQueue, flashes}: SubmittedForm): Promise<boolean> {
  const {accounts, passwords} = accountTables(services);
  const [typed, password] = [fields.get('email') ?? '', fields.get('password') ?? ''];
  // Accounts without an e-mail address have a key but cannot sign in.
  const email = parseEmail(typed);
  const attempt = countAttempt(services, guessesOf(email ?? typed, c.get('address')));
  if (!attempt.counted) throw await errorPageException(c, services, 'guesses', attempt.wait_s);

  const account = email === null ? null : accounts.byName(email);
  const hash = account && !account.closed ? passwords.hashForSignIn(account.id) : null;
  const hashed = await hashQueue.run(() => services.hashing.verify(password, hash));
  if (!hashed) {
    attempt.undo();
    throw await errorPageException(c, services, 'busy', RETRY_AFTER_S);
  }

  const signedIn = services.database.transaction(() => {
    // Meanwhile the account may have been closed, or its password changed or used up.
    const holds = hashed.done && account && hash !== null && accounts.principal(account.id) !== null;
    if (!holds || !passwords.recordSignIn(account.id, hash)) return false;
    beginSession(c, services, account.id);
    attempt.undo();
    return true;
  });
  if (!signedIn) {
    const errors = [{field: 'email', text: FORM_TEXTS.bad_credentials}];
    flashes.put(visitor(c, services).id, {
      form: 'sign-in',
      errors,
      email: typed.slice(0, EMAIL_LENGTH.longest),
    });
  }
  return signedIn;
}

/** Form: signs in, with the same message and the same amount of work whatever is wrong. */
import {EMAIL_LENGTH, parseEmail} from '../../accounts/credentials.ts';
import {guessesOf} from '../attempt_limits.ts';
import type {SubmittedForm} from '../page_services.ts';
import {visitor} from '../session.ts';
import {enter, mayEnter} from './enter.ts';
import {hashAttempt} from './hash_attempt.ts';

/**
 * Returns true if signed in, else leaves a flash message. Throws the pages for too many failures and for
 * overload.
 */
export async function signIn(submitted: SubmittedForm): Promise<boolean> {
  const {c, services, tables, fields, flashes} = submitted;
  const {accounts, passwords} = tables;
  const [typed, password] = [fields.get('email') ?? '', fields.get('password') ?? ''];
  // Accounts without an e-mail address have a key but cannot sign in.
  const email = parseEmail(typed);
  // Accounts are looked up after the count, so that a refusal takes as long for each address.
  const {done, undo} = await hashAttempt(
    submitted,
    guessesOf(email ?? typed, c.get('address')),
    'guesses',
    async () => {
      const account = email === null ? null : accounts.byName(email);
      const hash = account && mayEnter(submitted, account) ? passwords.hashForSignIn(account.id) : null;
      return {account, hash, isRight: await services.hashing.verify(password, hash)};
    },
  );
  const {account, hash, isRight} = done;

  const signedIn = services.database.transaction(() => {
    // Meanwhile the account may have been closed, or its password changed or used up.
    const holds = isRight && account && hash !== null && accounts.principal(account.id) !== null;
    if (!holds || !passwords.recordSignIn(account.id, hash)) return false;
    enter(submitted, account);
    undo();
    return true;
  });
  if (!signedIn) {
    const errors = [{field: 'email', text: 'forms.bad_credentials'} as const];
    flashes.set(visitor(c, services).id, {
      form: 'sign-in',
      errors,
      email: typed.slice(0, EMAIL_LENGTH.longest),
    });
  }
  return signedIn;
}

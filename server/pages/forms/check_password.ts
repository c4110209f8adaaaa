/** Asks for the password again before something that cannot be undone. */
import type {Account} from '../../accounts/accounts.ts';
import {guessesOf} from '../attempt_limits.ts';
import type {SubmittedForm} from '../page_services.ts';
import {hashAttempt} from './hash_attempt.ts';

/** Whether it is that of the account, which can be guessed no faster here than at sign-in. */
export async function checkPassword(
  submitted: SubmittedForm,
  {id, name}: Account,
  password: string,
): Promise<boolean> {
  const {c, services, tables} = submitted;
  const hash = tables.passwords.hash(id);
  const {done, undo} = await hashAttempt(submitted, guessesOf(name, c.get('address')), 'guesses', () =>
    services.hashing.verify(password, hash),
  );
  if (done) undo();
  // Meanwhile it may have been changed.
  return done && tables.passwords.hash(id) === hash;
}

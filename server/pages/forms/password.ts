/** Form: changes the password, which ends all other sessions of the account. */
import {isPasswordLength} from '../../accounts/credentials.ts';
import {accountTables} from '../../accounts/tables.ts';
import {countAttempt, guessesOf} from '../attempt_limits.ts';
import {errorPageException} from '../error_pages.tsx';
import type {FormFailure} from '../flash.ts';
import {RETRY_AFTER_S} from '../hash_queue.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';

const failed = (field: string, text: FormFailure['errors'][number]['text']): FormFailure => ({
  form: 'password',
  errors: [{field, text}],
});

/** Changes it, or leaves a flash message. The old password can be guessed no faster here than at sign-in. */
export async function changePassword(
  {c, services, fields, hashQueue, flashes}: SubmittedForm,
  {id, account}: SignedIn,
): Promise<void> {
  const {accounts, passwords, sessions} = accountTables(services);
  const {hashing} = services;
  const [old, wanted] = [fields.get('old') ?? '', fields.get('new') ?? ''];
  if (!isPasswordLength(wanted)) {
    flashes.put(id, failed('new', FORM_TEXTS.bad_password));
    return;
  }
  const attempt = countAttempt(services, guessesOf(account.name, c.get('address')));
  if (!attempt.counted) throw await errorPageException(c, services, 'guesses', attempt.wait_s);

  const hash = passwords.hash(account.id);
  const hashed = await hashQueue.run(async () =>
    (await hashing.verify(old, hash)) ? await hashing.hash(wanted) : null,
  );
  if (!hashed) {
    attempt.undo();
    throw await errorPageException(c, services, 'busy', RETRY_AFTER_S);
  }
  const changed = services.database.transaction(() => {
    // Meanwhile the account may have been closed, this session ended, or the password changed elsewhere.
    const holds =
      accounts.principal(account.id) !== null &&
      sessions.find(id, new Date(services.context.now())) !== null &&
      passwords.hash(account.id) === hash;
    if (hashed.done === null || !holds) return false;
    passwords.set(account.id, hashed.done);
    sessions.endOthers(account.id, id);
    attempt.undo();
    return true;
  });
  flashes.put(id, changed ? {done: FORM_TEXTS.password_changed} : failed('old', FORM_TEXTS.bad_old_password));
}

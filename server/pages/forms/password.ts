/** Form: changes the password, which ends all other sessions of the account. */
import {isPasswordLength} from '../../accounts/credentials.ts';
import {guessesOf} from '../attempt_limits.ts';
import type {FormFailure} from '../flash.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {hashAttempt} from './hash_attempt.ts';

const failed = (field: string, text: FormFailure['errors'][number]['text']): FormFailure => ({
  form: 'password',
  errors: [{field, text}],
});

/** Changes it, or leaves a flash message. The old password can be guessed no faster here than at sign-in. */
export async function changePassword(submitted: SubmittedForm, {id, account}: SignedIn): Promise<void> {
  const {c, services, tables, fields, flashes, now} = submitted;
  const {accounts, passwords, sessions} = tables;
  const {hashing} = services;
  const [old, wanted] = [fields.get('old') ?? '', fields.get('new') ?? ''];
  if (!isPasswordLength(wanted)) {
    flashes.set(id, failed('new', 'forms.bad_password'));
    return;
  }
  const hash = passwords.hash(account.id);
  const attempt = await hashAttempt(
    submitted,
    guessesOf(account.name, c.get('address')),
    'guesses',
    async () => ((await hashing.verify(old, hash)) ? await hashing.hash(wanted) : null),
  );
  const changed = services.database.transaction(() => {
    // Meanwhile the account may have been closed, this session ended, or the password changed elsewhere.
    const holds =
      accounts.principal(account.id) !== null &&
      sessions.find(id, new Date(services.context.now())) !== null &&
      passwords.hash(account.id) === hash;
    if (attempt.done === null || !holds) return false;
    passwords.set(account.id, attempt.done);
    sessions.endOthers(account.id, id);
    tables.mailTokens.end(account.id, 'change');
    tables.mailTokens.end(account.id, 'reset');
    tables.mail.tell(account, 'password_changed', now, {parts: {at: now.toISOString()}});
    attempt.undo();
    return true;
  });
  flashes.set(id, changed ? {done: 'forms.password_changed'} : failed('old', 'forms.bad_old_password'));
}

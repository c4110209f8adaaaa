/** The form to change the password: all other sign-ins of the account end (specification 9). */
import {isPassword} from '../../accounts/credentials.ts';
import {hashPassword, verifyPassword} from '../../accounts/passwords.ts';
import {tablesOf} from '../../accounts/tables.ts';
import {GUESSES, ofEmail, tryOnce} from '../attempt_limits.ts';
import {refusal} from '../error_pages.ts';
import type {Failure} from '../flash.ts';
import {WAIT_S} from '../hash_queue.ts';
import type {Submitted} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';

const failed = (field: string, text: Failure['faults'][number]['text']): Failure => ({
  form: 'password',
  faults: [{field, text}],
});

/** Changes it, or leaves a note. The old one is guessed at no faster here than at the sign-in. */
export async function changePassword(
  {c, site, fields, turns, notes}: Submitted,
  {id, account}: SignedIn,
): Promise<void> {
  const {accounts, passwords, sessions} = tablesOf(site);
  const [old, wanted] = [fields.get('old') ?? '', fields.get('new') ?? ''];
  if (!isPassword(wanted)) {
    notes.put(id, failed('new', FORM_TEXTS.bad_password));
    return;
  }
  const tried = tryOnce(site, GUESSES, [ofEmail(account.name), c.get('address')]);
  if (!tried.counted) throw await refusal(c, site, 'guesses', tried.wait_s);

  const hash = passwords.of(account.id);
  const turn = await turns.take(async () =>
    (await verifyPassword(old, hash)) ? await hashPassword(wanted) : null,
  );
  if (!turn) {
    tried.takeBack();
    throw await refusal(c, site, 'busy', WAIT_S);
  }
  const changed = site.database.transaction(() => {
    // Meanwhile the account may have been closed, this sign-in ended, or the password changed elsewhere.
    const holds =
      accounts.holder(account.id) !== null &&
      sessions.find(id, new Date(site.context.now())) !== null &&
      passwords.of(account.id) === hash;
    if (turn.done === null || !holds) return false;
    passwords.set(account.id, turn.done);
    sessions.endOthers(account.id, id);
    tried.takeBack();
    return true;
  });
  notes.put(id, changed ? {done: FORM_TEXTS.password_changed} : failed('old', FORM_TEXTS.bad_old_password));
}

/** The form to sign in: one message and one amount of work for all that can be wrong. */
import {EMAIL, emailOf} from '../../accounts/credentials.ts';
import {verifyPassword} from '../../accounts/passwords.ts';
import {tablesOf} from '../../accounts/tables.ts';
import {GUESSES, ofEmail, tryOnce} from '../attempt_limits.ts';
import {refusal} from '../error_pages.ts';
import {WAIT_S} from '../hash_queue.ts';
import type {Submitted} from '../page_services.ts';
import {beginSession, visitor} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';

/** Signs in and says true, or leaves a note. Throws the pages for too many failures and for too much to do. */
export async function signIn({c, site, fields, turns, notes}: Submitted): Promise<boolean> {
  const {accounts, passwords} = tablesOf(site);
  const [typed, password] = [fields.get('email') ?? '', fields.get('password') ?? ''];
  // Accounts that the operator called otherwise have a key and no sign-in.
  const email = emailOf(typed);
  const tried = tryOnce(site, GUESSES, [ofEmail(email ?? typed), c.get('address')]);
  if (!tried.counted) throw await refusal(c, site, 'guesses', tried.wait_s);

  const account = email === null ? null : accounts.byName(email);
  const hash = account && !account.closed ? passwords.forSignIn(account.id) : null;
  const turn = await turns.take(() => verifyPassword(password, hash));
  if (!turn) {
    tried.takeBack();
    throw await refusal(c, site, 'busy', WAIT_S);
  }

  const begun = site.database.transaction(() => {
    // Meanwhile the account may have been closed, or its password changed or used up.
    const holds = turn.done && account && hash !== null && accounts.holder(account.id) !== null;
    if (!holds || !passwords.signedIn(account.id, hash)) return false;
    beginSession(c, site, account.id);
    tried.takeBack();
    return true;
  });
  if (!begun) {
    const faults = [{field: 'email', text: FORM_TEXTS.bad_credentials}];
    notes.put(visitor(c, site).id, {form: 'sign-in', faults, email: typed.slice(0, EMAIL.longest)});
  }
  return begun;
}

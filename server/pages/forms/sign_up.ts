/** The form to sign up: a new account has tier Free and no key (specification 9). */
import {EMAIL, emailOf, isPassword} from '../../accounts/credentials.ts';
import {hashPassword} from '../../accounts/passwords.ts';
import {tablesOf} from '../../accounts/tables.ts';
import {SIGN_UPS, tryOnce} from '../attempt_limits.ts';
import {refusal} from '../error_pages.ts';
import {WAIT_S} from '../hash_queue.ts';
import type {Submitted} from '../page_services.ts';
import {beginSession, visitor} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';

/** Makes the account, signs in and says true, or leaves a note. Throws the pages of `signIn`. */
export async function signUp({c, site, fields, turns, notes}: Submitted): Promise<boolean> {
  const {accounts, passwords} = tablesOf(site);
  const [typed, password] = [fields.get('email') ?? '', fields.get('password') ?? ''];
  const email = emailOf(typed);
  const faults = [
    ...(email === null ? [{field: 'email', text: FORM_TEXTS.bad_email}] : []),
    ...(isPassword(password) ? [] : [{field: 'password', text: FORM_TEXTS.bad_password}]),
  ];
  if (email === null || faults.length > 0) {
    notes.put(visitor(c, site).id, {form: 'sign-up', faults, email: typed.slice(0, EMAIL.longest)});
    return false;
  }
  const tried = tryOnce(site, SIGN_UPS, [c.get('address')]);
  if (!tried.counted) throw await refusal(c, site, 'sign_ups', tried.wait_s);

  // The work comes first, so that the time tells nothing of who has an account.
  const turn = await turns.take(() => hashPassword(password));
  if (!turn) {
    tried.takeBack();
    throw await refusal(c, site, 'busy', WAIT_S);
  }
  const session = site.database.transaction(() => {
    if (accounts.byName(email)) return null;
    const {id} = accounts.add(email, 'free', new Date(site.context.now()));
    passwords.set(id, turn.done);
    return beginSession(c, site, id);
  });
  if (session !== null) {
    notes.put(session, {done: FORM_TEXTS.signed_up});
    return true;
  }
  const taken = [{field: 'email', text: FORM_TEXTS.taken}];
  notes.put(visitor(c, site).id, {form: 'sign-up', faults: taken, email: typed.slice(0, EMAIL.longest)});
  return false;
}

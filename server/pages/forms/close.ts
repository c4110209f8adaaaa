/** Form: closes the account for good. */
import type {SubmittedForm} from '../page_services.ts';
import {endSession, type SignedIn, visitor} from '../session.ts';
import {checkPassword} from './check_password.ts';

export async function closeAccount(submitted: SubmittedForm, session: SignedIn): Promise<void> {
  const {c, services, tables, fields, flashes, newKeys, now} = submitted;
  const {id, account} = session;
  if (!(await checkPassword(submitted, account, fields.get('password') ?? ''))) {
    flashes.set(id, {form: 'close', errors: [{field: 'password', text: 'forms.bad_old_password'}]});
    return;
  }
  services.database.transaction(() => {
    tables.accounts.close(account.id, now);
    tables.mail.tell(account, 'closed', now, {parts: {at: now.toISOString()}});
  });
  newKeys.delete(id);
  endSession(c, services, session);
  flashes.set(visitor(c, services).id, {done: 'forms.account_closed'});
}

/** Forms: create, refresh and revoke the key. A new key waits in memory for the next page of the browser. */
import {makeKey} from '../../accounts/api_key.ts';
import {accountTables} from '../../accounts/tables.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';
import type {Text} from '../texts/types.ts';

/** Replaces the key; `wanted` is whether an active one must exist, otherwise `else_` is shown. */
function give(
  {services, newKeys, flashes}: SubmittedForm,
  {id, account}: SignedIn,
  wanted: boolean,
  else_: Text,
): void {
  const {keys} = accountTables(services);
  const key = makeKey();
  const given = services.database.transaction(() => {
    if ((keys.active(account.id) !== null) !== wanted) return false;
    keys.replace(account.id, key, new Date(services.context.now()));
    return true;
  });
  if (given) newKeys.put(id, key);
  else flashes.put(id, {done: else_});
}

export const createKey = (submitted: SubmittedForm, session: SignedIn): void =>
  give(submitted, session, false, FORM_TEXTS.key_exists);

export const refreshKey = (submitted: SubmittedForm, session: SignedIn): void =>
  give(submitted, session, true, FORM_TEXTS.key_missing);

export function revokeKey({services, newKeys, flashes}: SubmittedForm, {id, account}: SignedIn): void {
  const revoked = accountTables(services).keys.revoke(account.id, new Date(services.context.now()));
  newKeys.drop(id);
  flashes.put(id, {done: revoked ? FORM_TEXTS.key_revoked : FORM_TEXTS.key_missing});
}

/** The forms for the key: the full one waits in memory for the next page of the browser that asked for it. */
import {makeKey} from '../../accounts/api_key.ts';
import {tablesOf} from '../../accounts/tables.ts';
import type {Submitted} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';
import type {Text} from '../texts/types.ts';

/** A new key; `wanted` is whether there must be an active one before, else what is told. */
function give(
  {site, freshKeys, notes}: Submitted,
  {id, account}: SignedIn,
  wanted: boolean,
  else_: Text,
): void {
  const {keys} = tablesOf(site);
  const key = makeKey();
  const given = site.database.transaction(() => {
    if ((keys.active(account.id) !== null) !== wanted) return false;
    keys.give(account.id, key, new Date(site.context.now()));
    return true;
  });
  if (given) freshKeys.put(id, key);
  else notes.put(id, {done: else_});
}

export const createKey = (submitted: Submitted, session: SignedIn): void =>
  give(submitted, session, false, FORM_TEXTS.key_exists);

export const refreshKey = (submitted: Submitted, session: SignedIn): void =>
  give(submitted, session, true, FORM_TEXTS.key_missing);

export function revokeKey({site, freshKeys, notes}: Submitted, {id, account}: SignedIn): void {
  const revoked = tablesOf(site).keys.revoke(account.id, new Date(site.context.now()));
  freshKeys.drop(id);
  notes.put(id, {done: revoked ? FORM_TEXTS.key_revoked : FORM_TEXTS.key_missing});
}

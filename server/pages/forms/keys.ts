/** Forms: create, refresh and revoke keys. A new key waits in memory for the next page of the browser. */

import {keyPrefix, makeKey} from '../../accounts/api_key.ts';
import {keySlot} from '../../accounts/key_slots.ts';
import {MAX_KEY_NAME} from '../../accounts/keys.ts';
import type {Text} from '../../site/messages.ts';
import {needsProof} from '../needs_proof.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';

/** Shows a new key on the next page where `give` takes it, else `refusal`; its owner gets a message. */
function show(
  {newKeys, flashes, services, tables, now}: SubmittedForm,
  {id, account}: SignedIn,
  give: (key: string) => boolean,
  refusal: Text,
): void {
  const key = makeKey();
  const parts = {prefix: keyPrefix(key), at: now.toISOString()};
  const given = services.database.transaction(() => {
    if (!give(key)) return false;
    tables.mail.tell(account, 'key_made', now, {parts});
    return true;
  });
  if (given) newKeys.set(id, key);
  else flashes.set(id, {done: refusal});
}

/** What was typed as a name, in one line. */
const nameOf = (fields: URLSearchParams): string =>
  [...(fields.get('name') ?? '').replace(/\s+/gu, ' ').trim()].slice(0, MAX_KEY_NAME).join('');

export function createKey(submitted: SubmittedForm, session: SignedIn): void {
  const {tables, fields, now} = submitted;
  if (needsProof(submitted, session.account)) {
    submitted.flashes.set(session.id, {done: 'forms.unproven'});
    return;
  }
  const add = (key: string): boolean => tables.keys.add(session.account.id, key, nameOf(fields), now);
  show(submitted, session, add, 'forms.keys_full');
}

export function refreshKey(submitted: SubmittedForm, session: SignedIn): void {
  const {tables, fields, now} = submitted;
  const slot = keySlot(fields.get('slot'));
  const refresh = (key: string): boolean =>
    slot !== null && tables.keys.refresh(session.account.id, slot, key, now);
  show(submitted, session, refresh, 'forms.key_missing');
}

export function revokeKey(
  {tables, newKeys, flashes, fields, now}: SubmittedForm,
  {id, account}: SignedIn,
): void {
  const slot = keySlot(fields.get('slot'));
  const revoked = slot !== null && tables.keys.revoke(account.id, now, slot);
  newKeys.delete(id);
  flashes.set(id, {done: revoked ? 'forms.key_revoked' : 'forms.key_missing'});
}

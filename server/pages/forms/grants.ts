/** Form: disconnects a tool client, which revokes its grant and tokens. */
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {numberIn} from './keys.ts';

export function revokeGrant({tables, fields, flashes, now}: SubmittedForm, {id, account}: SignedIn): void {
  const revoked = tables.grants.revoke(numberIn(fields, 'grant'), account.id, now);
  flashes.set(id, {done: revoked ? 'forms.grant_revoked' : 'forms.grant_missing'});
}

/** Form: disconnects a tool client, which revokes its grant and tokens. */
import {accountTables} from '../../accounts/tables.ts';
import type {SubmittedForm} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';

export function revokeGrant({services, fields, flashes}: SubmittedForm, {id, account}: SignedIn): void {
  const grant = fields.get('grant') ?? '';
  const now = new Date(services.context.now());
  const revoked =
    /^\d{1,15}$/.test(grant) && accountTables(services).grants.revoke(Number(grant), account.id, now);
  flashes.put(id, {done: revoked ? FORM_TEXTS.grant_revoked : FORM_TEXTS.grant_missing});
}

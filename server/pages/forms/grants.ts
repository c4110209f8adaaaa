/** The form that disconnects a tool client: its grant and all tokens of it end at once. */

import {tablesOf} from '../../accounts/tables.ts';
import type {Submitted} from '../page_services.ts';
import type {SignedIn} from '../session.ts';
import {FORM_TEXTS} from '../texts/forms.ts';

export function revokeGrant({site, fields, notes}: Submitted, {id, account}: SignedIn): void {
  const grant = fields.get('grant') ?? '';
  const now = new Date(site.context.now());
  const revoked = /^\d{1,15}$/.test(grant) && tablesOf(site).grants.revoke(Number(grant), account.id, now);
  notes.put(id, {done: revoked ? FORM_TEXTS.grant_revoked : FORM_TEXTS.grant_missing});
}

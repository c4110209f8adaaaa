/**
 * What happened to accounts, for their owners. Triggers of the store write it (`migrations.ts`), in the transaction
 * of each change, whoever makes it: a page, a tool client or `fpd-admin`.
 */
import type {Database} from './database.ts';

/** Everything that is written down. */
export const AUDIT_EVENTS = [
  'signed_in',
  'key_made',
  'key_revoked',
  'passkey_added',
  'passkey_removed',
  'password_changed',
  'address_changed',
  'tier_changed',
  'quotas_changed',
  'operator_changed',
  'client_connected',
  'client_disconnected',
  'search_added',
  'search_removed',
  'closed',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

export interface AuditRow {
  /** ISO 8601, UTC, by the clock of the machine. */
  at: string;
  event: AuditEvent;
  /** What of several it was: the first characters of a key, a name, an address, a tier; null for none. */
  detail: string | null;
}

export const auditTable = ({all}: Database) => ({
  /** The latest events of an account, newest first. */
  ofAccount: (account: number, most: number) =>
    all<AuditRow>(
      'SELECT at, event, detail FROM audit WHERE account = ? ORDER BY id DESC LIMIT ?',
      account,
      most,
    ),
});

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
  'member_invited',
  'member_joined',
  'member_changed',
  'member_removed',
  'closed',
] as const;

export type AuditEvent = (typeof AUDIT_EVENTS)[number];

export interface AuditRow {
  /** ISO 8601, UTC, by the clock of the machine. */
  at: string;
  event: AuditEvent;
  /**
   * What of several it was: the first characters of a key, a name, an address, a tier, role and address of a member;
   * null for none.
   */
  detail: string | null;
  /** Address of the person who did it on the account pages; null: not known, such as an operator. */
  person: string | null;
}

export const auditTable = ({all}: Database) => ({
  /** The latest events of an account, newest first. */
  ofAccount: (account: number, most: number) =>
    all<AuditRow>(
      `SELECT at, event, detail, name AS person FROM audit LEFT JOIN accounts ON accounts.id = person
       WHERE account = ? ORDER BY audit.id DESC LIMIT ?`,
      account,
      most,
    ),
});

/** The table of passkeys: public keys by which browsers sign in without a password. */
import type {Database} from './database.ts';

/** Most passkeys of an account. */
export const MAX_PASSKEYS = 10;

export interface Passkey {
  /** Of the authenticator, as base64url. */
  id: string;
  account: number;
  /** Chosen by the owner; may be empty. */
  name: string;
  /** COSE key, as base64url. */
  public_key: string;
  /** Signatures so far, as the authenticator counts them; 0 where it does not. */
  counter: number;
  /** How browsers reach the authenticator, with commas between. */
  transports: string;
  /** ISO 8601, UTC. */
  created_at: string;
  /** Null for never. */
  last_used_at: string | null;
}

const COLUMNS = 'id, account, name, public_key, counter, transports, created_at, last_used_at';

export const passkeysTable = ({get, all, run, change}: Database) => ({
  find: (id: string) => get<Passkey>(`SELECT ${COLUMNS} FROM passkeys WHERE id = ?`, id) ?? null,
  /** Those of an account, oldest first. */
  ofAccount: (account: number) =>
    all<Passkey>(`SELECT ${COLUMNS} FROM passkeys WHERE account = ? ORDER BY created_at, id`, account),
  /** Adds one that has not been used yet; false where it is known, or the account has too many. */
  add: (one: Omit<Passkey, 'created_at' | 'last_used_at'>, now: Date) =>
    change(
      () =>
        run(
          `INSERT INTO passkeys (id, account, name, public_key, counter, transports, created_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
           WHERE (SELECT count(*) FROM passkeys WHERE account = ?2) < ?8
           ON CONFLICT (id) DO NOTHING`,
          one.id,
          one.account,
          one.name,
          one.public_key,
          one.counter,
          one.transports,
          now,
          MAX_PASSKEYS,
        ) > 0,
    ),
  /** Records a sign-in. */
  use: (id: string, counter: number, now: Date) =>
    run('UPDATE passkeys SET counter = ?2, last_used_at = ?3 WHERE id = ?1', id, counter, now),
  /** Removes one of the account's; false if there is none. */
  remove: (account: number, id: string) =>
    change(() => run('DELETE FROM passkeys WHERE account = ? AND id = ?', account, id) > 0),
  /** Removes all of an account: whoever added one signs in by it no more. */
  removeAll: (account: number) => run('DELETE FROM passkeys WHERE account = ?', account),
});

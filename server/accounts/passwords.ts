/** Password hashes of accounts (see scrypt.ts), and which of them are one-time passwords. */
import type {Database} from './database.ts';

export {type PasswordHashing, passwordHashing} from './scrypt.ts';

export interface Passwords {
  /**
   * The hash to sign in with; null without a password, as for accounts made by operators, for a used one-time
   * password, and for unknown accounts.
   */
  hashForSignIn(account: number): string | null;
  /**
   * Records a sign-in with this hash, which uses up a one-time password. False if it was used up or changed
   * meanwhile; the sign-in must then fail.
   */
  recordSignIn(account: number, hash: string): boolean;
  /**
   * The hash to verify before a password change, or null. A one-time password stays valid for this until
   * changed.
   */
  hash(account: number): string | null;
  /** True for a one-time password, whose owner is asked to choose another. */
  isOneTime(account: number): boolean;
  /** Sets a password that its owner chose. */
  set(account: number, hash: string): void;
  /** Sets a password that signs in once, chosen by an operator. */
  setOneTime(account: number, hash: string): void;
}

/** Values of `accounts.one_time`. */
const OWN = 0;
const ONE_TIME = 1;
const USED_UP = 2;

export function passwordsTable({sql}: Database): Passwords {
  const get = sql.prepare('SELECT password, one_time FROM accounts WHERE id = ?');
  const set = sql.prepare('UPDATE accounts SET password = ?, one_time = ? WHERE id = ?');
  const signedIn = sql.prepare(
    `UPDATE accounts SET one_time = CASE one_time WHEN ${ONE_TIME} THEN ${USED_UP} ELSE ${OWN} END
     WHERE id = ? AND password = ? AND one_time <> ${USED_UP}`,
  );
  function hashOf(account: number): string | null {
    const password = get.get(account)?.['password'];
    return typeof password === 'string' ? password : null;
  }
  return {
    hash: hashOf,
    hashForSignIn: (account) => (get.get(account)?.['one_time'] === USED_UP ? null : hashOf(account)),
    recordSignIn: (account, hash) => Number(signedIn.run(account, hash).changes) > 0,
    isOneTime: (account) => (get.get(account)?.['one_time'] ?? OWN) !== OWN,
    set(account, hash) {
      set.run(hash, OWN, account);
    },
    setOneTime(account, hash) {
      set.run(hash, ONE_TIME, account);
    },
  };
}

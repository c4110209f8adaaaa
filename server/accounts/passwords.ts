/** Password hashes of accounts, and which of them sign in but once: text of `scrypt.ts`, never a password. */
import type {Database} from './database.ts';

export {hashPassword, verifyPassword} from './scrypt.ts';

export interface Passwords {
  /**
   * The hash that may sign in; null for an account without a password, as operators make them, for a one-time
   * password that has signed in, and for no account at all.
   */
  forSignIn(account: number): string | null;
  /**
   * Notes a sign-in by the password of this hash, which uses up a one-time password. False when another sign-in did so
   * meanwhile or the password changed: then nobody is signed in.
   */
  signedIn(account: number, hash: string): boolean;
  /** The hash that a change of password asks for; null for none. A one-time password is good for it until changed. */
  of(account: number): string | null;
  /** Whether the password is a one-time one, so that its owner is asked to choose another. */
  isOneTime(account: number): boolean;
  /** A password that its owner chose. */
  set(account: number, hash: string): void;
  /** A password that an operator gave: it signs in once. */
  setOneTime(account: number, hash: string): void;
}

/** `accounts.one_time`: whose password it is. */
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
  function of(account: number): string | null {
    const password = get.get(account)?.['password'];
    return typeof password === 'string' ? password : null;
  }
  return {
    of,
    forSignIn: (account) => (get.get(account)?.['one_time'] === USED_UP ? null : of(account)),
    signedIn: (account, hash) => Number(signedIn.run(account, hash).changes) > 0,
    isOneTime: (account) => (get.get(account)?.['one_time'] ?? OWN) !== OWN,
    set(account, hash) {
      set.run(hash, OWN, account);
    },
    setOneTime(account, hash) {
      set.run(hash, ONE_TIME, account);
    },
  };
}

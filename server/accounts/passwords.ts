/** Password hashes of accounts: text of the hashing module's own form, never a password. */
import type {Database} from './database.ts';

export interface Passwords {
  /** Null for an account without a password, as operators make them, and for none at all. */
  of(account: number): string | null;
  set(account: number, hash: string): void;
}

export function passwordsTable({sql}: Database): Passwords {
  const get = sql.prepare('SELECT password FROM accounts WHERE id = ?');
  const set = sql.prepare('UPDATE accounts SET password = ? WHERE id = ?');
  return {
    of(account) {
      const password = get.get(account)?.['password'];
      return typeof password === 'string' ? password : null;
    },
    set(account, hash) {
      set.run(hash, account);
    },
  };
}

/** The table of networks from which accounts signed in, by hash, for 90 days after the last time. */
import type {Database} from './database.ts';
import {hashSecret} from './secrets.ts';

export const placesTable = ({get, all, run}: Database) => ({
  /** When an account signed in from each of its networks, whose names are not known any more. */
  ofAccount: (account: number) =>
    all<{first_at: string; last_at: string}>(
      'SELECT first_at, last_at FROM places WHERE account = ? ORDER BY first_at',
      account,
    ),
  /**
   * Records a sign-in, and tells whether the account has signed in before, but never from this network.
   * `network`: as text, of which the store keeps a hash that differs for each account.
   */
  isNew(account: number, network: string, now: Date): boolean {
    const hash = hashSecret(`${account} ${network}`);
    const {known, here} = get<{known: number; here: number}>(
      `SELECT count(*) AS known, count(*) FILTER (WHERE network = ?2) AS here
       FROM places WHERE account = ?1`,
      account,
      hash,
    )!;
    run(
      `INSERT INTO places (account, network, first_at, last_at) VALUES (?1, ?2, ?3, ?3)
       ON CONFLICT (account, network) DO UPDATE SET last_at = excluded.last_at`,
      account,
      hash,
      now,
    );
    return known > 0 && here === 0;
  },
});

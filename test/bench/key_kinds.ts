/** Keys of every kind that a server distinguishes, and of kinds met by guessing; each is requested once. */
import {accountsTable} from '../../server/accounts/accounts.ts';
import {makeKey} from '../../server/accounts/api_key.ts';
import type {Database} from '../../server/accounts/database.ts';
import {keysTable} from '../../server/accounts/keys.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Where the random characters of a key begin and end. */
const [FROM, TO] = [9, 41];

/**
 * A well-formed key that differs from the given one in the last of its random characters, by `step` digits.
 */
function neighbour(key: string, step: number): string {
  const digits = [...key.slice(FROM, TO)].map((digit) => DIGITS.indexOf(digit));
  digits.push((digits.pop()! + step) % DIGITS.length);
  let at = 0;
  return makeKey(() => digits[at++]!);
}

/** The key with its last character changed: only the checksum differs. */
const misspelt = (key: string): string => key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');

export type Kind = 'right' | 'unknown' | 'neighbour' | 'revoked' | 'closed' | 'checksum';

export const SAID: Record<Kind, string> = {
  right: 'right',
  unknown: 'well-formed, unknown',
  neighbour: 'well-formed, its first 40 characters those of a right one',
  revoked: 'revoked',
  closed: 'of a closed account',
  checksum: 'a right one with a wrong checksum',
};

/** `count` keys of each kind; those of kinds that are stored are in the store. */
export function keysByKind(database: Database, count: number): Record<Kind, string[]> {
  const [accounts, keys] = [accountsTable(database), keysTable(database)];
  const now = new Date();

  /** The new key of a new account. */
  function held(name: string): {id: number; key: string} {
    const {id} = accounts.add(name, 'enterprise', now);
    const key = makeKey();
    keys.replace(id, key, now);
    return {id, key};
  }

  function stored(i: number): Record<'right' | 'revoked' | 'closed', string> {
    const [right, old, gone] = [held(`right-${i}`), held(`old-${i}`), held(`gone-${i}`)];
    keys.revoke(old.id, now);
    accounts.close(gone.id, now);
    return {right: right.key, revoked: old.key, closed: gone.key};
  }

  const all = database.transaction(() => Array.from({length: count}, (_, i) => stored(i)));
  const right = all.map((one) => one.right);
  // Of a key of a distant round, since the processor predicts the branches of a text it has just seen.
  const far = (i: number, part: number) => right[(i + Math.floor(count * part)) % count]!;
  return {
    right,
    unknown: right.map(() => makeKey()),
    neighbour: right.map((_, i) => neighbour(far(i, 1 / 3), 1 + (i % (DIGITS.length - 1)))),
    revoked: all.map((one) => one.revoked),
    closed: all.map((one) => one.closed),
    checksum: right.map((_, i) => misspelt(far(i, 2 / 3))),
  };
}

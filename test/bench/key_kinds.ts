/** Keys of every kind that a server must tell apart, and of those that guessing meets. */
import {makeKey} from '../../server/keys.ts';
import type {Store} from '../helpers/limited.ts';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Where the random characters of a key begin and end. */
const [FROM, TO] = [9, 41];

/** So many keys of each kind that none is asked for twice within what the server remembers. */
const EACH = 400;

/** A well-formed key that differs from the given one in the last of its random characters, by `step` digits. */
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
  neighbour: 'well-formed, 40 of its first 41 characters are those of a right one',
  revoked: 'revoked',
  closed: 'of a closed account',
  checksum: 'a right one with a wrong checksum',
};

/** Keys by kind; those of kinds that are stored are in the store. */
export function keysByKind(store: Store): Record<Kind, string[]> {
  const right: string[] = [];
  const revoked: string[] = [];
  const closed: string[] = [];
  for (let i = 0; i < EACH; i++) {
    right.push(store.account({}).key);
    const old = store.account({});
    store.keys.revoke(old.id, new Date());
    revoked.push(old.key);
    const gone = store.account({});
    store.accounts.close(gone.id, new Date());
    closed.push(gone.key);
  }
  return {
    right,
    unknown: right.map(() => makeKey()),
    neighbour: right.map((key, i) => neighbour(key, 1 + (i % (DIGITS.length - 1)))),
    revoked,
    closed,
    checksum: right.map(misspelt),
  };
}

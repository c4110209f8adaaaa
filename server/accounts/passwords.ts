/**
 * Hashes and verifies passwords with scrypt, whose parameters are stored with salt and hash. Reads and writes
 * the hash of an account, which may be that of a one-time password.
 */
import {randomBytes, type ScryptOptions, scrypt, timingSafeEqual} from 'node:crypto';
import {normalizePassword} from './credentials.ts';
import type {Database} from './database.ts';

interface Parameters {
  N: number;
  r: number;
  p: number;
}

/** For new hashes; existing ones keep the parameters stored with them. */
const PARAMETERS: Parameters = {N: 131_072, r: 8, p: 1};

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * PHC string: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, base64 without padding; `ln` is the binary logarithm of
 * N.
 */
const PHC_FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

function derive(password: string, salt: Buffer, {N, r, p}: Parameters, bytes: number): Promise<Buffer> {
  // scrypt needs 128 * N * r bytes and a little more: 128 MiB with the parameters above.
  const options: ScryptOptions = {N, r, p, maxmem: 256 * N * r};
  return new Promise((resolve, reject) => {
    scrypt(normalizePassword(password), salt, bytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Throws on another format, without quoting the stored text. */
function parseHash(stored: string) {
  const [, ln, r, p, salt, hash] = PHC_FORMAT.exec(stored) ?? [];
  if (!hash) throw new Error('a stored password hash has an unknown form: reset the password');
  return {
    parameters: {N: 2 ** Number(ln), r: Number(r), p: Number(p)},
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

export type PasswordHashing = ReturnType<typeof passwordHashing>;

/** Takes 128 MiB and about half a second on a libuv thread with the parameters above. */
export function passwordHashing(parameters = PARAMETERS) {
  const {N, r, p} = parameters;
  /** Compared with where there is no password; no password has this hash. */
  const dummy = {parameters, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES)};
  return {
    /** The stored form of a password. */
    async hash(password: string): Promise<string> {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, parameters, HASH_BYTES);
      return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`;
    },
    /**
     * True if the password matches the stored hash. Null, for an unknown account or one without a password,
     * takes the same work and never matches, so that timing does not reveal which accounts exist.
     */
    async verify(password: string, stored: string | null): Promise<boolean> {
      const {parameters: own, salt, hash} = stored === null ? dummy : parseHash(stored);
      const equal = timingSafeEqual(await derive(password, salt, own, hash.length), hash);
      return equal && stored !== null;
    },
  };
}

/** Values of `accounts.one_time`. */
const OWN = 0;
const ONE_TIME = 1;
const USED_UP = 2;

export function passwordsTable({get, run}: Database) {
  const stored = (account: number) =>
    get<{password: string | null; one_time: number}>(
      'SELECT password, one_time FROM accounts WHERE id = ?',
      account,
    ) ?? {password: null, one_time: OWN};
  const set = (account: number, hash: string, one_time: number) =>
    run('UPDATE accounts SET password = ?, one_time = ? WHERE id = ?', hash, one_time, account);
  return {
    /**
     * The hash to verify before a password change, or null. A one-time password stays valid for this until
     * changed.
     */
    hash: (account: number) => stored(account).password,
    /**
     * The hash to sign in with; null without a password, as for accounts made by operators, for a used
     * one-time password, and for unknown accounts.
     */
    hashForSignIn(account: number) {
      const {password, one_time} = stored(account);
      return one_time === USED_UP ? null : password;
    },
    /**
     * Records a sign-in with this hash, which uses up a one-time password. False if it was used up or changed
     * meanwhile; the sign-in must then fail.
     */
    recordSignIn: (account: number, hash: string) =>
      run(
        `UPDATE accounts SET one_time = CASE one_time WHEN ${ONE_TIME} THEN ${USED_UP} ELSE ${OWN} END
         WHERE id = ? AND password = ? AND one_time <> ${USED_UP}`,
        account,
        hash,
      ) > 0,
    /** True for a one-time password, whose owner is asked to choose another. */
    isOneTime: (account: number) => stored(account).one_time !== OWN,
    /** Sets a password that its owner chose. */
    set: (account: number, hash: string) => set(account, hash, OWN),
    /** Sets a password that signs in once, chosen by an operator. */
    setOneTime: (account: number, hash: string) => set(account, hash, ONE_TIME),
  };
}

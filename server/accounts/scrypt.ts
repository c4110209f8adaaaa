/** Passwords as they are stored: scrypt with its parameters beside salt and hash (specification 9). */
import {randomBytes, type ScryptOptions, scrypt, timingSafeEqual} from 'node:crypto';
import {normalPassword} from './credentials.ts';

/** Of new hashes; older ones keep those that stand with them. */
const PARAMETERS = {N: 131_072, r: 8, p: 1} as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** PHC string: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, base64 without padding; `ln` is the binary logarithm of N. */
const FORM = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Parts {
  parameters: {N: number; r: number; p: number};
  salt: Buffer;
  hash: Buffer;
}

function derive(
  password: string,
  salt: Buffer,
  {N, r, p}: Parts['parameters'],
  bytes: number,
): Promise<Buffer> {
  // The work takes 128 * N * r bytes and a little more: 128 MiB by the parameters above.
  const options: ScryptOptions = {N, r, p, maxmem: 256 * N * r};
  return new Promise((resolve, reject) => {
    scrypt(normalPassword(password), salt, bytes, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** Throws where the store holds another form; what it holds is not told. */
function partsOf(stored: string): Parts {
  const [, ln, r, p, salt, hash] = FORM.exec(stored) ?? [];
  if (!hash) throw new Error('a stored password hash has an unknown form: reset the password');
  return {
    parameters: {N: 2 ** Number(ln), r: Number(r), p: Number(p)},
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** The form in which a password is stored. Takes 128 MiB and about half a second of a thread beside the main one. */
export async function hashPassword(password: string): Promise<string> {
  const {N, r, p} = PARAMETERS;
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, PARAMETERS, HASH_BYTES);
  return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`;
}

/** What is compared with where there is no password: nothing has this hash. */
const NOBODY: Parts = {
  parameters: PARAMETERS,
  salt: Buffer.alloc(SALT_BYTES),
  hash: Buffer.alloc(HASH_BYTES),
};

/**
 * Whether it is the password of the stored form. Null, for an account that is unknown or has no password, takes the
 * same work and is never right, so that the time tells nobody who has an account.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const {parameters, salt, hash} = stored === null ? NOBODY : partsOf(stored);
  const equal = timingSafeEqual(await derive(password, salt, parameters, hash.length), hash);
  return equal && stored !== null;
}

/** Hashes and verifies passwords with scrypt; the parameters are stored with salt and hash. */
import {randomBytes, type ScryptOptions, scrypt, timingSafeEqual} from 'node:crypto';
import {normalizePassword} from './credentials.ts';

/** For new hashes; existing ones keep the parameters stored with them. */
const PARAMETERS = {N: 131_072, r: 8, p: 1} as const;

type Parameters = StoredHash['parameters'];

export interface PasswordHashing {
  /** The stored form of a password. */
  hash(password: string): Promise<string>;
  /**
   * True if the password matches the stored hash. Null, for an unknown account or one without a password,
   * takes the same work and never matches, so that timing does not reveal which accounts exist.
   */
  verify(password: string, stored: string | null): Promise<boolean>;
}
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/**
 * PHC string: `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, base64 without padding; `ln` is the binary logarithm of
 * N.
 */
const PHC_FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface StoredHash {
  parameters: {N: number; r: number; p: number};
  salt: Buffer;
  hash: Buffer;
}

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
function parseHash(stored: string): StoredHash {
  const [, ln, r, p, salt, hash] = PHC_FORMAT.exec(stored) ?? [];
  if (!hash) throw new Error('a stored password hash has an unknown form: reset the password');
  return {
    parameters: {N: 2 ** Number(ln), r: Number(r), p: Number(p)},
    salt: Buffer.from(salt!, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

/** Takes 128 MiB and about half a second on a libuv thread with the parameters above. */
export function passwordHashing(parameters: Parameters = PARAMETERS): PasswordHashing {
  const {N, r, p} = parameters;
  /** Compared with where there is no password; no password has this hash. */
  const dummy: StoredHash = {parameters, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES)};
  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const hash = await derive(password, salt, parameters, HASH_BYTES);
      return `$scrypt$ln=${Math.log2(N)},r=${r},p=${p}$${base64(salt)}$${base64(hash)}`;
    },
    async verify(password, stored) {
      const {parameters: own, salt, hash} = stored === null ? dummy : parseHash(stored);
      const equal = timingSafeEqual(await derive(password, salt, own, hash.length), hash);
      return equal && stored !== null;
    },
  };
}

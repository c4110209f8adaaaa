/** Codes, tokens and handles: random texts that only their owner has; the store holds hashes. */
import {hash, randomBytes} from 'node:crypto';

/** What a secret is, told by its beginning, so that one found in a wrong place is known for what it is. */
const PREFIX = {code: 'fpd_code_', access: 'fpd_at_', refresh: 'fpd_rt_', pending: 'fpd_ask_'} as const;

const RANDOM_BYTES = 32;

/** A new secret of 256 random bits. */
export const makeSecret = (kind: keyof typeof PREFIX): string =>
  PREFIX[kind] + randomBytes(RANDOM_BYTES).toString('base64url');

/** SHA-256 in hex: the only form that is stored. */
export const hashOf = (secret: string): string => hash('sha256', secret, 'hex');

/** Random codes, tokens and handles; the store holds only their hashes, and those of API keys. */
import {hash, randomBytes} from 'node:crypto';

/** A prefix identifies the kind of a leaked secret. */
const PREFIX = {
  code: 'fpd_code_',
  access: 'fpd_at_',
  refresh: 'fpd_rt_',
  pending: 'fpd_ask_',
  mail: 'fpd_mail_',
  feed: 'fpd_feed_',
  hook: 'fpd_hook_',
} as const;

const RANDOM_BYTES = 32;

/** Generates a secret of 256 random bits. */
export const makeSecret = (kind: keyof typeof PREFIX): string =>
  PREFIX[kind] + randomBytes(RANDOM_BYTES).toString('base64url');

/** SHA-256 in hex: the only form that is stored. */
export const hashSecret = (secret: string): string => hash('sha256', secret, 'hex');

/** API keys: form, checksum and hash (specification 1.8). */
import {hash, randomInt} from 'node:crypto';
import {crc32} from 'node:zlib';

const PREFIX = 'fpd_live_';
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM = 32;
const CHECKSUM = 6;

/** Characters of a key that are kept in clear for display and logs. */
const SHOWN = 13;

const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM + CHECKSUM}}$`);

/** CRC-32 of the ASCII text in base62, left-padded with `0`. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM; i++) {
    digits = DIGITS[rest % DIGITS.length] + digits;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/** A new key of 47 characters. `random` gives integers from 0 up to a bound. */
export function makeKey(random: (below: number) => number = randomInt): string {
  const body = Array.from({length: RANDOM}, () => DIGITS[random(DIGITS.length)]).join('');
  return `${PREFIX}${body}${checksum(PREFIX + body)}`;
}

/** Whether a text has the form and the checksum of a key; says nothing about its being known. */
export function isWellFormed(key: string): boolean {
  return FORM.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM)));
}

/** SHA-256 of the whole key, hex: the only form that is stored. */
export const hashKey = (key: string): string => hash('sha256', key, 'hex');

/** The part of a key that may be shown and logged. */
export const shownPart = (key: string): string => key.slice(0, SHOWN);

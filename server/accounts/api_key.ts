/** API keys: format and checksum. */
import {randomInt} from 'node:crypto';
import {crc32} from 'node:zlib';

const PREFIX = 'fpd_live_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 32;
const CHECKSUM_CHARACTERS = 6;

/** Leading characters of a key that are stored in clear for display and logs. */
const PREFIX_CHARACTERS = 13;

const KEY_FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_CHARACTERS + CHECKSUM_CHARACTERS}}$`);

/** CRC-32 of the ASCII text in base62, left-padded with `0`. */
function checksum(text: string): string {
  let remainder = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    digits = BASE62[remainder % BASE62.length] + digits;
    remainder = Math.floor(remainder / BASE62.length);
  }
  return digits;
}

/** Generates a key of 47 characters. `random` returns integers from 0 to below its bound. */
export function makeKey(random: (below: number) => number = randomInt): string {
  const body = Array.from({length: RANDOM_CHARACTERS}, () => BASE62[random(BASE62.length)]).join('');
  return `${PREFIX}${body}${checksum(PREFIX + body)}`;
}

/** True if a text has the format and the checksum of a key; it may still be unknown. */
export function isWellFormed(key: string): boolean {
  return KEY_FORMAT.test(key) && key.endsWith(checksum(key.slice(0, -CHECKSUM_CHARACTERS)));
}

/** The part of a key that may be displayed and logged. */
export const keyPrefix = (key: string): string => key.slice(0, PREFIX_CHARACTERS);

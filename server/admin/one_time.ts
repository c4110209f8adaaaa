/** One-time passwords, to be read out and typed. */
import {randomInt} from 'node:crypto';

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const OF_EACH = 5;

/** 23 characters with 99 random bits, e.g. `k3x9m-...`; within the bounds of passwords. */
export const oneTimePassword = (): string =>
  Array.from({length: GROUPS}, () =>
    Array.from({length: OF_EACH}, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

/** Generates one-time passwords that are easy to read out and type. */
import {randomInt} from 'node:crypto';

/** Without lookalike letters and digits. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const OF_EACH = 5;

/** 23 characters with 99 random bits, e.g. `k3x9m-...`. */
export const oneTimePassword = (): string =>
  Array.from({length: GROUPS}, () =>
    Array.from({length: OF_EACH}, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-');

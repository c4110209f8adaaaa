/** What an account may be called and what its password may be (specification 9). */
import {accountName} from './accounts.ts';

/** Bounds in characters; a character is a Unicode code point. */
export const EMAIL = {shortest: 3, longest: 254} as const;
export const PASSWORD = {shortest: 12, longest: 128} as const;

/**
 * One `@` with something on both sides. White space, control characters and such as turn the direction of text are
 * in no address that is in use, and would let one pass for another where it is shown.
 */
const EMAIL_FORM = /^[^@\s\p{C}]+@[^@\s\p{C}]+$/u;

const within = (text: string, {shortest, longest}: {shortest: number; longest: number}): boolean => {
  const characters = [...text].length;
  return characters >= shortest && characters <= longest;
};

/** The address as the store has it, trimmed and in lower case; null when it is none. */
export function emailOf(text: string): string | null {
  const email = accountName(text);
  return within(email, EMAIL) && EMAIL_FORM.test(email) ? email : null;
}

/** The form in which passwords are counted and hashed: keyboards differ in how they compose an accent. */
export const normalPassword = (text: string): string => text.normalize('NFC');

/** Whether a text is of a length that a password may have; nothing is trimmed. */
export const isPassword = (text: string): boolean => within(normalPassword(text), PASSWORD);

/** Validates e-mail addresses and passwords. */
import {normalizeName} from './accounts.ts';

/** Length bounds in Unicode code points. */
export const EMAIL_LENGTH = {shortest: 3, longest: 254} as const;
export const PASSWORD_LENGTH = {shortest: 12, longest: 128} as const;

/**
 * One `@` with something on both sides. White space, control characters and characters that change text
 * direction occur in no real address, and would let one address pass for another on screen.
 */
const EMAIL_FORM = /^[^@\s\p{C}]+@[^@\s\p{C}]+$/u;

const within = (text: string, {shortest, longest}: {shortest: number; longest: number}): boolean => {
  const characters = [...text].length;
  return characters >= shortest && characters <= longest;
};

/** The normalised address, trimmed and in lower case; null if invalid. */
export function parseEmail(text: string): string | null {
  const email = normalizeName(text);
  return within(email, EMAIL_LENGTH) && EMAIL_FORM.test(email) ? email : null;
}

/**
 * Characters that mean something in the header of a message: an address with one of them would need quotes,
 * which no provider gives out.
 */
const SPECIAL = /[()<>[\]:;,"\\]/;

/** The normalised address if messages can be sent to it; null if not. */
export function parseMailAddress(text: string): string | null {
  const email = parseEmail(text);
  return email !== null && !SPECIAL.test(email) ? email : null;
}

/** The form in which passwords are measured and hashed: keyboards compose accents differently. */
export const normalizePassword = (text: string): string => text.normalize('NFC');

/** True if the length is allowed; nothing is trimmed. */
export const isPasswordLength = (text: string): boolean => within(normalizePassword(text), PASSWORD_LENGTH);

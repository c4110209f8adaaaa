/** `/.well-known/security.txt` (RFC 9116): whom to tell of a vulnerability. */
import {SECURITY_PATH} from '../api/dispatch.ts';
import {contactAddress} from './view/contact.tsx';

/** RFC 9116 2.5.5 recommends less than a year. It is written for each request, so it never expires at a reader. */
const VALID_MS = 90 * 86_400_000;

/** The text, from `CONTACT`, the public address and the time in milliseconds. */
export const securityTxt = (contact: string, origin: string, now: number): string =>
  [
    `Contact: ${contactAddress(contact)}`,
    `Expires: ${new Date(now + VALID_MS).toISOString()}`,
    'Preferred-Languages: en, fr',
    `Canonical: ${origin}${SECURITY_PATH}`,
    '',
  ].join('\n');

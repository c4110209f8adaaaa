/** Telephone numbers and e-mail addresses in free text: personal data that no record keeps. */

/** Between the groups of a number; three blanks at most. */
const GAP = '[-–‑. ]{0,3}';
const LAST_TEN = `\\(?[2-9]\\d{2}\\)?${GAP}[2-9]\\d{2}${GAP}\\d{4}`;
/** What may follow without a blank: an extension, or a letter for the kind of telephone. */
const END = '(?:x\\d+|[A-Za-z]|\\b)';

/**
 * Patterns of e-mail addresses and North American numbers, each with its replacement. `7.29m@0.6m` is a
 * measure: a domain that begins with a digit has only labels that begin with a letter after it.
 */
export const WITHOUT_CONTACTS: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@(?:[A-Za-z_-][\w-]*(?:\.[\w-]+)+|\d[\w-]*(?:\.[A-Za-z][\w-]*)*\.[A-Za-z]{2,})/, '[...]'],
  // The parentheses are around the whole number.
  [new RegExp(`\\(${LAST_TEN}\\)`), '[...]'],
  [new RegExp(`(^|[^\\w(])\\(?(?:\\+?1${GAP})?${LAST_TEN}${END}`), '$1[...]'],
];

/** A sign that pages write by its number. */
const AT = /&(?:#0*64|#x0*40|commat);/gi;

/** A text as published, without telephone numbers and addresses; the same text where it has none. */
export function contactsRemoved(text: string): string {
  const plain = text.replace(AT, '@');
  const removed = WITHOUT_CONTACTS.reduce(
    (rest, [pattern, by]) => rest.replaceAll(new RegExp(pattern.source, 'g'), by),
    plain,
  );
  return removed === plain ? text : removed;
}

/** Telephone numbers and e-mail addresses in free text: personal data that no record keeps. */

/**
 * Patterns of e-mail addresses and North American numbers, each with its replacement. `7.29m@0.6m` is a measure: a domain
 * that begins with a digit has only labels that begin with a letter after it.
 */
export const WITHOUT_CONTACTS: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@(?:[A-Za-z_-][\w-]*(?:\.[\w-]+)+|\d[\w-]*(?:\.[A-Za-z][\w-]*)*\.[A-Za-z]{2,})/, '[...]'],
  [/\([2-9]\d{2}[-. ]{1,3}[2-9]\d{2}[-. ]{1,3}\d{4}\)/, '[...]'],
  [/\(?\b[2-9]\d{2}\)?[-. ]{1,3}[2-9]\d{2}[-. ]{1,3}\d{4}\b/, '[...]'],
];

/** Telephone numbers and e-mail addresses in free text: personal data that no record keeps. */

/** Patterns of e-mail addresses and North American numbers, each with its replacement. */
export const WITHOUT_CONTACTS: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/, '[...]'],
  [/\([2-9]\d{2}[-. ]{1,3}[2-9]\d{2}[-. ]{1,3}\d{4}\)/, '[...]'],
  [/\(?\b[2-9]\d{2}\)?[-. ]{1,3}[2-9]\d{2}[-. ]{1,3}\d{4}\b/, '[...]'],
];

/** Telephone numbers and e-mail addresses in free texts: personal data, which no record keeps. */

/** E-mail addresses; North American numbers, in brackets and otherwise: what stands for them in a text. */
export const WITHOUT_CONTACTS: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/, '[...]'],
  [/\([2-9]\d{2}[-. ]{1,3}[2-9]\d{2}[-. ]{1,3}\d{4}\)/, '[...]'],
  [/\(?\b[2-9]\d{2}\)?[-. ]{1,3}[2-9]\d{2}[-. ]{1,3}\d{4}\b/, '[...]'],
];

/** Telephone numbers and e-mail addresses in free texts: personal data, which no record keeps. */

/** North American numbers, `(604) 555-0100` and the like, and addresses: what stands for them in a text. */
export const WITHOUT_CONTACTS: readonly (readonly [RegExp, string])[] = [
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/, '[...]'],
  [/\(?\b[2-9]\d{2}\)?[-. ]{1,3}[2-9]\d{2}[-. ]{1,3}\d{4}\b/, '[...]'],
];

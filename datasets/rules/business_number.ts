/** Business numbers of the Canada Revenue Agency: nine digits, of which the last one checks the others. */

/**
 * Whether a text is a number that somebody can have: the check digit is right (Luhn), and not all digits are
 * the same.
 */
export function isBusinessNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text) || /^(\d)\1*$/.test(text)) return false;
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = Number(text[at]);
    const doubled = digit * 2;
    sum += at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

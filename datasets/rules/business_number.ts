/** Business numbers of the Canada Revenue Agency. */

/**
 * Whether nine digits are a business number: the last one checks the others (Luhn), and placeholders such as `000000000` and
 * `111111111`, of one digit only, are none. Program accounts behind the nine digits (`RR0001`) are not part of it.
 */
export function isBusinessNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || /^(\d)\1*$/.test(digits)) return false;
  let sum = 0;
  for (const [at, digit] of [...digits].entries()) {
    const doubled = Number(digit) * (at % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

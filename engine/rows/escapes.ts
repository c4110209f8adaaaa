/** Escapes of control characters in JSON: DuckDB writes their digits in upper case, JSON.stringify in lower case. */

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
const DIGITS = 4;
const CASE_BIT = 0x20;

const isUpperCase = (byte: number): boolean => byte > 0x40 && byte < 0x47;

/** Rewrites the digits of all escapes in place. The encoder does the same to the rows that it is given. */
export function lowerEscapes(json: Uint8Array): void {
  for (let at = json.indexOf(BACKSLASH); at >= 0; at = json.indexOf(BACKSLASH, at + 2)) {
    if (json[at + 1] !== LETTER_U) continue;
    for (let i = at + 2; i < at + 2 + DIGITS; i++) if (isUpperCase(json[i]!)) json[i]! |= CASE_BIT;
  }
}

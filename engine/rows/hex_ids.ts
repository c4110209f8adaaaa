/** Ids of a prefix and 16 hex digits as eight bytes. */

/** Bytes of the digits of an id. */
export const ID_BYTES = 8;
const QUOTE = 0x22;
const NO_DIGIT = 0xff;

/** Value by byte of a digit in lower case. */
const VALUES = new Uint8Array(256).fill(NO_DIGIT);
const DIGITS = Buffer.from('0123456789abcdef');
for (const [value, digit] of DIGITS.entries()) VALUES[digit] = value;
/** By byte: its two digits, the first in the high byte. */
const PAIRS = Uint16Array.from({length: 256}, (_, byte) => (DIGITS[byte >>> 4]! << 8) | DIGITS[byte & 0xf]!);

/**
 * Writes the digits of the JSON string from `from` up to `to` as eight bytes to `out`; false where it is not
 * the prefix, which begins with the quotation mark, and 16 digits.
 */
export function readHexId(
  json: Uint8Array,
  from: number,
  to: number,
  prefix: Uint8Array,
  out: Uint8Array,
  at: number,
): boolean {
  if (to - from !== prefix.length + 2 * ID_BYTES + 1) return false;
  for (let i = 0; i < prefix.length; i++) if (json[from + i] !== prefix[i]) return false;
  const digits = from + prefix.length;
  for (let i = 0; i < ID_BYTES; i++) {
    const [high, low] = [VALUES[json[digits + 2 * i]!]!, VALUES[json[digits + 2 * i + 1]!]!];
    if (high === NO_DIGIT || low === NO_DIGIT) return false;
    out[at + i] = (high << 4) | low;
  }
  return true;
}

/** Writes eight bytes as digits and a quotation mark; returns the end. */
export function writeHexDigits(out: DataView, begin: number, bytes: Uint8Array, at: number): number {
  for (let i = 0; i < ID_BYTES; i++) out.setUint16(begin + 2 * i, PAIRS[bytes[at + i]!]!);
  const end = begin + 2 * ID_BYTES;
  out.setUint8(end, QUOTE);
  return end + 1;
}

/** Where values of JSON end. */

const QUOTE: u32 = 0x22;
const LETTER_U: u8 = 0x75;

/** The next quotation mark or backslash. */
function quoteOrEscape(at: usize): usize {
  for (let found = 0; found == 0; at += 16) {
    const bytes = v128.load(at);
    const escapes = i8x16.eq(bytes, i8x16.splat(0x5c));
    found = i8x16.bitmask(v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), escapes));
    if (found != 0) return at + ctz(found);
  }
  return at;
}

/** Writes the four digits of an escape in lower case, as `../escapes.ts` does. */
function lowerDigits(at: usize): void {
  for (let i: usize = 0; i < 4; i++) {
    const byte: u32 = load<u8>(at + i);
    if (byte - 0x41 < 6) store<u8>(at + i, byte | 0x20);
  }
}

/** The byte behind a string that begins at `at`, whose escapes get digits in lower case. */
function stringEnd(at: usize): usize {
  at = quoteOrEscape(at + 1);
  while (<u32>load<u8>(at) != QUOTE) {
    if (load<u8>(at, 1) == LETTER_U) lowerDigits(at + 2);
    at = quoteOrEscape(at + 2);
  }
  return at + 1;
}

/** The byte behind the array or object that begins at `at`. */
function nestedEnd(at: usize, end: usize): usize {
  let depth = 0;
  while (at < end) {
    const byte: u32 = load<u8>(at);
    if (byte == QUOTE) {
      at = stringEnd(at);
      continue;
    }
    at++;
    if (byte == 0x5b || byte == 0x7b) depth++;
    else if (byte == 0x5d || byte == 0x7d) {
      if (--depth == 0) return at;
    }
  }
  return end;
}

// @ts-expect-error
@inline
export function valueEnd(at: usize, end: usize): usize {
  const first: u32 = load<u8>(at);
  if (first == QUOTE) return stringEnd(at);
  if (first == 0x5b || first == 0x7b) return nestedEnd(at, end);
  while (at < end && load<u8>(at) != 0x2c) at++;
  return at;
}

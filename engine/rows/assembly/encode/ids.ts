/** Hex ids as eight bytes. */
import {same} from './bytes';
import {PREFIX, PREFIX_LENGTH} from './fields';

const DIGITS: usize = 16;

// @ts-expect-error
@inline
function isDigit(char: u32): bool {
  return char - 0x30 < 10 || char - 0x61 < 6;
}

// @ts-expect-error
@inline
function digit(char: u32): u32 {
  return char < 0x3a ? char - 0x30 : char - 0x57;
}

/** Writes an id as eight bytes; returns their end, or `to` where it is not the prefix and 16 lower-case hex digits. */
export function hex(field: usize, from: usize, end: usize, to: usize): usize {
  const prefix: u32 = load<u32>(field, PREFIX_LENGTH);
  if (end - from != <usize>prefix + DIGITS + 2 || !same(from + 1, load<u32>(field, PREFIX), prefix)) return to;
  const digits = from + 1 + prefix;
  for (let i: usize = 0; i < DIGITS; i++) if (!isDigit(load<u8>(digits + i))) return to;
  for (let i: usize = 0; i < DIGITS; i += 2) {
    store<u8>(to + (i >> 1), (digit(load<u8>(digits + i)) << 4) | digit(load<u8>(digits + i, 1)));
  }
  return to + (DIGITS >> 1);
}

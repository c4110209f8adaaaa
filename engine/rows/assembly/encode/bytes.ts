/** Hashes, compares and writes bytes. */

export const MAX_VARINT: usize = 5;

/** Hash of the bytes from `from` to `to`. */
export function hashOf(from: usize, to: usize): u32 {
  const K: u64 = 0x9e3779b97f4a7c15;
  let hash: u64 = (<u64>(to - from) + 1) * K;
  for (; from + 8 <= to; from += 8) {
    hash = rotl<u64>((hash ^ load<u64>(from)) * K, 29);
  }
  if (from < to) {
    const rest: u64 = load<u64>(from) & ((<u64>1 << (<u64>(to - from) << 3)) - 1);
    hash = rotl<u64>((hash ^ rest) * K, 29);
  }
  hash = (hash ^ (hash >> 32)) * K;
  return <u32>(hash >> 32);
}

/** Whether the bytes from `from` are the same as `length` bytes from `other`. */
export function same(from: usize, other: usize, length: u32): bool {
  const end = from + length;
  for (; from + 8 <= end; from += 8, other += 8) if (load<u64>(from) != load<u64>(other)) return false;
  if (from == end) return true;
  const mask: u64 = (<u64>1 << (<u64>(end - from) << 3)) - 1;
  return ((load<u64>(from) ^ load<u64>(other)) & mask) == 0;
}

// @ts-expect-error
@inline
export function varint(to: usize, value: u32): usize {
  while (value > 0x7f) {
    store<u8>(to++, (value & 0x7f) | 0x80);
    value >>= 7;
  }
  store<u8>(to, value);
  return to + 1;
}

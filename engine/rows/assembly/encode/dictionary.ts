/** The dictionary of a field: values by code, and codes by value. */
import {same} from './bytes';
import {
  BYTES,
  BYTES_SIZE,
  COUNT,
  COUNTERS,
  OFFSETS,
  OFFSETS_SIZE,
  SLOTS,
  SLOTS_LENGTH,
  TABLE,
  TABLE_LENGTH,
} from './fields';
import {allocate, doubled, release} from './memory';

/** A value gets an entry with this occurrence: before, its bytes cost less as literals. */
const OCCURRENCES: u32 = 4;
/** Counters of a field. Values that share one take turns, so that values seen once never add up. */
export const COUNTERS_LENGTH: u32 = 1 << 16;
/** A counter is the high bits of a hash and a count. */
const COUNT_MASK: u32 = 0xff;
/** Bounds on what one dictionary holds; later values stay literals. */
const MAX_ENTRIES: u32 = 1 << 21;
const MAX_BYTES: u32 = 1 << 26;
/** Longer values repeat as a whole too seldom. */
const MAX_LENGTH: u32 = 1 << 13;

/** Gives a record of a field its empty dictionary and table. */
export function prepare(field: usize): void {
  store<u32>(field, <u32>allocate(1 << 12), BYTES);
  store<u32>(field, 1 << 12, BYTES_SIZE);
  store<u32>(field, <u32>allocate(1 << 8), OFFSETS);
  store<u32>(field, 1 << 8, OFFSETS_SIZE);
  store<u32>(field, <u32>allocate(8 << 7), SLOTS);
  store<u32>(field, 1 << 7, SLOTS_LENGTH);
  store<u32>(field, <u32>allocate(4 << 6), TABLE);
  store<u32>(field, 1 << 6, TABLE_LENGTH);
}

/** Whether the entry of a code is this value. */
// @ts-expect-error: decorators of functions
@inline
export function isEntry(field: usize, code: u32, from: usize, length: u32): bool {
  const offset = <usize>load<u32>(field, OFFSETS) + (<usize>(code - 1) << 2);
  const at: u32 = load<u32>(offset);
  return load<u32>(offset, 4) - at == length && same(load<u32>(field, BYTES) + at, from, length);
}

// @ts-expect-error
@inline
function isFreeOr(slot: usize, field: usize, hash: u32, from: usize, length: u32): bool {
  const code: u32 = load<u32>(slot);
  return code == 0 || (load<u32>(slot, 4) == hash && isEntry(field, code, from, length));
}

/** The slot of a value, or the free one where it would be. */
export function slotOf(field: usize, hash: u32, from: usize, length: u32): usize {
  const slots: usize = load<u32>(field, SLOTS);
  const mask = load<u32>(field, SLOTS_LENGTH) - 1;
  let slot = slots + (<usize>(hash & mask) << 3);
  for (let i = hash + 1; !isFreeOr(slot, field, hash, from, length); i++) {
    slot = slots + (<usize>(i & mask) << 3);
  }
  return slot;
}

/** Doubles the hash table. */
function rehash(field: usize): void {
  const length = load<u32>(field, SLOTS_LENGTH);
  const old: usize = load<u32>(field, SLOTS);
  const slots = allocate(length << 4);
  const mask = 2 * length - 1;
  for (let i: u32 = 0; i < length; i++) {
    const code: u32 = load<u32>(old + (<usize>i << 3));
    if (code == 0) continue;
    const hash: u32 = load<u32>(old + (<usize>i << 3), 4);
    let to = hash & mask;
    while (load<u32>(slots + (<usize>to << 3)) != 0) to = (to + 1) & mask;
    store<u32>(slots + (<usize>to << 3), code);
    store<u32>(slots + (<usize>to << 3), hash, 4);
  }
  release(old, length << 3);
  store<u32>(field, <u32>slots, SLOTS);
  store<u32>(field, 2 * length, SLOTS_LENGTH);
}

/** Gives a new value its entry; returns the code. */
export function addEntry(field: usize, hash: u32, from: usize, length: u32): u32 {
  const code: u32 = load<u32>(field, COUNT) + 1;
  if ((code + 1) << 2 > load<u32>(field, OFFSETS_SIZE)) {
    const size = load<u32>(field, OFFSETS_SIZE);
    store<u32>(field, <u32>doubled(load<u32>(field, OFFSETS), size), OFFSETS);
    store<u32>(field, 2 * size, OFFSETS_SIZE);
  }
  if (code << 1 > load<u32>(field, SLOTS_LENGTH)) rehash(field);
  const offsets: usize = load<u32>(field, OFFSETS);
  const at: u32 = load<u32>(offsets + (<usize>(code - 1) << 2));
  while (at + length + 16 > load<u32>(field, BYTES_SIZE)) {
    const size = load<u32>(field, BYTES_SIZE);
    store<u32>(field, <u32>doubled(load<u32>(field, BYTES), size), BYTES);
    store<u32>(field, 2 * size, BYTES_SIZE);
  }
  memory.copy(load<u32>(field, BYTES) + at, from, length);
  store<u32>(offsets + (<usize>code << 2), at + length);
  store<u32>(field, code, COUNT);
  const slot = slotOf(field, hash, from, length);
  store<u32>(slot, code);
  store<u32>(slot, hash, 4);
  return code;
}

/** Occurrences of a value without an entry; another value of the same counter takes one off. */
function occurrences(field: usize, hash: u32): u32 {
  let counters: usize = load<u32>(field, COUNTERS);
  if (counters == 0) {
    counters = allocate(COUNTERS_LENGTH << 2);
    store<u32>(field, <u32>counters, COUNTERS);
  }
  const counter = counters + (<usize>(hash & (COUNTERS_LENGTH - 1)) << 2);
  const value: u32 = load<u32>(counter);
  const tag = hash & ~COUNT_MASK;
  if ((value & COUNT_MASK) > 0 && (value & ~COUNT_MASK) != tag) {
    store<u32>(counter, value - 1);
    return 1;
  }
  store<u32>(counter, tag | ((value & COUNT_MASK) + 1));
  return (value & COUNT_MASK) + 1;
}

/** Code of a value, which may get its entry by this; 0 for a literal. */
export function codeOf(field: usize, hash: u32, from: usize, length: u32): u32 {
  const code: u32 = load<u32>(slotOf(field, hash, from, length));
  return code > 0 ? code : newCodeOf(field, hash, from, length);
}

/** Code of a value without an entry, which may get it by this; 0 for a literal. */
export function newCodeOf(field: usize, hash: u32, from: usize, length: u32): u32 {
  if (length > MAX_LENGTH) return 0;
  const entries: u32 = load<u32>(field, COUNT);
  const size: u32 = load<u32>(<usize>load<u32>(field, OFFSETS) + (<usize>entries << 2));
  if (entries == MAX_ENTRIES || size + length > MAX_BYTES) return 0;
  return occurrences(field, hash) < OCCURRENCES ? 0 : addEntry(field, hash, from, length);
}

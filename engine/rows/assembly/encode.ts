/**
 * Encodes rows given as JSON. AssemblyScript, compiled to `../encode.wasm`; `../layout.ts` describes the bytes it writes, and
 * `../encoder_program.ts` fills the records of the fields and the tables of tokens.
 *
 * The memory has 16 readable bytes behind the JSON of a row and behind every entry of a dictionary.
 */

/** Record of a field, as offsets of its 32-bit words; `../encoder_program.ts` names them too. */
const FIELD_BYTES: usize = 96;
/** The label, `,"name":`, and its length. */
const LABEL: usize = 0;
const LABEL_LENGTH: usize = 4;
/** What is before the digits of a hex id, and its length; 0 for every other field. */
const PREFIX: usize = 8;
const PREFIX_LENGTH: usize = 12;
/** The field by whose code this one is predicted, or NO_PARENT with the code that is predicted always. */
const PARENT: usize = 16;
const PREDICTED: usize = 20;
/** Predicted codes by code of the parent: address and number. */
const TABLE: usize = 24;
const TABLE_LENGTH: usize = 28;
/** The dictionary: bytes and offsets of its entries, with what is allocated for each, and their number. */
const BYTES: usize = 32;
const BYTES_SIZE: usize = 36;
const OFFSETS: usize = 40;
const OFFSETS_SIZE: usize = 44;
const COUNT: usize = 48;
/** A hash table of pairs of code and hash, a power of two of them. */
const SLOTS: usize = 52;
const SLOTS_LENGTH: usize = 56;
/** Counters of values without an entry. */
const COUNTERS: usize = 60;
/**
 * Where the values of a field are collected: a record like that of a field, whose dictionary has every value that occurred; 0 where
 * they are not. Its table has one more than the number of a value by its code in the dictionary of the field, and CODES the
 * code by number, with what is allocated for them.
 */
const COLLECTOR: usize = 64;
const CODES: usize = 0;
const CODES_SIZE: usize = 4;
/** The number of a collected value is written to this place of its row. */
const PLACE: usize = 68;
/** How often a value was not the predicted one: up with each that was not, down with each that was. */
const MISSES: usize = 72;
/** Of the value of the row that is encoded: where it begins and ends, and its hash where it was computed ahead. */
const FROM: usize = 76;
const TO: usize = 80;
const HASH: usize = 84;
/** The word of a table that is read next for it; 0 where none is. */
const NEXT: usize = 88;

/** Rows that are encoded by one call at most; by place, the numbers of so many rows lie one behind the other. */
const ROWS: usize = 1 << 10;

const NO_PARENT: u32 = 0xffffffff;
/** Stands for no text of an id. */
const NONE: u32 = 0xffffffff;
const QUOTE: u32 = 0x22;
const LETTER_U: u8 = 0x75;
const DIGITS: usize = 16;
const RAW: u32 = 0xff;
const MAX_RAW: u32 = 0xff;
const MAX_VARINT: usize = 5;

/** A value gets an entry with this occurrence: before, its bytes cost less as literals. */
const OCCURRENCES: u32 = 4;
/** Counters of a field. Values that share one take turns, so that values seen once never add up. */
const COUNTERS_LENGTH: u32 = 1 << 16;
/** A counter is the high bits of a hash and a count. */
const COUNT_MASK: u32 = 0xff;
/** Bounds on what one dictionary holds; later values stay literals. */
const MAX_ENTRIES: u32 = 1 << 21;
const MAX_BYTES: u32 = 1 << 26;
/** Longer values repeat as a whole too seldom. */
const MAX_LENGTH: u32 = 1 << 13;

/** By power of two: the first released block, which holds the address of the next. */
const released = memory.data(4 * 33, 16);
let top: usize = 0;

let fields: usize = 0;
let count: u32 = 0;
let inHead: u32 = 0;
/** Fields behind those that are stored, which are collected and nothing else. */
let extra: u32 = 0;
let codes: usize = 0;
/** By place and row: what was collected. */
let places: usize = 0;
/** The first place of the row that is encoded. */
let collected: usize = 0;

/**
 * Nodes of the trie of tokens: a number, whether a token ends at it and longer ones go on, and how many bytes follow the first of the
 * edge that leads to it. The number of a token is one less than that of its node.
 */
const NODE: u32 = 0x07ffffff;
const IS_TOKEN: u32 = 0x80000000;
const GOES_ON: u32 = 0x40000000;
const MORE_SHIFT: u32 = 27;
const MORE: u32 = 7;

/** Tokens, as `../token_trie.ts` builds them. */
let firstNodes: usize = 0;
let ofOne: usize = 0;
let edges: usize = 0;
let edgesMask: usize = 0;
let edgesShift: u32 = 0;
let shortTokens: u32 = 0;

/** Bytes of the item, of the row, of the head and of the rest that were encoded last. */
let itemLength: u32 = 0;
let rowLength: u32 = 0;
let headLength: u32 = 0;
let restLength: u32 = 0;
/** The most of each so far. */
export let longestItem: u32 = 0;
export let longestRow: u32 = 0;
export let longestHead: u32 = 0;
export let longestRest: u32 = 0;

/** A block of at least so many bytes, all zero; it begins at a multiple of 16. */
export function allocate(bytes: u32): usize {
  const bits: u32 = 32 - clz(max<u32>(bytes, 64) - 1);
  const size: usize = <usize>1 << bits;
  const first = released + (<usize>bits << 2);
  let block: usize = load<u32>(first);
  if (block != 0) {
    store<u32>(first, load<u32>(block));
    memory.fill(block, 0, size);
  } else {
    if (top == 0) top = (__heap_base + 15) & ~(<usize>15);
    block = top;
    top += size;
    const pages = <i32>((top + 0xffff) >> 16) - memory.size();
    // What grows is zero, and takes no memory before it is written.
    if (pages > 0 && memory.grow(pages) < 0) unreachable();
  }
  return block;
}

/** Gives back a block that was allocated with so many bytes. */
export function release(block: usize, bytes: u32): void {
  const first = released + (<usize>(32 - clz(max<u32>(bytes, 64) - 1)) << 2);
  store<u32>(block, load<u32>(first));
  store<u32>(first, <u32>block);
}

/** A block of twice the bytes with the same content; the old one is given back. */
function doubled(block: usize, bytes: u32): usize {
  const larger = allocate(2 * bytes);
  memory.copy(larger, block, bytes);
  release(block, bytes);
  return larger;
}

/** Makes a record to which the values of a field are collected. */
export function collector(): usize {
  const record = allocate(<u32>FIELD_BYTES);
  prepare(record);
  store<u32>(record, <u32>allocate(4 << 6), CODES);
  store<u32>(record, 4 << 6, CODES_SIZE);
  return record;
}

/** Gives a record of a field its empty dictionary and table. */
function prepare(field: usize): void {
  store<u32>(field, <u32>allocate(1 << 12), BYTES);
  store<u32>(field, 1 << 12, BYTES_SIZE);
  store<u32>(field, <u32>allocate(1 << 8), OFFSETS);
  store<u32>(field, 1 << 8, OFFSETS_SIZE);
  store<u32>(field, <u32>allocate(8 << 7), SLOTS);
  store<u32>(field, 1 << 7, SLOTS_LENGTH);
  store<u32>(field, <u32>allocate(4 << 6), TABLE);
  store<u32>(field, 1 << 6, TABLE_LENGTH);
}

/** Begins a table of so many fields, whose records lie at `records`, and of `more` behind them; what is collected goes to `into`. */
export function begin(records: usize, all: u32, head: u32, more: u32, into: usize): void {
  fields = records;
  count = all;
  inHead = head;
  extra = more;
  places = into;
  codes = allocate(all << 2);
  for (let i: u32 = 0; i < all; i++) prepare(records + <usize>i * FIELD_BYTES);
}

/** Sets the tables of tokens. */
export function setTokens(
  first: usize,
  one: usize,
  hashed: usize,
  bits: u32,
  short: u32,
): void {
  firstNodes = first;
  ofOne = one;
  edges = hashed;
  edgesMask = ((<usize>1 << bits) - 1) << 4;
  edgesShift = 32 - bits;
  shortTokens = short;
}

/** Hash of the bytes from `from` to `to`. */
function hashOf(from: usize, to: usize): u32 {
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
function same(from: usize, other: usize, length: u32): bool {
  const end = from + length;
  for (; from + 8 <= end; from += 8, other += 8) if (load<u64>(from) != load<u64>(other)) return false;
  if (from == end) return true;
  const mask: u64 = (<u64>1 << (<u64>(end - from) << 3)) - 1;
  return ((load<u64>(from) ^ load<u64>(other)) & mask) == 0;
}

/** Whether the entry of a code is this value. */
// @ts-expect-error: decorators of functions
@inline
function isEntry(field: usize, code: u32, from: usize, length: u32): bool {
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
function slotOf(field: usize, hash: u32, from: usize, length: u32): usize {
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
function addEntry(field: usize, hash: u32, from: usize, length: u32): u32 {
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

/** Gives a new value its entry. */
export function add(field: u32, from: usize, length: u32): void {
  addEntry(fields + <usize>field * FIELD_BYTES, hashOf(from, from + length), from, length);
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
function codeOf(field: usize, hash: u32, from: usize, length: u32): u32 {
  const code: u32 = load<u32>(slotOf(field, hash, from, length));
  return code > 0 ? code : newCodeOf(field, hash, from, length);
}

/** Code of a value without an entry, which may get it by this; 0 for a literal. */
function newCodeOf(field: usize, hash: u32, from: usize, length: u32): u32 {
  if (length > MAX_LENGTH) return 0;
  const entries: u32 = load<u32>(field, COUNT);
  const size: u32 = load<u32>(<usize>load<u32>(field, OFFSETS) + (<usize>entries << 2));
  if (entries == MAX_ENTRIES || size + length > MAX_BYTES) return 0;
  return occurrences(field, hash) < OCCURRENCES ? 0 : addEntry(field, hash, from, length);
}

/** The predicted code; 0 where nothing is predicted. */
// @ts-expect-error
@inline
function predicted(field: usize): u32 {
  const parent: u32 = load<u32>(field, PARENT);
  if (parent == NO_PARENT) return load<u32>(field, PREDICTED);
  const by: u32 = load<u32>(codes + (<usize>parent << 2));
  if (by == 0 || by >= load<u32>(field, TABLE_LENGTH)) return 0;
  return load<u32>(<usize>load<u32>(field, TABLE) + (<usize>by << 2));
}

/** Learns a code where nothing was predicted; true if it is predicted from now on. */
function learn(field: usize, code: u32): bool {
  const parent: u32 = load<u32>(field, PARENT);
  if (code == 0 || parent == NO_PARENT) return false;
  const by: u32 = load<u32>(codes + (<usize>parent << 2));
  if (by == 0) return false;
  while (by >= load<u32>(field, TABLE_LENGTH)) {
    const length = load<u32>(field, TABLE_LENGTH);
    store<u32>(field, <u32>doubled(load<u32>(field, TABLE), length << 2), TABLE);
    store<u32>(field, 2 * length, TABLE_LENGTH);
  }
  const entry = <usize>load<u32>(field, TABLE) + (<usize>by << 2);
  if (load<u32>(entry) > 0) return false;
  store<u32>(entry, code);
  return true;
}

// @ts-expect-error
@inline
function varint(to: usize, value: u32): usize {
  while (value > 0x7f) {
    store<u8>(to++, (value & 0x7f) | 0x80);
    value >>= 7;
  }
  store<u8>(to, value);
  return to + 1;
}

/** Writes the tokens of a text behind their length; returns the end. */
export function literal(from: usize, end: usize, to: usize): usize {
  const begins = to + MAX_VARINT;
  let next = begins;
  let raw: usize = 0;
  while (from < end) {
    const first: u32 = load<u8>(from);
    // The longest token that begins here, and where it ends.
    let token: i32 = load<i32>(ofOne + (<usize>first << 2));
    let after = from + 1;
    if (after < end) {
      let node: u32 = load<u32>(firstNodes + (<usize>((first << 8) | <u32>load<u8>(after)) << 2));
      let at = from + 2;
      if ((node & IS_TOKEN) != 0) {
        token = (node & NODE) - 1;
        after = at;
      }
      while ((node & GOES_ON) != 0 && at < end) {
        const edge = ((node & NODE) << 8) | <u32>load<u8>(at);
        let slot: usize = edges + (<usize>((edge * 0x9e3779b1) >> edgesShift) << 4);
        let found: u32 = load<u32>(slot);
        while (found != edge && found != 0) {
          slot = edges + ((slot + 16 - edges) & edgesMask);
          found = load<u32>(slot);
        }
        if (found == 0) break;
        node = load<u32>(slot, 4);
        const more = (node >> MORE_SHIFT) & MORE;
        const mask: u64 = (<u64>1 << (<u64>more << 3)) - 1;
        if (((load<u64>(at, 1) ^ load<u64>(slot, 8)) & mask) != 0) break;
        at += 1 + more;
        if ((node & IS_TOKEN) != 0 && at <= end) {
          token = (node & NODE) - 1;
          after = at;
        }
      }
    }
    if (token < 0) {
      if (raw == 0 || <u32>load<u8>(raw) == MAX_RAW) {
        store<u8>(next, RAW);
        raw = next + 1;
        store<u8>(raw, 0);
        next += 2;
      }
      store<u8>(raw, load<u8>(raw) + 1);
      store<u8>(next++, load<u8>(from++));
      continue;
    }
    raw = 0;
    if (<u32>token < shortTokens) store<u8>(next++, token);
    else {
      const long = <u32>token - shortTokens;
      store<u8>(next, shortTokens + (long >> 8));
      store<u8>(next, long, 1);
      next += 2;
    }
    from = after;
  }
  const text = varint(to, <u32>(next - begins));
  memory.copy(text, begins, next - begins);
  return text + (next - begins);
}

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
function hex(field: usize, from: usize, end: usize, to: usize): usize {
  const prefix: u32 = load<u32>(field, PREFIX_LENGTH);
  if (end - from != <usize>prefix + DIGITS + 2 || !same(from + 1, load<u32>(field, PREFIX), prefix)) return to;
  const digits = from + 1 + prefix;
  for (let i: usize = 0; i < DIGITS; i++) if (!isDigit(load<u8>(digits + i))) return to;
  for (let i: usize = 0; i < DIGITS; i += 2) {
    store<u8>(to + (i >> 1), (digit(load<u8>(digits + i)) << 4) | digit(load<u8>(digits + i, 1)));
  }
  return to + (DIGITS >> 1);
}

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
function valueEnd(at: usize, end: usize): usize {
  const first: u32 = load<u8>(at);
  if (first == QUOTE) return stringEnd(at);
  if (first == 0x5b || first == 0x7b) return nestedEnd(at, end);
  while (at < end && load<u8>(at) != 0x2c) at++;
  return at;
}

/** Number of a value among those that were collected of a field: from 0, in the order in which they first occurred. */
function numberOf(collector: usize, hash: u32, from: usize, length: u32): u32 {
  const known: u32 = load<u32>(slotOf(collector, hash, from, length));
  return (known > 0 ? known : addEntry(collector, hash, from, length)) - 1;
}

/** Collects a value that has a code, which tells its number without looking the value up. */
function collectCoded(field: usize, collector: usize, code: u32, from: usize, length: u32): void {
  while (code >= load<u32>(collector, TABLE_LENGTH)) {
    const size = load<u32>(collector, TABLE_LENGTH);
    store<u32>(collector, <u32>doubled(load<u32>(collector, TABLE), size << 2), TABLE);
    store<u32>(collector, 2 * size, TABLE_LENGTH);
  }
  const entry = <usize>load<u32>(collector, TABLE) + (<usize>code << 2);
  if (load<u32>(entry) == 0) store<u32>(entry, numberOf(collector, hashOf(from, from + length), from, length) + 1);
  store<u32>(collected + (<usize>load<u32>(field, PLACE) << 2), load<u32>(entry) - 1);
}

/**
 * Collects a value and returns its code, as `codeOf` does: the dictionary of the field is looked at where the value is new, since it gets
 * its code here alone.
 */
function collectedCodeOf(field: usize, collector: usize, hash: u32, from: usize, length: u32): u32 {
  const values: u32 = load<u32>(collector, COUNT);
  const number = numberOf(collector, hash, from, length);
  store<u32>(collected + (<usize>load<u32>(field, PLACE) << 2), number);
  while ((number + 1) << 2 > load<u32>(collector, CODES_SIZE)) {
    const size = load<u32>(collector, CODES_SIZE);
    store<u32>(collector, <u32>doubled(load<u32>(collector, CODES), size), CODES);
    store<u32>(collector, 2 * size, CODES_SIZE);
  }
  const codeAt = <usize>load<u32>(collector, CODES) + (<usize>number << 2);
  let code: u32 = number == values ? load<u32>(slotOf(field, hash, from, length)) : load<u32>(codeAt);
  if (code == 0) code = newCodeOf(field, hash, from, length);
  store<u32>(codeAt, code);
  return code;
}

/** Collects a hex id: its digits as two numbers and NONE, or the number of the text of another one behind them. */
function collectId(field: usize, collector: usize, digits: usize, from: usize, length: u32): void {
  const place = collected + (<usize>load<u32>(field, PLACE) << 2);
  if (digits == 0) {
    store<u32>(place + (ROWS << 3), numberOf(collector, hashOf(from, from + length), from, length));
    return;
  }
  store<u32>(place, bswap<u32>(load<u32>(digits)));
  store<u32>(place + (ROWS << 2), bswap<u32>(load<u32>(digits, 4)));
  store<u32>(place + (ROWS << 3), NONE);
}

/** Collects the fields behind the row, of which the next label begins at `json`; returns where they end, 0 for another label. */
function collectExtra(json: usize, end: usize): usize {
  for (let i = count; i < count + extra; i++) {
    const field = fields + <usize>i * FIELD_BYTES;
    const label: u32 = load<u32>(field, LABEL_LENGTH);
    if (!same(json, load<u32>(field, LABEL), label)) {
      written = i;
      return 0;
    }
    const from = json + label;
    json = valueEnd(from, end);
    const number = numberOf(load<u32>(field, COLLECTOR), hashOf(from, json), from, <u32>(json - from));
    store<u32>(collected + (<usize>load<u32>(field, PLACE) << 2), number);
  }
  return json;
}

/** A value is looked up ahead where more than one in five was not the predicted one lately. */
const MANY_MISSES: u32 = 1 << 6;
const MOST_MISSES: u32 = 1 << 7;
const MISS: u32 = 4;

/** The values that are looked up ahead: the records of their fields. */
const AHEAD: u32 = 256;
const ahead = memory.data(4 * 256, 16);
/** What was read ahead goes here, so that it is read. */
const sink = memory.data(16, 16);

/** Finds the values of the fields `first` to `until` of the row whose next label begins at `json`; returns where it ends, 0 for another label. */
function split(json: usize, end: usize, first: u32, until: u32): usize {
  let count: u32 = 0;
  for (let i = first; i < until; i++) {
    const field = fields + <usize>i * FIELD_BYTES;
    const label: u32 = load<u32>(field, LABEL_LENGTH);
    if (!same(json, load<u32>(field, LABEL), label)) {
      written = i;
      return 0;
    }
    const from = json + label;
    json = valueEnd(from, end);
    store<u32>(field, <u32>from, FROM);
    store<u32>(field, <u32>json, TO);
    if (load<u32>(field, MISSES) < MANY_MISSES) continue;
    const hash = hashOf(from, json);
    store<u32>(field, hash, HASH);
    if (count == AHEAD) continue;
    const table = tableOf(field);
    const mask = load<u32>(table, SLOTS_LENGTH) - 1;
    store<u32>(field, load<u32>(table, SLOTS) + ((hash & mask) << 3), NEXT);
    store<u32>(ahead + (<usize>count << 2), <u32>field);
    count++;
  }
  readAhead(count);
  return json;
}

/** The table in which a value is looked up first. */
// @ts-expect-error
@inline
function tableOf(field: usize): usize {
  const collector: usize = load<u32>(field, COLLECTOR);
  return collector != 0 ? collector : field;
}

/**
 * Reads what looking the values up will read, one step of all values after the other: tables are larger than the caches, and so the
 * waits for memory are one wait for each step and not one for each value.
 */
function readAhead(count: u32): void {
  let read: u32 = 0;
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const field: usize = load<u32>(ahead + i);
    const code: u32 = load<u32>(load<u32>(field, NEXT));
    const offset: u32 = load<u32>(tableOf(field), OFFSETS) + ((code - 1) << 2);
    store<u32>(field, code == 0 ? 0 : offset, NEXT);
    const collector: usize = load<u32>(field, COLLECTOR);
    if (collector != 0) {
      if (code != 0 && code << 2 <= load<u32>(collector, CODES_SIZE)) {
        read ^= load<u32>(load<u32>(collector, CODES) + ((code - 1) << 2));
      }
    } else if (load<u32>(field, COUNTERS) != 0) {
      read ^= load<u32>(load<u32>(field, COUNTERS) + ((load<u32>(field, HASH) & (COUNTERS_LENGTH - 1)) << 2));
    }
  }
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const field: usize = load<u32>(ahead + i);
    const next: usize = load<u32>(field, NEXT);
    if (next != 0) store<u32>(field, load<u32>(tableOf(field), BYTES) + load<u32>(next), NEXT);
  }
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const next: usize = load<u32>(load<u32>(ahead + i), NEXT);
    if (next != 0) read ^= load<u32>(next);
  }
  store<u32>(sink, read);
}

/** Code of a value that is not the predicted one, which is collected where its field is; 0 for a literal. */
function missedCodeOf(field: usize, from: usize, length: u32): u32 {
  const misses: u32 = load<u32>(field, MISSES);
  const hash = misses < MANY_MISSES ? hashOf(from, from + length) : load<u32>(field, HASH);
  store<u32>(field, min(misses + MISS, MOST_MISSES), MISSES);
  const collector: usize = load<u32>(field, COLLECTOR);
  return collector != 0 ? collectedCodeOf(field, collector, hash, from, length) : codeOf(field, hash, from, length);
}

/** Writes a hex id, or the literal that it is; returns the end. */
function idTo(field: usize, bit: usize, mask: u32, from: usize, end: usize, to: usize): usize {
  const after = hex(field, from, end, to);
  const collector: usize = load<u32>(field, COLLECTOR);
  if (collector != 0) collectId(field, collector, after > to ? to : 0, from, <u32>(end - from));
  if (after > to) return after;
  store<u8>(bit, <u32>load<u8>(bit) | mask);
  return literal(from, end, to);
}

/** Writes the fields `first` to `until` of the row whose next label begins at `json`; returns where it ends, 0 for another label. */
function part(json: usize, end: usize, first: u32, until: u32, into: usize): usize {
  const last = split(json, end, first, until);
  if (last == 0) return 0;
  let to = into + ((until - first + 7) >> 3);
  memory.fill(into, 0, to - into);
  for (let i = first; i < until; i++) {
    const field = fields + <usize>i * FIELD_BYTES;
    const bit = into + ((i - first) >> 3);
    const mask: u32 = 1 << ((i - first) & 7);
    const from: usize = load<u32>(field, FROM);
    const after: usize = load<u32>(field, TO);
    if (load<u32>(field, PREFIX) != 0) {
      store<u32>(codes + (<usize>i << 2), 0);
      to = idTo(field, bit, mask, from, after, to);
      continue;
    }
    // Most values are the predicted ones, which comparing tells sooner than looking them up.
    const length = <u32>(after - from);
    const expected = predicted(field);
    const hit = expected > 0 && isEntry(field, expected, from, length);
    const collector: usize = load<u32>(field, COLLECTOR);
    const code = hit ? expected : missedCodeOf(field, from, length);
    if (hit) {
      const misses: u32 = load<u32>(field, MISSES);
      if (misses > 0) store<u32>(field, misses - 1, MISSES);
      if (collector != 0) collectCoded(field, collector, code, from, length);
    }
    const predicts = hit || learn(field, code);
    store<u32>(codes + (<usize>i << 2), code);
    if (predicts) {
      store<u8>(bit, <u32>load<u8>(bit) | mask);
      continue;
    }
    to = varint(to, code);
    if (code == 0) to = literal(from, after, to);
  }
  written = <u32>(to - into);
  return last;
}

/** Bytes that `part` wrote, or the field whose label it missed. */
let written: u32 = 0;

/**
 * Encodes the row whose JSON of `length` bytes begins at `json`, to `head` and `rest`. Returns -1, or the number of the field whose
 * label is not where it should be: that of no field where the row goes on.
 */
function encode(json: usize, length: u32, head: usize, rest: usize): i32 {
  const end = json + length;
  const item = part(json, end, 0, inHead, head);
  if (item == 0) return written;
  itemLength = <u32>(item - json);
  headLength = written;
  const all = part(item, end, inHead, count, rest);
  if (all == 0) return written;
  restLength = written;
  rowLength = <u32>(all - json);
  const last = collectExtra(all, end);
  if (last == 0) return written;
  return last == end ? -1 : <i32>(count + extra);
}

/**
 * Encodes so many rows, whose JSON lies one behind the other from `json` on, to `heads` and `rests`, in which they lie likewise; the bytes of
 * each are at `lengths`, and those of its parts go to `headLengths` and `restLengths`. Returns what `encode` returns of the first
 * row that is no row of the table, else -1.
 */
export function encodeRows(
  json: usize,
  lengths: usize,
  rows: u32,
  heads: usize,
  headLengths: usize,
  rests: usize,
  restLengths: usize,
): i32 {
  for (let row: u32 = 0; row < rows; row++) {
    const at = <usize>row << 2;
    collected = places + at;
    const length: u32 = load<u32>(lengths + at);
    const missed = encode(json, length, heads, rests);
    if (missed >= 0) return missed;
    json += length;
    heads += headLength;
    rests += restLength;
    store<u32>(headLengths + at, headLength);
    store<u32>(restLengths + at, restLength);
    longestItem = max(longestItem, itemLength);
    longestRow = max(longestRow, rowLength);
    longestHead = max(longestHead, headLength);
    longestRest = max(longestRest, restLength);
  }
  return -1;
}

/**
 * Renders stored rows as JSON lines. AssemblyScript, compiled to `../render.wasm`; `../layout.ts` describes the bytes.
 *
 * Nothing checks bounds: every byte was compared with its checksum before. The memory has 16 readable and writable bytes
 * behind every region, since texts are copied in pieces of 16 bytes.
 */

const PROGRAM_HEADER: usize = 64;
const COLUMN_BYTES: usize = 32;
const NO_PARENT: u32 = 0xffffffff;
const HEX: u32 = 1;
const BLOCKS: u32 = 2;
/** Entries of a block of a large dictionary: 64. */
const BLOCK_BITS: u32 = 6;
const BLOCK_MASK: u32 = 63;
const RAW: u32 = 0xff;
const QUOTE: u8 = 0x22;
const BRACE: u8 = 0x7d;
const LF: u8 = 0x0a;

/** The position in the row that is being read. */
let at: usize = 0;

/** Copies a text; up to 15 bytes more are written, which the next text overwrites. Returns its end. */
// @ts-expect-error: decorators of functions
@inline
function copy(to: usize, from: usize, length: u32): usize {
  const end = to + length;
  do {
    v128.store(to, v128.load(from));
    to += 16;
    from += 16;
  } while (to < end);
  return end;
}

/** A number in groups of seven bits, the lowest first. */
// @ts-expect-error
@inline
function varint(): u32 {
  let byte: u32 = load<u8>(at++);
  let value = byte & 0x7f;
  let shift: u32 = 7;
  while (byte > 0x7f) {
    byte = load<u8>(at++);
    value |= (byte & 0x7f) << shift;
    shift += 7;
  }
  return value;
}

/** A text of tokens. */
function literal(values: usize, to: usize): usize {
  const offsets = values + load<u32>(values, 8);
  const short: u32 = load<u32>(values, 12);
  const length = varint();
  const end = at + length;
  while (at < end) {
    let token: u32 = load<u8>(at++);
    if (token == RAW) {
      const bytes: u32 = load<u8>(at++);
      to = copy(to, at, bytes);
      at += bytes;
      continue;
    }
    if (token >= short) token = short + ((token - short) << 8) + load<u8>(at++);
    const from: u32 = load<u32>(offsets + (token << 2));
    to = copy(to, values + from, load<u32>(offsets + (token << 2), 4) - from);
  }
  return to;
}

// @ts-expect-error
@inline
function digit(half: u32): u8 {
  return <u8>(half < 10 ? 0x30 + half : 0x57 + half);
}

/** Eight bytes as hex digits and a quotation mark. */
function hex(to: usize): usize {
  for (let i: usize = 0; i < 8; i++) {
    const byte: u32 = load<u8>(at + i);
    store<u8>(to, digit(byte >> 4));
    store<u8>(to, digit(byte & 15), 1);
    to += 2;
  }
  at += 8;
  store<u8>(to, QUOTE);
  return to + 1;
}

/** The columns `first` to `end` of the row part at `part`. `codes` keeps the code of every column for those that depend on it. */
function columns(values: usize, first: u32, end: u32, part: usize, to: usize, codes: usize): usize {
  at = part + ((end - first + 7) >> 3);
  let column = values + PROGRAM_HEADER + <usize>first * COLUMN_BYTES;
  for (let i = first; i < end; i++, column += COLUMN_BYTES) {
    const bit = i - first;
    const isPredicted = (<u32>load<u8>(part + (bit >> 3)) >> (bit & 7)) & 1;
    const kind: u32 = load<u32>(column, 24);
    if (kind == HEX) {
      // Set where the id has other digits and is a literal; its label then stands without the prefix.
      if (isPredicted) {
        to = literal(values, copy(to, values + load<u32>(column), load<u32>(column, 12)));
        store<u32>(codes + (i << 2), 0);
        continue;
      }
      to = hex(copy(to, values + load<u32>(column), load<u32>(column, 4)));
      store<u32>(codes + (i << 2), 0);
      continue;
    }
    let code: u32;
    if (isPredicted) {
      const parent = load<u32>(column, 16);
      code = load<u32>(column, 20);
      if (parent != NO_PARENT) code = load<u32>(values + code + (load<u32>(codes + (parent << 2)) << 2));
    } else code = varint();
    store<u32>(codes + (i << 2), code);
    if (code == 0 || load<u32>(column, 28) == 0) {
      to = copy(to, values + load<u32>(column), load<u32>(column, 4));
    }
    if (code == 0) to = literal(values, to);
    else {
      let offsets = values + load<u32>(column, 8);
      let entry = code - 1;
      if (kind == BLOCKS) {
        offsets = values + load<u32>(offsets + ((entry >> BLOCK_BITS) << 2));
        entry &= BLOCK_MASK;
      }
      offsets += entry << 2;
      const from: u32 = load<u32>(offsets);
      to = copy(to, values + from, load<u32>(offsets, 4) - from);
    }
  }
  return to;
}

/**
 * Renders up to `count` rows to `to`, each with a line feed, and returns how many: as many as surely fit before `limit`, of
 * which each needs up to `largest` bytes. `heads` and `rests` hold the address of each part; without `rests` (0) only the heads
 * are rendered. `fields` (or 0) holds the offset in `texts` of what is appended to each row before its brace, and one more.
 * `ends` gets the offset of each line feed from `to`.
 */
export function render(
  values: usize,
  heads: usize,
  rests: usize,
  count: u32,
  to: usize,
  limit: usize,
  largest: u32,
  ends: usize,
  codes: usize,
  fields: usize,
  texts: usize,
): u32 {
  const begin = to;
  const all: u32 = load<u32>(values);
  const inHead: u32 = load<u32>(values, 4);
  for (let row: u32 = 0; row < count; row++) {
    let more: u32 = 0;
    let text: usize = 0;
    if (fields) {
      const from: u32 = load<u32>(fields + (row << 2));
      more = load<u32>(fields + (row << 2), 4) - from;
      text = texts + from;
    }
    if (to + largest + more + 2 > limit) return row;
    to = columns(values, 0, inHead, load<u32>(heads + (row << 2)), to, codes);
    if (rests) to = columns(values, inHead, all, load<u32>(rests + (row << 2)), to, codes);
    if (more > 0) to = copy(to, text, more);
    store<u8>(to, BRACE);
    store<u8>(to, LF, 1);
    store<u32>(ends + (row << 2), <u32>(to + 1 - begin));
    to += 2;
  }
  return count;
}

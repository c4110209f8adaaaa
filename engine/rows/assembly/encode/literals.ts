/** Literals as tokens. */
import {MAX_VARINT, varint} from './bytes';

const RAW: u32 = 0xff;
const MAX_RAW: u32 = 0xff;
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

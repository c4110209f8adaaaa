/** Chooses the substrings of tokens that are worth a bitmap, as a tree over their bytes. */
import type {StringArray} from './string_array.ts';

/** Which substrings are worth a bitmap: those with the most postings of distinct tokens, rows that several have counted again. */
export interface Selection {
  /** They have more than this share of the rows of the table, and more than so many: fewer are united as fast. */
  minShare: number;
  minPostings: number;
  most: number;
  /** In bytes. */
  longest: number;
}

/** Tokens, and where the rows of each begin, and one more. */
export interface CountedTokens {
  terms: StringArray;
  offsets: Uint32Array;
}

/** A substring: that of its parent and one byte more. */
interface Node {
  /** Number of its parent; 0 is the root, the empty substring. */
  parent: number;
  byte: number;
  /** Postings of all tokens that contain it. */
  cost: number;
}

/** The chosen substrings; numbers ascend with their length. */
export interface SubstringTrie {
  /** By byte: its code, ascending; 0 for one that occurs nowhere. */
  codes: Uint8Array;
  /** Codes, and one more. */
  width: number;
  /** By number of a substring and code: the number of the substring that is so much longer, or 0. */
  children: Uint16Array;
  /** By number: its last byte. */
  bytes: Uint8Array;
}

/**
 * Counts substrings length by length, since none has more postings than its prefix. As soon as there are more than may be chosen, those that
 * have fewer than these are not made longer. What is kept of each length is one bit for each place at which a frequent substring begins.
 */
export function chooseSubstrings(
  tokens: CountedTokens,
  rows: number,
  {minShare, minPostings, most, longest}: Selection,
): SubstringTrie {
  const codes = codesOf(tokens.terms.bytes);
  let least = Math.max(rows * minShare, minPostings);
  let nodes: Node[] = [];
  let trie = trieOf(codes, nodes);
  const begins = new Uint32Array((tokens.terms.bytes.length + 31) >>> 5).fill(-1);
  for (let depth = 0; depth < longest; depth++) {
    const costs = countLonger(tokens, trie, depth, begins);
    const longer = longerNodes(trie, costs, least);
    if (longer.length === 0) break;
    nodes.push(...longer);
    if (nodes.length > most) {
      const sorted = Float64Array.from(nodes, ({cost}) => cost).sort();
      least = Math.max(least, sorted[sorted.length - most - 1]!);
    }
    nodes = chosen(nodes, least);
    trie = trieOf(codes, nodes);
  }
  return trie;
}

function codesOf(bytes: Uint8Array): Uint8Array {
  const occurs = new Uint8Array(256);
  for (let i = 0; i < bytes.length; i++) occurs[bytes[i]!] = 1;
  let next = 1;
  return occurs.map((one) => (one === 0 ? 0 : next++));
}

function trieOf(codes: Uint8Array, nodes: readonly Node[]): SubstringTrie {
  const width = codes.reduce((most, code) => Math.max(most, code), 0) + 1;
  const children = new Uint16Array((nodes.length + 1) * width);
  const bytes = new Uint8Array(nodes.length + 1);
  for (const [i, {parent, byte}] of nodes.entries()) {
    children[parent * width + codes[byte]!] = i + 1;
    bytes[i + 1] = byte;
  }
  return {codes, width, children, bytes};
}

/** Those that cost more; the prefixes of each are among them. */
function chosen(nodes: readonly Node[], least: number): Node[] {
  const numbers = new Uint16Array(nodes.length + 1);
  const kept: Node[] = [];
  for (const [i, node] of nodes.entries()) {
    if (node.cost <= least) continue;
    numbers[i + 1] = kept.push({...node, parent: numbers[node.parent]!});
  }
  return kept;
}

/** The substrings of a length that cost more than `least`, by parent and byte. */
function longerNodes({codes, width, bytes}: SubstringTrie, costs: Float64Array, least: number): Node[] {
  const longer: Node[] = [];
  for (let parent = 0; parent < bytes.length; parent++) {
    for (let byte = 0; byte < 256; byte++) {
      const cost = codes[byte] === 0 ? 0 : costs[parent * width + codes[byte]!]!;
      if (cost > least) longer.push({parent, byte, cost});
    }
  }
  return longer;
}

/**
 * By number of a substring of `depth` bytes and code of the next byte: the postings of all tokens that contain both. Clears the bits of places
 * at which none of these begins.
 */
function countLonger(
  {terms, offsets}: CountedTokens,
  {codes, width, children}: SubstringTrie,
  depth: number,
  begins: Uint32Array,
): Float64Array {
  const {bytes, offsets: ends} = terms;
  const costs = new Float64Array(children.length);
  // One more than the last token that was counted.
  const seen = new Uint32Array(children.length);
  let token = 0;
  for (let word = 0; word < begins.length; word++) {
    let left = begins[word]!;
    let kept = left;
    while (left !== 0) {
      const bit = 31 - Math.clz32(left & -left);
      left &= left - 1;
      let at = (word << 5) + bit;
      while (token + 1 < ends.length && ends[token + 1]! <= at) token++;
      // Bits behind the last token are none of any.
      const end = token + 1 < ends.length ? ends[token + 1]! : 0;
      let node = 0;
      const last = at + depth;
      let isLong = last < end;
      for (; isLong && at < last; at++) {
        node = children[node * width + codes[bytes[at]!]!]!;
        isLong = node > 0;
      }
      if (!isLong) {
        kept &= ~(1 << bit);
        continue;
      }
      const longer = node * width + codes[bytes[at]!]!;
      if (seen[longer] === token + 1) continue;
      seen[longer] = token + 1;
      costs[longer]! += offsets[token + 1]! - offsets[token]!;
    }
    begins[word] = kept;
  }
  return costs;
}

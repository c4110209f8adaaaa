/** Chooses the substrings of tokens that are worth a bitmap of their rows, as a trie. */
import type {StringArray} from './string_array.ts';

/** Which substrings are worth a bitmap. */
export interface Selection {
  /** They cost more than this to find without one. */
  minCost: number;
  /** No more than these, those that cost most. */
  maxCount: number;
  /** In bytes. */
  maxLength: number;
}

/** Tokens, and the cost of reading the rows of all tokens before each one, and one more. */
export interface CostedTokens {
  terms: StringArray;
  costs: Uint32Array;
}

/** Substrings by number from 1 on, in the order of their bytes; 0 is the empty one. */
export interface SubstringTrie {
  substrings: Uint8Array[];
  /**
   * By number and next byte, `256 * number + byte`: the number of the substring that is one byte longer, or
   * 0.
   */
  children: Uint16Array;
}

interface Candidate {
  bytes: Uint8Array;
  /** Of all tokens that contain it. */
  cost: number;
}

/**
 * Counts substrings length by length, since none costs more than its prefix: only frequent ones are made
 * longer.
 */
export function chooseSubstrings(
  tokens: CostedTokens,
  {minCost, maxCount, maxLength}: Selection,
): SubstringTrie {
  let bound = minCost;
  let chosen: Candidate[] = [];
  let trie = trieOf(chosen);
  for (let length = 0; length < maxLength; length++) {
    const longer = costlyChildren(trie, length, costsOfChildren(tokens, trie, length), bound);
    if (longer.length === 0) break;
    chosen.push(...longer);
    if (chosen.length > maxCount) {
      chosen.sort((a, b) => b.cost - a.cost);
      bound = chosen[maxCount]!.cost;
      chosen = chosen.filter(({cost}) => cost > bound);
    }
    trie = trieOf(chosen);
  }
  return trie;
}

function trieOf(candidates: readonly Candidate[]): SubstringTrie {
  const substrings = [new Uint8Array(0), ...candidates.map(({bytes}) => bytes)].sort(Buffer.compare);
  const children = new Uint16Array(substrings.length * 256);
  for (const [number, bytes] of substrings.entries()) {
    if (bytes.length === 0) continue;
    let parent = 0;
    // A prefix comes before it.
    for (const byte of bytes.subarray(0, -1)) parent = children[parent * 256 + byte]!;
    children[parent * 256 + bytes[bytes.length - 1]!] = number;
  }
  return {substrings, children};
}

/** By number of a substring of a length and next byte: the cost of all tokens that contain both. */
function costsOfChildren(
  {terms: {bytes, offsets}, costs}: CostedTokens,
  {children}: SubstringTrie,
  length: number,
): Float64Array {
  const result = new Float64Array(children.length);
  // One more than the last token that was counted.
  const seen = new Uint32Array(children.length);
  for (let token = 0; token + 1 < offsets.length; token++) {
    const end = offsets[token + 1]! - length;
    for (let begin = offsets[token]!; begin < end; begin++) {
      let parent = 0;
      let at = begin;
      while (at < begin + length) {
        parent = children[parent * 256 + bytes[at]!]!;
        if (parent === 0) break;
        at++;
      }
      if (at < begin + length) continue;
      const child = parent * 256 + bytes[at]!;
      if (seen[child] === token + 1) continue;
      seen[child] = token + 1;
      result[child]! += costs[token + 1]! - costs[token]!;
    }
  }
  return result;
}

/** The children of substrings of a length that cost more than a bound. */
function costlyChildren(
  {substrings}: SubstringTrie,
  length: number,
  costs: Float64Array,
  bound: number,
): Candidate[] {
  const result: Candidate[] = [];
  for (const [number, prefix] of substrings.entries()) {
    if (prefix.length !== length) continue;
    for (let byte = 0; byte < 256; byte++) {
      const cost = costs[number * 256 + byte]!;
      if (cost > bound) result.push({bytes: Uint8Array.of(...prefix, byte), cost});
    }
  }
  return result;
}

/**
 * The trie of the tokens of literals as `assembly/encode/literals.ts` walks it: every byte of every literal goes through it. Nodes with one
 * child and no token are passed over, so that a step compares up to eight bytes, and an edge lies in one place of 16 bytes.
 */

/** A token ends at the node; longer ones go on. Beside the flags stands how many bytes follow the first of its edge. */
const IS_TOKEN = 2 ** 31;
const GOES_ON = 2 ** 30;
const MORE = 2 ** 27;

/** Most bytes of an edge behind the first: as many as a comparison of 64 bits takes, whose mask is no shift by all of them. */
const MOST_MORE = 7;

/** Slots by edge at least: few are taken, so that most searches end at once. */
const SLOTS = 2;

/** Words of a slot: the edge, the node that it leads to, and the bytes that follow the first. */
const WORDS = 4;

export interface TokenTrie {
  /** By the first two bytes: the node with its flags, or 0. */
  firstNodes: Uint32Array;
  /** By byte: the token of that byte alone, or -1. */
  ofOne: Int32Array;
  /** Edges by hash of node and byte. */
  edges: Uint32Array;
  /** Binary logarithm of the number of slots. */
  bits: number;
}

interface Edge {
  from: number;
  byte: number;
  /** The node with its flags, and the bytes behind the first. */
  to: number;
  more: Buffer;
}

/** The node of a token is one more than its number; nodes without a token come behind them all. */
export function tokenTrie(tokens: readonly Buffer[]): TokenTrie {
  const firstNodes = new Uint32Array(1 << 16);
  const ofOne = new Int32Array(256).fill(-1);
  const edges: Edge[] = [];
  let nodes = tokens.length;
  const sorted = [...tokens.keys()].sort((a, b) => Buffer.compare(tokens[a]!, tokens[b]!));

  /** The node of the tokens from `first` to `end`, which share `depth` bytes, with its flags; adds the edges below it. */
  const nodeOf = (first: number, end: number, depth: number): number => {
    const isToken = tokens[sorted[first]!]!.length === depth;
    const node = isToken ? sorted[first]! + 1 : ++nodes;
    const from = isToken ? first + 1 : first;
    for (let at = from; at < end; ) {
      const until = groupEnd(at, end, depth);
      const to = sharedUntil(at, until, depth + 1);
      const child = nodeOf(at, until, to);
      const more = tokens[sorted[at]!]!.subarray(depth + 1, to);
      edges.push({from: node, byte: tokens[sorted[at]!]![depth]!, to: child + more.length * MORE, more});
      at = until;
    }
    return node + (isToken ? IS_TOKEN : 0) + (from < end ? GOES_ON : 0);
  };
  /** The end of the tokens from `at` that have the same byte at `depth`. */
  const groupEnd = (at: number, end: number, depth: number): number => {
    let until = at + 1;
    while (until < end && tokens[sorted[until]!]![depth] === tokens[sorted[at]!]![depth]) until++;
    return until;
  };
  /** How many bytes the tokens from `first` to `end` share up to the next node, given that they share `depth`. */
  const sharedUntil = (first: number, end: number, depth: number): number => {
    const [one, other] = [tokens[sorted[first]!]!, tokens[sorted[end - 1]!]!];
    const most = Math.min(depth + MOST_MORE, one.length, other.length);
    let to = depth;
    while (to < most && one[to] === other[to]) to++;
    return to;
  };

  for (let at = 0; at < sorted.length; ) {
    const token = tokens[sorted[at]!]!;
    if (token.length === 1) {
      ofOne[token[0]!] = sorted[at]!;
      at++;
      continue;
    }
    let until = at + 1;
    while (until < sorted.length && beginsAs(tokens[sorted[until]!]!, token)) until++;
    firstNodes[(token[0]! << 8) | token[1]!] = nodeOf(at, until, 2);
    at = until;
  }
  return {firstNodes, ofOne, ...hashed(edges)};
}

/** Whether two tokens of which one has two bytes or more share the first two. */
const beginsAs = (one: Buffer, other: Buffer): boolean => one[0] === other[0] && one[1] === other[1];

function hashed(edges: readonly Edge[]): Pick<TokenTrie, 'edges' | 'bits'> {
  const bits = Math.ceil(Math.log2(SLOTS * (edges.length + 1)));
  const slots = new Uint32Array(WORDS << bits);
  const bytes = Buffer.from(slots.buffer);
  const mask = 2 ** bits - 1;
  for (const {from, byte, to, more} of edges) {
    const edge = ((from << 8) | byte) >>> 0;
    let slot = Math.imul(edge, 0x9e3779b1) >>> (32 - bits);
    while (slots[slot * WORDS] !== 0) slot = (slot + 1) & mask;
    slots[slot * WORDS] = edge;
    slots[slot * WORDS + 1] = to;
    bytes.set(more, slot * WORDS * 4 + 8);
  }
  return {edges: slots, bits};
}

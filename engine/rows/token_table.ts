/**
 * Tokens of literals: frequent substrings, found in a sample, and the longest match that writes a text with
 * them.
 */
import {MAX_TOKEN, RAW} from './layout.ts';

/** Tokens of one byte, and of two. */
const SHORT = 192;
const LONG = (RAW - SHORT) * 256;
/** Rounds of training: each joins tokens that follow each other often. */
const ROUNDS = 6;
/** A candidate of fewer occurrences saves less than its place costs. */
const MIN_COUNT = 3;

/** Slots by edge of the trie at least: few are taken, so that most searches end at once. */
const SLOTS = 2;

/** Nodes of the trie of some tokens. */
function nodesOf(tokens: readonly Buffer[]): number {
  const sorted = [...tokens].sort(Buffer.compare);
  let nodes = 1;
  for (const [i, token] of sorted.entries()) {
    const before = i > 0 ? sorted[i - 1]! : Buffer.alloc(0);
    let same = 0;
    while (same < token.length && token[same] === before[same]) same++;
    nodes += token.length - same;
  }
  return nodes;
}

/** Finds the longest token that begins at a byte of a text, in a trie. */
export class TokenMatcher {
  /** By the first two bytes: the node, or 0. */
  readonly firstNodes = new Uint32Array(1 << 16);
  /** By byte: the token of that byte alone, or -1. */
  readonly ofOne = new Int32Array(256).fill(-1);
  /** By slot an edge, as its node and byte, and the node it leads to; a power of two of slots. */
  readonly edges: Uint32Array;
  /** By node: its token, or -1. */
  readonly tokenOfNode: Int32Array;
  readonly #shift: number;
  #count = 1;

  constructor(tokens: readonly Buffer[]) {
    const nodes = nodesOf(tokens);
    const bits = Math.ceil(Math.log2(SLOTS * (nodes + 1)));
    this.#shift = 32 - bits;
    this.edges = new Uint32Array(2 << bits);
    this.tokenOfNode = new Int32Array(nodes + 1).fill(-1);
    for (const [i, token] of tokens.entries()) {
      if (token.length === 1) this.ofOne[token[0]!] = i;
      else this.tokenOfNode[this.#nodeOf(token)] = i;
    }
  }

  /** The node of a token of two bytes or more, which is made where it is missing. */
  #nodeOf(token: Buffer): number {
    const first = (token[0]! << 8) | token[1]!;
    let node = this.firstNodes[first]!;
    if (node === 0) {
      node = this.#count++;
      this.firstNodes[first] = node;
    }
    for (let i = 2; i < token.length; i++) {
      const edge = (node << 8) | token[i]!;
      const slot = this.#slotOf(edge);
      if (this.edges[slot] === 0) {
        this.edges[slot] = edge;
        this.edges[slot + 1] = this.#count++;
      }
      node = this.edges[slot + 1]!;
    }
    return node;
  }

  /** The place of an edge, or the free one where it would be. */
  #slotOf(edge: number): number {
    const edges = this.edges;
    let slot = (Math.imul(edge, 0x9e3779b1) >>> this.#shift) << 1;
    for (;;) {
      const found = edges[slot]!;
      if (found === edge || found === 0) return slot;
      slot = (slot + 2) & (edges.length - 1);
    }
  }

  /** The number of the longest token that begins at `at` and ends at `end` at the latest; -1 for none. */
  longest(text: Uint8Array, at: number, end: number): number {
    const byte = text[at]!;
    let best = this.ofOne[byte]!;
    if (end - at < 2) return best;
    let node = this.firstNodes[(byte << 8) | text[at + 1]!]!;
    const tokens = this.tokenOfNode;
    const edges = this.edges;
    const mask = edges.length - 1;
    const shift = this.#shift;
    for (let i = at + 2; node > 0; i++) {
      const token = tokens[node]!;
      if (token >= 0) best = token;
      if (i === end) break;
      const edge = (node << 8) | text[i]!;
      let slot = (Math.imul(edge, 0x9e3779b1) >>> shift) << 1;
      let found = edges[slot]!;
      while (found !== edge && found !== 0) {
        slot = (slot + 2) & mask;
        found = edges[slot]!;
      }
      node = found === 0 ? 0 : edges[slot + 1]!;
    }
    return best;
  }
}

/** The texts of a sample, one behind the other. */
export interface Sample {
  bytes: Uint8Array;
  /** Where each text ends. */
  ends: readonly number[];
}

/** A table of tokens; codes are their numbers. */
export interface TokenTable {
  tokens: readonly Buffer[];
  /** Tokens of one byte. */
  short: number;
}

/** Uses of tokens and of pairs of neighbours in a sample. */
function countUses(
  tokens: readonly Buffer[],
  {bytes, ends}: Sample,
): {single: Uint32Array; pairs: Map<number, number>} {
  const matcher = new TokenMatcher(tokens);
  const single = new Uint32Array(tokens.length);
  const pairs = new Map<number, number>();
  let at = 0;
  for (const end of ends) {
    let previous = -1;
    while (at < end) {
      const token = matcher.longest(bytes, at, end);
      single[token]!++;
      if (previous >= 0) {
        const pair = previous * tokens.length + token;
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
      }
      previous = token;
      at += tokens[token]!.length;
    }
  }
  return {single, pairs};
}

/**
 * The candidates of the next round: what is used, and neighbours joined; those that save most, and every
 * single byte.
 */
function nextTokens(tokens: readonly Buffer[], sample: Sample): Buffer[] {
  const {single, pairs} = countUses(tokens, sample);
  const gains = new Map<string, {token: Buffer; gain: number}>();
  const offer = (token: Buffer, count: number) => {
    if (count < MIN_COUNT || token.length < 2) return;
    const key = token.toString('latin1');
    const gain = count * (token.length - 1);
    const known = gains.get(key);
    if (known) known.gain = Math.max(known.gain, gain);
    else gains.set(key, {token, gain});
  };
  for (const [i, token] of tokens.entries()) offer(token, single[i]!);
  for (const [pair, count] of pairs) {
    if (count < MIN_COUNT) continue;
    const [one, other] = [tokens[Math.floor(pair / tokens.length)]!, tokens[pair % tokens.length]!];
    if (one.length + other.length <= MAX_TOKEN) offer(Buffer.concat([one, other]), count);
  }
  const best = [...gains.values()].sort((a, b) => b.gain - a.gain).slice(0, SHORT + LONG - 256);
  return [...singleBytes(), ...best.map(({token}) => token)];
}

const singleBytes = (): Buffer[] => Array.from({length: 256}, (_, byte) => Buffer.of(byte));

const isSame = (some: readonly Buffer[], other: readonly Buffer[]): boolean =>
  some.length === other.length && some.every((token, i) => token.equals(other[i]!));

/** The tokens that write the texts of a sample shortest; those that are used most take one byte. */
export function trainTokens(sample: Sample): TokenTable {
  let tokens = singleBytes();
  for (let round = 0; round < ROUNDS; round++) {
    const next = nextTokens(tokens, sample);
    // Small samples are soon written as short as they can be; what does not change would not change again.
    if (isSame(next, tokens)) break;
    tokens = next;
  }
  const {single} = countUses(tokens, sample);
  const used = tokens
    .map((token, i) => ({token, count: single[i]!}))
    .filter(({count}) => count >= MIN_COUNT)
    .sort((a, b) => b.count - a.count)
    .slice(0, SHORT + LONG);
  return {tokens: used.map(({token}) => token), short: SHORT};
}

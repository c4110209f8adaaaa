/** Chooses the frequent substrings of tokens, and makes the bitmap of the rows of each. */
import {hash} from 'node:crypto';
import {popcount32} from '../rowset/bitmap.ts';
import type {StringArray} from './string_array.ts';

export const bitmapLength = (rows: number): number => (rows + 31) >>> 5;

export function countRows(bitmap: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bitmap.length; word++) count += popcount32(bitmap[word]!);
  return count;
}

/** Which substrings are worth a bitmap: those with the most postings of distinct tokens, rows that several have counted again. */
export interface Selection {
  /** They have more than this share of the rows of the table, and more than so many: fewer are united as fast. */
  minShare: number;
  minPostings: number;
  most: number;
  /** In bytes. */
  longest: number;
}

/** Tokens with their rows. */
export interface TreeTokens {
  terms: StringArray;
  /** Where the rows of each token begin, and one more. */
  offsets: Uint32Array;
  /** Adds the rows of some tokens, in any order and some of them several times, to a bitmap. */
  addRows(bitmap: Uint32Array, tokens: Uint32Array): void;
}

/** All occurrences of a substring: the tokens, ascending, and the byte after each occurrence. */
interface Occurrences {
  tokens: Uint32Array;
  ends: Uint32Array;
}

/** A substring that is one byte longer. */
interface Child {
  byte: number;
  occurrences: Occurrences;
  cost: number;
}

export interface PreparedSubstring {
  bytes: Uint8Array;
  /** Number of its bitmap: substrings with the same rows share one. */
  slot: number;
  count: number;
}

/** Walks the tree of substrings, byte by byte; the bitmap of a substring is the union of those one byte longer. */
export class SubstringTree {
  /** Complete when all bitmaps were yielded. */
  readonly substrings: PreparedSubstring[] = [];
  readonly #tokens: TreeTokens;
  readonly #length: number;
  readonly #longest: number;
  readonly #minCost: number;
  /** Slots of the bitmaps written so far, by hash. */
  readonly #slots = new Map<string, number>();

  constructor(tokens: TreeTokens, rows: number, {minShare, minPostings, most, longest}: Selection) {
    this.#tokens = tokens;
    this.#length = bitmapLength(rows);
    this.#longest = longest;
    const minCost = Math.max(rows * minShare, minPostings);
    const all: number[] = [];
    for (const [, occurrences, cost] of this.#roots(minCost)) {
      all.push(cost, ...this.#costs(occurrences, minCost, 1));
    }
    const costs = Float64Array.from(all).sort();
    this.#minCost = costs.length > most ? costs[costs.length - most - 1]! : minCost;
  }

  /** The distinct bitmaps, one after the other. */
  *bitmaps(): Generator<Uint32Array> {
    for (const [byte, occurrences] of this.#roots(this.#minCost)) yield* this.#bitmap(occurrences, [byte]);
  }

  /** The substrings of one byte that cost more, in order: only the occurrences of one are in memory. */
  *#roots(minCost: number): Generator<[byte: number, occurrences: Occurrences, cost: number]> {
    const {terms, offsets} = this.#tokens;
    const [counts, costs] = [new Uint32Array(256), new Float64Array(256)];
    // By byte: one more than the last token that has it.
    const seen = new Uint32Array(256);
    for (let token = 0; token + 1 < terms.offsets.length; token++) {
      const cost = offsets[token + 1]! - offsets[token]!;
      for (let i = terms.offsets[token]!; i < terms.offsets[token + 1]!; i++) {
        const byte = terms.bytes[i]!;
        counts[byte]!++;
        if (seen[byte] === token + 1) continue;
        seen[byte] = token + 1;
        costs[byte]! += cost;
      }
    }
    for (let byte = 0; byte < 256; byte++) {
      if (costs[byte]! > minCost) yield [byte, this.#occurrencesOf(byte, counts[byte]!), costs[byte]!];
    }
  }

  #occurrencesOf(byte: number, count: number): Occurrences {
    const {bytes, offsets} = this.#tokens.terms;
    const [tokens, ends] = [new Uint32Array(count), new Uint32Array(count)];
    for (let at = 0, i = bytes.indexOf(byte), token = 0; at < count; at++, i = bytes.indexOf(byte, i + 1)) {
      while (offsets[token + 1]! <= i) token++;
      tokens[at] = token;
      ends[at] = i + 1;
    }
    return {tokens, ends};
  }

  /** The substrings that are one byte longer and cost more, in order; the tokens of all other occurrences are the rest. */
  #children({tokens, ends}: Occurrences, minCost: number): {longer: Child[]; rest: Uint32Array} {
    const {counts, costs} = this.#countNext(tokens, ends);
    const {bytes, offsets} = this.#tokens.terms;
    const longer: Child[] = [];
    let others = tokens.length;
    // By byte: one more than the number of its child.
    const childOf = new Uint16Array(256);
    for (let byte = 0; byte < 256; byte++) {
      if (costs[byte]! <= minCost) continue;
      const count = counts[byte]!;
      const occurrences = {tokens: new Uint32Array(count), ends: new Uint32Array(count)};
      childOf[byte] = longer.push({byte, occurrences, cost: costs[byte]!});
      others -= count;
    }
    const rest = new Uint32Array(others);
    const next = new Uint32Array(longer.length + 1);
    for (let i = 0; i < ends.length; i++) {
      const [token, end] = [tokens[i]!, ends[i]!];
      const child = end < offsets[token + 1]! ? childOf[bytes[end]!]! : 0;
      const at = next[child]!++;
      if (child === 0) {
        rest[at] = token;
        continue;
      }
      const {occurrences} = longer[child - 1]!;
      occurrences.tokens[at] = token;
      occurrences.ends[at] = end + 1;
    }
    return {longer, rest};
  }

  /** By next byte: how often it follows, and the postings of the distinct tokens in which it does. */
  #countNext(tokens: Uint32Array, ends: Uint32Array): {counts: Uint32Array; costs: Float64Array} {
    const {terms, offsets} = this.#tokens;
    const [counts, costs] = [new Uint32Array(256), new Float64Array(256)];
    // By byte: one more than the last token in which it follows.
    const seen = new Uint32Array(256);
    for (let i = 0; i < ends.length; i++) {
      const [token, end] = [tokens[i]!, ends[i]!];
      if (end >= terms.offsets[token + 1]!) continue;
      const byte = terms.bytes[end]!;
      counts[byte]!++;
      if (seen[byte] === token + 1) continue;
      seen[byte] = token + 1;
      costs[byte]! += offsets[token + 1]! - offsets[token]!;
    }
    return {counts, costs};
  }

  /** Costs above the minimum of all longer substrings; none costs more than its prefix. */
  *#costs(occurrences: Occurrences, minCost: number, length: number): Generator<number> {
    if (length >= this.#longest) return;
    for (const child of this.#children(occurrences, minCost).longer) {
      yield child.cost;
      yield* this.#costs(child.occurrences, minCost, length + 1);
    }
  }

  /** Yields the new bitmaps of all longer substrings, then its own where it is new, and returns it. */
  *#bitmap(occurrences: Occurrences, bytes: readonly number[]): Generator<Uint32Array, Uint32Array> {
    const bitmap = new Uint32Array(this.#length);
    const minCost = bytes.length < this.#longest ? this.#minCost : Infinity;
    const {longer, rest} = this.#children(occurrences, minCost);
    for (const child of longer) {
      const other = yield* this.#bitmap(child.occurrences, [...bytes, child.byte]);
      for (let word = 0; word < bitmap.length; word++) bitmap[word]! |= other[word]!;
    }
    this.#tokens.addRows(bitmap, rest);
    const digest = hash('sha256', Buffer.from(bitmap.buffer), 'base64');
    const slot = this.#slots.get(digest) ?? this.#slots.size;
    this.substrings.push({bytes: Uint8Array.from(bytes), slot, count: countRows(bitmap)});
    if (slot === this.#slots.size) {
      this.#slots.set(digest, slot);
      yield bitmap;
    }
    return bitmap;
  }
}

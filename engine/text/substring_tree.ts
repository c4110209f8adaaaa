/** Chooses the frequent substrings of tokens, and makes the bitmap of the rows of each. */
import {hash} from 'node:crypto';
import {popcount32} from '../rowset/bitmap.ts';
import type {StringArray} from './string_array.ts';

export const bitmapLength = (rows: number): number => (rows + 31) >>> 5;

export const countRows = (bitmap: Uint32Array): number =>
  bitmap.reduce((sum, word) => sum + popcount32(word), 0);

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
  /** Adds the rows of some ascending tokens to a bitmap. */
  addRows(bitmap: Uint32Array, tokens: Uint32Array): void;
}

/** All occurrences of a substring: the tokens, ascending, and the byte after each occurrence. */
interface Occurrences {
  tokens: Uint32Array;
  ends: Uint32Array;
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

  /** The substrings that are one byte longer, by that byte. */
  *#children({tokens, ends}: Occurrences): Generator<[byte: number, occurrences: Occurrences]> {
    const {bytes, offsets} = this.#tokens.terms;
    const begins = new Uint32Array(257);
    for (let i = 0; i < ends.length; i++) {
      if (ends[i]! < offsets[tokens[i]! + 1]!) begins[bytes[ends[i]!]! + 1]!++;
    }
    for (let byte = 0; byte < 256; byte++) begins[byte + 1]! += begins[byte]!;
    const next = begins.slice();
    const sorted = {tokens: new Uint32Array(begins[256]!), ends: new Uint32Array(begins[256]!)};
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i]!;
      if (end >= offsets[tokens[i]! + 1]!) continue;
      const at = next[bytes[end]!]!++;
      sorted.tokens[at] = tokens[i]!;
      sorted.ends[at] = end + 1;
    }
    for (let byte = 0; byte < 256; byte++) {
      const [from, to] = [begins[byte]!, begins[byte + 1]!];
      if (from === to) continue;
      yield [byte, {tokens: sorted.tokens.subarray(from, to), ends: sorted.ends.subarray(from, to)}];
    }
  }

  /** Postings of its distinct tokens. */
  #cost({tokens}: Occurrences): number {
    const {offsets} = this.#tokens;
    let cost = 0;
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      if (token !== tokens[i - 1]) cost += offsets[token + 1]! - offsets[token]!;
    }
    return cost;
  }

  /** Costs above the minimum of all longer substrings; none costs more than its prefix. */
  *#costs(occurrences: Occurrences, minCost: number, length: number): Generator<number> {
    if (length >= this.#longest) return;
    for (const [, longer] of this.#children(occurrences)) {
      const cost = this.#cost(longer);
      if (cost <= minCost) continue;
      yield cost;
      yield* this.#costs(longer, minCost, length + 1);
    }
  }

  /** Yields the new bitmaps of all longer substrings, then its own where it is new, and returns it. */
  *#bitmap(occurrences: Occurrences, bytes: readonly number[]): Generator<Uint32Array, Uint32Array> {
    const bitmap = new Uint32Array(this.#length);
    const {offsets} = this.#tokens.terms;
    const rest: number[] = [];
    for (let i = 0; i < occurrences.tokens.length; i++) {
      if (occurrences.ends[i] === offsets[occurrences.tokens[i]! + 1]) rest.push(occurrences.tokens[i]!);
    }
    for (const [byte, longer] of this.#children(occurrences)) {
      if (bytes.length < this.#longest && this.#cost(longer) > this.#minCost) {
        const other = yield* this.#bitmap(longer, [...bytes, byte]);
        for (let word = 0; word < bitmap.length; word++) bitmap[word]! |= other[word]!;
      } else for (const token of longer.tokens) rest.push(token);
    }
    this.#tokens.addRows(bitmap, Uint32Array.from(new Set(rest)).sort());
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

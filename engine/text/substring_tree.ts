/** Makes the bitmaps of the rows of frequent substrings of tokens. */
import {hash} from 'node:crypto';
import {popcount32} from '../rowset/bitmap.ts';
import {bitmapLength} from '../rowset/stored_list.ts';
import {
  type CountedTokens,
  chooseSubstrings,
  type Selection,
  type SubstringTrie,
} from './substring_choice.ts';

export function countRows(bitmap: Uint32Array): number {
  let count = 0;
  for (let word = 0; word < bitmap.length; word++) count += popcount32(bitmap[word]!);
  return count;
}

/** Tokens with their rows. */
export interface TreeTokens extends CountedTokens {
  /** Adds the rows of some tokens, ascending and each once, to a bitmap. */
  addRows(bitmap: Uint32Array, tokens: Uint32Array): void;
}

export interface PreparedSubstring {
  bytes: Uint8Array;
  /** Number of its bitmap: substrings with the same rows share one. */
  slot: number;
  count: number;
}

/** Occurrences that are held in memory at once, but for those of one first byte. */
const MAX_OCCURRENCES = 1 << 22;

/** By number of a substring: its tokens in which no longer one begins at the same place, ascending. */
type Occurrences = (node: number) => Uint32Array;

/** Walks the tree of chosen substrings; the bitmap of a substring is the union of those one byte longer and of all other tokens. */
export class SubstringTree {
  /** Complete when all bitmaps were yielded. */
  readonly substrings: PreparedSubstring[] = [];
  readonly #tokens: TreeTokens;
  readonly #length: number;
  readonly #trie: SubstringTrie;
  /** Slots of the bitmaps written so far, by hash. */
  readonly #slots = new Map<string, number>();

  constructor(tokens: TreeTokens, rows: number, selection: Selection) {
    this.#tokens = tokens;
    this.#length = bitmapLength(rows);
    this.#trie = chooseSubstrings(tokens, rows, selection);
  }

  /** The distinct bitmaps, one after the other. */
  *bitmaps(): Generator<Uint32Array> {
    const counts = new Uint32Array(this.#trie.bytes.length);
    this.#forEachOccurrence(null, (node) => {
      counts[node]!++;
    });
    for (const roots of this.#groups(counts)) {
      const occurrences = this.#occurrencesOf(roots, counts);
      for (const root of roots) yield* this.#bitmap(root, [], occurrences);
    }
  }

  /** The substrings of one byte in groups whose occurrences fit in memory. */
  *#groups(counts: Uint32Array): Generator<number[]> {
    let [group, size]: [number[], number] = [[], 0];
    for (const root of this.#longer(0)) {
      const own = this.#sizeOf(root, counts);
      if (group.length > 0 && size + own > MAX_OCCURRENCES) {
        yield group;
        [group, size] = [[], 0];
      }
      group.push(root);
      size += own;
    }
    if (group.length > 0) yield group;
  }

  #sizeOf(node: number, counts: Uint32Array): number {
    return this.#longer(node).reduce((sum, one) => sum + this.#sizeOf(one, counts), counts[node]!);
  }

  /** The substrings that are one byte longer, by that byte. */
  #longer(node: number): number[] {
    const {children, width} = this.#trie;
    return Array.from(children.subarray(node * width, (node + 1) * width)).filter((child) => child > 0);
  }

  #occurrencesOf(roots: readonly number[], counts: Uint32Array): Occurrences {
    const begins = new Uint32Array(counts.length);
    let size = 0;
    const place = (node: number): void => {
      begins[node] = size;
      size += counts[node]!;
      for (const longer of this.#longer(node)) place(longer);
    };
    for (const root of roots) place(root);
    const tokens = new Uint32Array(size);
    const next = begins.slice();
    this.#forEachOccurrence(roots, (node, token) => {
      tokens[next[node]!++] = token;
    });
    return (node) => tokens.subarray(begins[node], begins[node]! + counts[node]!);
  }

  /**
   * Calls back for the longest substring that begins at a place, once for each token that has it so, tokens ascending. `roots` are those
   * of one byte with which it begins; null for all.
   */
  #forEachOccurrence(
    roots: readonly number[] | null,
    onOccurrence: (node: number, token: number) => void,
  ): void {
    const {children, codes, width, bytes: lastBytes} = this.#trie;
    const {bytes, offsets} = this.#tokens.terms;
    const first = new Uint16Array(256);
    for (const root of roots ?? this.#longer(0)) first[lastBytes[root]!] = root;
    // One more than the last token of each.
    const seen = new Uint32Array(lastBytes.length);
    for (let token = 0; token + 1 < offsets.length; token++) {
      const end = offsets[token + 1]!;
      for (let begin = offsets[token]!; begin < end; begin++) {
        let node = first[bytes[begin]!]!;
        if (node === 0) continue;
        for (let at = begin + 1; at < end; at++) {
          const longer = children[node * width + codes[bytes[at]!]!]!;
          if (longer === 0) break;
          node = longer;
        }
        if (seen[node] === token + 1) continue;
        seen[node] = token + 1;
        onOccurrence(node, token);
      }
    }
  }

  /** Yields the new bitmaps of all longer substrings, then its own where it is new, and returns it. */
  *#bitmap(
    node: number,
    prefix: readonly number[],
    occurrences: Occurrences,
  ): Generator<Uint32Array, Uint32Array> {
    const bitmap = new Uint32Array(this.#length);
    const bytes = [...prefix, this.#trie.bytes[node]!];
    for (const longer of this.#longer(node)) {
      const other = yield* this.#bitmap(longer, bytes, occurrences);
      for (let word = 0; word < bitmap.length; word++) bitmap[word]! |= other[word]!;
    }
    this.#tokens.addRows(bitmap, occurrences(node));
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

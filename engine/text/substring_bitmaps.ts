/**
 * Writes bitmaps of the rows of substrings that occur in very many rows: a query reads one bitmap instead of uniting
 * the postings of thousands of tokens. Two selections: the in-memory index keeps few substrings of up to three bytes,
 * the on-disk index of the search over all datasets many of any length.
 */
import {hash} from 'node:crypto';
import type {FileSection} from '../file/file_section.ts';
import type {IndexWriter} from '../file/index_file.ts';
import type {Postings} from '../file/postings.ts';
import {SECTIONS, substringKey} from '../file/section_names.ts';
import {popcount32} from '../rowset/bitmap.ts';
import type {OrderedTokens} from './row_tokens.ts';
import {StringArrayBuilder} from './string_array.ts';
import {type Trigrams, writeTermDictionary} from './term_dictionary_writer.ts';

const bitmapLength = (rows: number): number => (rows + 31) >>> 5;

function setRows(bitmap: Uint32Array, rows: Uint32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) bitmap[rows[i]! >>> 5]! |= 1 << (rows[i]! & 31);
}

const countRows = (bitmap: Uint32Array): number => bitmap.reduce((sum, word) => sum + popcount32(word), 0);

/** In memory: a substring needs postings for more than this share of all rows. */
const MEMORY_MIN_SHARE = 0.25;

/** In memory: most substrings, those with the most postings. */
const MEMORY_MAX_SUBSTRINGS = 96;

/** The rows of each token. */
type Lists = Pick<Postings, 'offsets' | 'rows'>;

interface ShortSubstring {
  bytes: Uint8Array;
  /** See `substringKey`. */
  key: number;
  /** Range of the trigrams that start with it. */
  from: number;
  to: number;
  /** Postings of all its tokens, repeats included: the cost of a query without the bitmap. */
  cost: number;
}

/** Short substrings in the order of their keys, with the bitmaps of their rows one after the other. */
interface ShortBitmaps {
  substrings: ShortSubstring[];
  counts: number[];
  bitmaps: Uint32Array;
}

/** The bitmaps of the short substrings with the most postings. */
function shortBitmaps(trigrams: Trigrams, postings: Lists, rows: number): ShortBitmaps {
  const substrings = shortSubstrings(trigrams, postings)
    .filter(({cost}) => cost > rows * MEMORY_MIN_SHARE)
    .sort((a, b) => b.cost - a.cost || a.key - b.key)
    .slice(0, MEMORY_MAX_SUBSTRINGS)
    .sort((a, b) => a.key - b.key);
  const length = bitmapLength(rows);
  const bitmaps = new Uint32Array(substrings.length * length);
  const counts = substrings.map(({from, to}, i) => {
    const bitmap = bitmaps.subarray(i * length, (i + 1) * length);
    for (let at = trigrams.offsets[from]!; at < trigrams.offsets[to]!; at++) {
      const token = trigrams.ordinals[at]!;
      setRows(bitmap, postings.rows, postings.offsets[token]!, postings.offsets[token + 1]!);
    }
    return countRows(bitmap);
  });
  return {substrings, counts, bitmaps};
}

/** Writes the bitmaps of the token index of further columns: most of their tokens are numbers, each in one row. */
export function writeFurtherSubstringBitmaps(
  index: IndexWriter,
  onDisk: IndexWriter,
  trigrams: Trigrams,
  postings: Lists,
  rows: number,
): void {
  const {substrings, counts, bitmaps} = shortBitmaps(trigrams, postings, rows);
  const inOrder = substrings
    .map(({bytes}, slot) => ({bytes, slot}))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const terms = new StringArrayBuilder();
  for (const {bytes} of inOrder) terms.add(bytes);
  const names = SECTIONS.search.index('further');
  onDisk.write(names.bitmaps, bitmaps);
  writeTermDictionary(index, names.substrings, terms.build(), false);
  index.write(
    names.substring_slots,
    Uint32Array.from(inOrder, ({slot}) => slot),
  );
  index.write(
    names.substring_counts,
    Uint32Array.from(inOrder, ({slot}) => counts[slot]!),
  );
}

/** Writes the bitmaps of the in-memory token index. */
export function writeSubstringBitmaps(
  index: IndexWriter,
  trigrams: Trigrams,
  postings: Lists,
  rows: number,
): void {
  const {substrings, counts, bitmaps} = shortBitmaps(trigrams, postings, rows);
  const names = SECTIONS.substrings;
  index.write(
    names.keys,
    Uint32Array.from(substrings, ({key}) => key),
  );
  index.write(names.counts, Uint32Array.from(counts));
  index.write(names.bitmaps, bitmaps);
}

/** Every substring of one, two and three bytes that starts a trigram. */
function shortSubstrings({trigrams, offsets, ordinals}: Trigrams, postings: Lists): ShortSubstring[] {
  const costs = Array.from(trigrams, (_, trigram) => {
    let cost = 0;
    for (let i = offsets[trigram]!; i < offsets[trigram + 1]!; i++) {
      // A token that has the trigram twice is listed twice.
      if (i > offsets[trigram]! && ordinals[i] === ordinals[i - 1]) continue;
      cost += postings.offsets[ordinals[i]! + 1]! - postings.offsets[ordinals[i]!]!;
    }
    return cost;
  });
  return [1, 2, 3].flatMap((length) => {
    const substrings: ShortSubstring[] = [];
    for (let from = 0; from < trigrams.length; ) {
      const bytes = prefixOf(trigrams[from]!, length);
      let to = from;
      let cost = 0;
      for (; to < trigrams.length && equalBytes(prefixOf(trigrams[to]!, length), bytes); to++) {
        cost += costs[to]!;
      }
      // Zeros pad the trigrams at the end of a token: they are not part of it.
      if (bytes[length - 1] !== 0) substrings.push({bytes, key: substringKey(bytes), from, to, cost});
      from = to;
    }
    return substrings;
  });
}

const prefixOf = (trigram: number, length: number): Uint8Array =>
  Uint8Array.of(trigram >>> 16, (trigram >>> 8) & 255, trigram & 255).subarray(0, length);

const equalBytes = (a: Uint8Array, b: Uint8Array): boolean => a.every((byte, i) => byte === b[i]);

/** On disk: a substring needs postings for more than this share of all rows, repeats included. */
const DISK_MIN_SHARE = 0.125;

/** On disk: fewer postings are united as fast. */
const DISK_MIN_POSTINGS = 1 << 12;

/** On disk: most substrings, those with the most postings. */
const DISK_MAX_SUBSTRINGS = 1024;

/** Rows that are read at once. */
const BUFFER_ROWS = 1 << 18;

/** All occurrences of a substring: the tokens, ascending, and the byte after each occurrence. */
interface Occurrences {
  tokens: Uint32Array;
  ends: Uint32Array;
}

interface PreparedSubstring {
  bytes: Uint8Array;
  /** Number of its bitmap: substrings with the same rows share one. */
  slot: number;
  count: number;
}

/** Writes the bitmaps of the on-disk token index, whose postings are already written: they are read back as `rows`. */
export function writeDiskSubstringBitmaps(
  index: IndexWriter,
  onDisk: IndexWriter,
  tokens: OrderedTokens,
  postings: FileSection,
  rows: number,
): void {
  const builder = new BitmapBuilder(tokens, postings, rows);
  const names = SECTIONS.search.index('found');
  onDisk.writeChunks(names.bitmaps, 'u32', builder.bitmaps());
  const {substrings} = builder;
  substrings.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const terms = new StringArrayBuilder();
  for (const {bytes} of substrings) terms.add(bytes);
  writeTermDictionary(index, names.substrings, terms.build(), false);
  index.write(
    names.substring_slots,
    Uint32Array.from(substrings, ({slot}) => slot),
  );
  index.write(
    names.substring_counts,
    Uint32Array.from(substrings, ({count}) => count),
  );
}

/** Walks the tree of substrings, byte by byte; the bitmap of a substring is the union of those one byte longer. */
class BitmapBuilder {
  /** Complete when all bitmaps were yielded. */
  readonly substrings: PreparedSubstring[] = [];
  readonly #tokens: OrderedTokens;
  readonly #postings: FileSection;
  readonly #length: number;
  readonly #minCost: number;
  /** Slots of the bitmaps written so far, by hash. */
  readonly #slots = new Map<string, number>();
  readonly #buffer: Uint32Array<ArrayBuffer>;

  constructor(tokens: OrderedTokens, postings: FileSection, rows: number) {
    this.#tokens = tokens;
    this.#postings = postings;
    this.#length = bitmapLength(rows);
    const {offsets} = tokens;
    this.#buffer = new Uint32Array(Math.max(1, Math.min(BUFFER_ROWS, offsets[offsets.length - 1]!)));
    const minCost = Math.max(rows * DISK_MIN_SHARE, DISK_MIN_POSTINGS);
    const costs = Float64Array.from(this.#costs(this.#root(), minCost)).sort();
    this.#minCost =
      costs.length > DISK_MAX_SUBSTRINGS ? costs[costs.length - DISK_MAX_SUBSTRINGS - 1]! : minCost;
  }

  /** The distinct bitmaps, one after the other. */
  *bitmaps(): Generator<Uint32Array> {
    for (const [byte, occurrences] of this.#children(this.#root())) {
      if (this.#cost(occurrences) > this.#minCost) yield* this.#bitmap(occurrences, [byte]);
    }
  }

  /** The empty substring, which occurs before every byte of every token. */
  #root(): Occurrences {
    const {offsets} = this.#tokens.terms;
    const ends = Uint32Array.from({length: offsets[offsets.length - 1]!}, (_, i) => i);
    const tokens = new Uint32Array(ends.length);
    for (let token = 0; token + 1 < offsets.length; token++) {
      tokens.fill(token, offsets[token], offsets[token + 1]);
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
  *#costs(occurrences: Occurrences, minCost: number): Generator<number> {
    for (const [, longer] of this.#children(occurrences)) {
      const cost = this.#cost(longer);
      if (cost <= minCost) continue;
      yield cost;
      yield* this.#costs(longer, minCost);
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
      if (this.#cost(longer) > this.#minCost) {
        const other = yield* this.#bitmap(longer, [...bytes, byte]);
        for (let word = 0; word < bitmap.length; word++) bitmap[word]! |= other[word]!;
      } else for (const token of longer.tokens) rest.push(token);
    }
    this.#addTokens(bitmap, Uint32Array.from(new Set(rest)).sort());
    const digest = hash('sha256', Buffer.from(bitmap.buffer), 'base64');
    const slot = this.#slots.get(digest) ?? this.#slots.size;
    this.substrings.push({bytes: Uint8Array.from(bytes), slot, count: countRows(bitmap)});
    if (slot === this.#slots.size) {
      this.#slots.set(digest, slot);
      yield bitmap;
    }
    return bitmap;
  }

  /** Adds the rows of some ascending tokens. */
  #addTokens(bitmap: Uint32Array, tokens: Uint32Array): void {
    const {offsets} = this.#tokens;
    const buffer = this.#buffer;
    for (let i = 0; i < tokens.length; ) {
      const [from, to]: [number[], number[]] = [[], []];
      let length = 0;
      for (; i < tokens.length; i++) {
        const [begin, end] = [offsets[tokens[i]!]!, offsets[tokens[i]! + 1]!];
        if (length + end - begin > buffer.length) break;
        from.push(begin);
        to.push(end);
        length += end - begin;
      }
      if (length === 0) {
        // One token with more rows than fit the buffer.
        this.#addRange(bitmap, offsets[tokens[i]!]!, offsets[tokens[i]! + 1]!);
        i++;
        continue;
      }
      this.#postings.readRanges(from, to, from.length, buffer);
      setRows(bitmap, buffer, 0, length);
    }
  }

  #addRange(bitmap: Uint32Array, from: number, to: number): void {
    const buffer = this.#buffer;
    for (let at = from; at < to; at += buffer.length) {
      const length = Math.min(buffer.length, to - at);
      this.#postings.read(at, at + length, buffer.subarray(0, length));
      setRows(bitmap, buffer, 0, length);
    }
  }
}

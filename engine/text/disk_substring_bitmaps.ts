/** Parts of words that very many rows have: their rows are prepared, so that nobody gathers them word by word. */
import {hash} from 'node:crypto';
import type {FileSection} from '../file/file_section.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {SECTIONS} from '../file/section_names.ts';
import {popcount32} from '../rowset/bitmap.ts';
import type {OrderedTokens} from './row_tokens.ts';
import {StringArrayBuilder} from './string_array.ts';
import {writeTermDictionary} from './term_dictionary_writer.ts';

/** Prepared are parts whose words have more than this share of all rows between them, repeats included. */
const SHARE = 0.125;

/** Fewer rows are gathered as fast. */
const LEAST = 1 << 12;

/** And no more parts than these, the ones that save most. */
const MOST = 1024;

/** Rows of words that are read at once. */
const ROOM = 1 << 18;

/** A part by where it ends in its words, in the order of the words. */
interface Part {
  words: Uint32Array;
  ends: Uint32Array;
}

interface Found {
  bytes: Uint8Array;
  slot: number;
  count: number;
}

/** Writes the parts and, to `lists`, their bitsets; `ranks` are the rows of the words, as they were written. */
export function writeDiskSubstringBitmaps(
  index: IndexWriter,
  lists: IndexWriter,
  words: OrderedTokens,
  ranks: FileSection,
  rows: number,
): void {
  const parts = new Parts(words, ranks, rows);
  lists.writeChunks(SECTIONS.search.bitmaps, 'u32', parts.bitsets());
  parts.found.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const texts = new StringArrayBuilder();
  for (const {bytes} of parts.found) texts.add(bytes);
  writeTermDictionary(index, SECTIONS.search.substrings, texts.build(), false);
  index.write(
    SECTIONS.search.substring_slots,
    Uint32Array.from(parts.found, ({slot}) => slot),
  );
  index.write(
    SECTIONS.search.substring_counts,
    Uint32Array.from(parts.found, ({count}) => count),
  );
}

class Parts {
  readonly found: Found[] = [];
  readonly #words: OrderedTokens;
  readonly #ranks: FileSection;
  readonly #length: number;
  readonly #least: number;
  /** Bitsets that are written, by hash: many parts have the same rows. */
  readonly #known = new Map<string, number>();
  readonly #room = new Uint32Array(ROOM);

  constructor(words: OrderedTokens, ranks: FileSection, rows: number) {
    this.#words = words;
    this.#ranks = ranks;
    this.#length = (rows + 31) >>> 5;
    const least = Math.max(rows * SHARE, LEAST);
    const costs = Float64Array.from(this.#costs(this.#all(), least)).sort();
    this.#least = costs.length > MOST ? costs[costs.length - MOST - 1]! : least;
  }

  /** The different bitsets, one after the other; `found` names the parts when all were given. */
  *bitsets(): Generator<Uint32Array> {
    for (const [byte, part] of this.#longer(this.#all())) {
      if (this.#cost(part) > this.#least) yield* this.#rows(part, [byte]);
    }
  }

  /** The empty part, which ends before every byte of every word. */
  #all(): Part {
    const {offsets: at} = this.#words.terms;
    const ends = Uint32Array.from({length: at[at.length - 1]!}, (_, i) => i);
    const words = new Uint32Array(ends.length);
    for (let word = 0; word + 1 < at.length; word++) words.fill(word, at[word], at[word + 1]);
    return {words, ends};
  }

  /** What is one byte longer, by that byte. */
  *#longer({words, ends}: Part): Generator<[byte: number, part: Part]> {
    const {bytes, offsets: at} = this.#words.terms;
    const begins = new Uint32Array(257);
    for (let i = 0; i < ends.length; i++) {
      if (ends[i]! < at[words[i]! + 1]!) begins[bytes[ends[i]!]! + 1]!++;
    }
    for (let byte = 0; byte < 256; byte++) begins[byte + 1]! += begins[byte]!;
    const next = begins.slice();
    const sorted = {words: new Uint32Array(begins[256]!), ends: new Uint32Array(begins[256]!)};
    for (let i = 0; i < ends.length; i++) {
      const end = ends[i]!;
      if (end >= at[words[i]! + 1]!) continue;
      const place = next[bytes[end]!]!++;
      sorted.words[place] = words[i]!;
      sorted.ends[place] = end + 1;
    }
    for (let byte = 0; byte < 256; byte++) {
      const [from, to] = [begins[byte]!, begins[byte + 1]!];
      if (from === to) continue;
      yield [byte, {words: sorted.words.subarray(from, to), ends: sorted.ends.subarray(from, to)}];
    }
  }

  /** Rows of its words, added up. */
  #cost({words}: Part): number {
    const {offsets: at} = this.#words;
    let cost = 0;
    for (let i = 0; i < words.length; i++) {
      const word = words[i]!;
      if (word !== words[i - 1]) cost += at[word + 1]! - at[word]!;
    }
    return cost;
  }

  /** Costs of all parts that cost more than the least; a longer part never costs more. */
  *#costs(part: Part, least: number): Generator<number> {
    for (const [, longer] of this.#longer(part)) {
      const cost = this.#cost(longer);
      if (cost <= least) continue;
      yield cost;
      yield* this.#costs(longer, least);
    }
  }

  /** Gives the bitsets below a part, then its own where it is new, and returns it. */
  *#rows(part: Part, bytes: readonly number[]): Generator<Uint32Array, Uint32Array> {
    const bits = new Uint32Array(this.#length);
    const {offsets: at} = this.#words.terms;
    const rest: number[] = [];
    for (let i = 0; i < part.words.length; i++) {
      if (part.ends[i] === at[part.words[i]! + 1]) rest.push(part.words[i]!);
    }
    for (const [byte, longer] of this.#longer(part)) {
      if (this.#cost(longer) > this.#least) {
        const more = yield* this.#rows(longer, [...bytes, byte]);
        for (let word = 0; word < bits.length; word++) bits[word]! |= more[word]!;
      } else for (const word of longer.words) rest.push(word);
    }
    this.#add(bits, Uint32Array.from(new Set(rest)).sort());
    const text = hash('sha256', Buffer.from(bits.buffer), 'base64');
    const slot = this.#known.get(text) ?? this.#known.size;
    this.found.push({bytes: Uint8Array.from(bytes), slot, count: countOf(bits)});
    if (slot === this.#known.size) {
      this.#known.set(text, slot);
      yield bits;
    }
    return bits;
  }

  /** Adds the rows of words, which ascend. */
  #add(bits: Uint32Array, words: Uint32Array): void {
    const {offsets: at} = this.#words;
    const room = this.#room;
    for (let i = 0; i < words.length; ) {
      const [from, to]: [number[], number[]] = [[], []];
      let held = 0;
      for (; i < words.length; i++) {
        const [begin, end] = [at[words[i]!]!, at[words[i]! + 1]!];
        if (held + end - begin > room.length) break;
        from.push(begin);
        to.push(end);
        held += end - begin;
      }
      if (held === 0) {
        // One word with more rows than there is room for.
        this.#addLong(bits, at[words[i]!]!, at[words[i]! + 1]!);
        i++;
        continue;
      }
      this.#ranks.readRanges(from, to, from.length, room);
      setAll(bits, room, held);
    }
  }

  #addLong(bits: Uint32Array, from: number, to: number): void {
    const room = this.#room;
    for (let at = from; at < to; at += room.length) {
      const held = Math.min(room.length, to - at);
      this.#ranks.read(at, at + held, room.subarray(0, held));
      setAll(bits, room, held);
    }
  }
}

function setAll(bits: Uint32Array, ranks: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) bits[ranks[i]! >>> 5]! |= 1 << (ranks[i]! & 31);
}

const countOf = (bits: Uint32Array): number => bits.reduce((sum, word) => sum + popcount32(word), 0);

/** Rows of short parts that very many rows have in a word: found at once instead of by thousands of words. */

import type {IndexWriter} from '../file/index_file.ts';
import type {Postings} from '../file/postings.ts';
import {SECTIONS, substringKey} from '../file/section_names.ts';
import {popcount32} from '../rowset/bitmap.ts';
import type {Trigrams} from './term_dictionary_writer.ts';

/** Prepared are parts whose words have more than this share of all rows between them. */
const SHARE = 0.25;

/** And no more than these, the ones that save most. */
const MOST = 96;

interface Part {
  /** As `partNumber` has it. */
  number: number;
  /** Grams that begin with it: from, to. */
  from: number;
  to: number;
  /** Ranks of all its words, repeats included: what it would cost. */
  cost: number;
}

/** Writes the rows of the widest parts. */
export function writeSubstringBitmaps(
  index: IndexWriter,
  grams: Trigrams,
  postings: Postings,
  rows: number,
): void {
  const parts = candidates(grams, postings)
    .filter(({cost}) => cost > rows * SHARE)
    .sort((a, b) => b.cost - a.cost || a.number - b.number)
    .slice(0, MOST)
    .sort((a, b) => a.number - b.number);
  const words = (rows + 31) >>> 5;
  const bits = new Uint32Array(parts.length * words);
  const counts = parts.map(({from, to}, i) => {
    const own = bits.subarray(i * words, (i + 1) * words);
    for (let at = grams.offsets[from]!; at < grams.offsets[to]!; at++)
      addRows(own, postings, grams.ordinals[at]!);
    return own.reduce((sum, word) => sum + popcount32(word), 0);
  });
  index.write(
    SECTIONS.substrings.keys,
    Uint32Array.from(parts, ({number}) => number),
  );
  index.write(SECTIONS.substrings.counts, Uint32Array.from(counts));
  index.write(SECTIONS.substrings.bitmaps, bits);
}

function addRows(bits: Uint32Array, {offsets: at, rows: ranks}: Postings, code: number): void {
  for (let i = at[code]!; i < at[code + 1]!; i++) {
    const rank = ranks[i]!;
    bits[rank >>> 5]! |= 1 << (rank & 31);
  }
}

/** Every part of one, two and three bytes that begins a gram, with its grams. */
function candidates({trigrams: grams, offsets: at, ordinals: codes}: Trigrams, postings: Postings): Part[] {
  const costs = Array.from(grams, (_, gram) => {
    let cost = 0;
    for (let i = at[gram]!; i < at[gram + 1]!; i++) {
      cost += postings.offsets[codes[i]! + 1]! - postings.offsets[codes[i]!]!;
    }
    return cost;
  });
  return [1, 2, 3].flatMap((length) => {
    const parts: Part[] = [];
    for (let from = 0; from < grams.length; ) {
      const bytes = beginning(grams[from]!, length);
      let to = from;
      let cost = 0;
      for (; to < grams.length && sameBytes(beginning(grams[to]!, length), bytes); to++) cost += costs[to]!;
      // Zeros fill the grams at the end of a word: they are no part of it.
      if (bytes[length - 1] !== 0) parts.push({number: substringKey(bytes), from, to, cost});
      from = to;
    }
    return parts;
  });
}

const beginning = (gram: number, length: number): Uint8Array =>
  Uint8Array.of(gram >>> 16, (gram >>> 8) & 255, gram & 255).subarray(0, length);

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => a.every((byte, i) => byte === b[i]);

/** Writes term dictionaries: folded terms, and the trigrams that find the terms with a given substring. */
import type {IndexWriter} from '../file/index_file.ts';
import {FAR_OFFSET, SECTIONS} from '../file/section_names.ts';
import type {TypedArray} from '../file/sections.ts';
import type {StringArray} from './string_array.ts';
import {entryForm} from './trigram_entries.ts';

/** Number of possible trigrams. */
const TRIGRAMS = 1 << 24;

/** Calls back for every trigram of every term; the last two bytes of a term are padded with zeros. */
function forEachTrigram(
  {bytes, offsets}: StringArray,
  onTrigram: (trigram: number, ordinal: number, position: number) => void,
): void {
  for (let ordinal = 0; ordinal + 1 < offsets.length; ordinal++) {
    const [from, to] = [offsets[ordinal]!, offsets[ordinal + 1]!];
    for (let i = from; i < to; i++) {
      const second = i + 1 < to ? bytes[i + 1]! : 0;
      const third = i + 2 < to ? bytes[i + 2]! : 0;
      onTrigram((bytes[i]! << 16) | (second << 8) | third, ordinal, i - from);
    }
  }
}

/**
 * Ordinals of the terms that have a trigram, one for each occurrence that is listed: those of trigram `i` lie
 * from `offsets[i]` up to `offsets[i + 1]`.
 */
export interface Trigrams {
  trigrams: Uint32Array;
  offsets: Uint32Array;
  ordinals: Uint32Array;
  /** Byte of the term at which the trigram occurs; at most FAR_OFFSET. */
  positions: Uint8Array;
}

/**
 * What of a dictionary stays in the file, for the sake of memory: the lists of its trigrams, and beside them
 * its terms.
 */
export type Staying = 'nothing' | 'lists' | 'terms';

/**
 * Writes a term dictionary; with `substrings` also its trigrams, which it returns. Terms that stay in the
 * file are found by substrings alone, and may come in any order.
 */
export function writeTermDictionary(
  index: IndexWriter,
  prefix: string,
  terms: StringArray,
  substrings: boolean,
  stays: Staying = 'nothing',
): Trigrams | null {
  const names = SECTIONS.terms(prefix);
  const write = (name: string, elements: TypedArray, isStaying: boolean): void =>
    isStaying ? index.writeStaying(name, elements) : index.write(name, elements);
  write(names.bytes, terms.bytes, stays === 'terms');
  write(names.offsets, terms.offsets, stays === 'terms');
  if (!substrings) return null;
  const all = trigramsOf(terms);
  index.write(names.trigrams, all.trigrams, true);
  index.write(names.trigram_offsets, all.offsets, true);
  write(names.trigram_ordinals, entriesOf(all, terms.offsets.length - 1), stays !== 'nothing');
  return all;
}

/** Ordinals with the offsets of the trigrams; see `EntryForm`. */
function entriesOf({ordinals, positions}: Trigrams, terms: number): Uint32Array {
  const {bits, far} = entryForm(terms);
  const entries = new Uint32Array(ordinals.length);
  const step = 2 ** bits;
  for (let i = 0; i < entries.length; i++) entries[i] = ordinals[i]! * step + Math.min(positions[i]!, far);
  return entries;
}

function trigramsOf(terms: StringArray): Trigrams {
  // Its pages are made as they are touched.
  const next = new Uint32Array(TRIGRAMS);
  const keys: number[] = [];
  forEachTrigram(terms, (trigram) => {
    if (next[trigram]!++ === 0) keys.push(trigram);
  });
  const trigrams = Uint32Array.from(keys).sort();
  const offsets = new Uint32Array(trigrams.length + 1);
  for (let slot = 0; slot < trigrams.length; slot++) {
    const trigram = trigrams[slot]!;
    offsets[slot + 1] = offsets[slot]! + next[trigram]!;
    // From here on the index at which the next ordinal of the trigram is put.
    next[trigram] = offsets[slot]!;
  }
  const ordinals = new Uint32Array(offsets[trigrams.length]!);
  const positions = new Uint8Array(ordinals.length);
  forEachTrigram(terms, (trigram, ordinal, position) => {
    const at = next[trigram]!++;
    ordinals[at] = ordinal;
    positions[at] = Math.min(position, FAR_OFFSET);
  });
  return {trigrams, offsets, ordinals, positions};
}

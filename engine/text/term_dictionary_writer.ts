/** Sorted folded texts as bytes, and the grams that find the texts with a given part. */

import type {IndexWriter} from '../file/index_file.ts';
import {FAR_OFFSET, offsetBits, SECTIONS} from '../file/section_names.ts';
import type {StringArray} from './string_array.ts';

/** All numbers of three bytes. */
const GRAMS = 1 << 24;

/** Room for all grams, made when it is first needed and left clean behind each use. */
let room: {seen: Uint32Array; counts: Uint32Array; stamp: number} | null = null;

/** Calls back for every different gram of every text; a text of one or two bytes has grams too, by its zero end. */
function eachGram(
  {bytes, offsets: at}: StringArray,
  found: (gram: number, code: number, place: number) => void,
): void {
  room ??= {seen: new Uint32Array(GRAMS), counts: new Uint32Array(GRAMS), stamp: 0};
  const {seen} = room;
  // A number for each text that none before it had: so nothing need be cleared.
  if (room.stamp + at.length >= 2 ** 32) {
    seen.fill(0);
    room.stamp = 0;
  }
  const first = room.stamp + 1;
  room.stamp += at.length;
  for (let code = 0; code + 1 < at.length; code++) {
    const [from, to] = [at[code]!, at[code + 1]!];
    for (let i = from; i < to; i++) {
      const second = i + 1 < to ? bytes[i + 1]! : 0;
      const third = i + 2 < to ? bytes[i + 2]! : 0;
      const gram = (bytes[i]! << 16) | (second << 8) | third;
      if (seen[gram] === first + code) continue;
      seen[gram] = first + code;
      found(gram, code, i - from);
    }
  }
}

/** Codes of the texts that have a gram: those of gram `i` stand from `at[i]` up to `at[i + 1]`. */
export interface Trigrams {
  trigrams: Uint32Array;
  offsets: Uint32Array;
  ordinals: Uint32Array;
  /** Where the gram first stands in the text. */
  positions: Uint8Array;
}

/** Writes the folded texts of a lexicon; with `parts` also its grams, which it gives. */
export function writeTermDictionary(
  index: IndexWriter,
  of: string,
  texts: StringArray,
  parts: boolean,
): Trigrams | null {
  const names = SECTIONS.terms(of);
  index.write(names.bytes, texts.bytes);
  index.write(names.offsets, texts.offsets);
  if (!parts) return null;
  const found = gramsOf(texts);
  index.write(names.trigrams, found.trigrams);
  index.write(names.trigram_offsets, found.offsets);
  index.write(names.trigram_ordinals, found.ordinals);
  index.write(names.trigram_positions, found.positions);
  return found;
}

/** Writes a lexicon of which the index has the grams alone: its texts and lists go to a file where they stay. */
export function writeDiskTermDictionary(
  index: IndexWriter,
  lists: IndexWriter,
  of: string,
  texts: StringArray,
): void {
  const names = SECTIONS.terms(of);
  const {trigrams: grams, offsets: at, ordinals: codes, positions: places} = gramsOf(texts);
  const bits = offsetBits(texts.offsets.length - 1);
  const far = 2 ** bits - 1;
  for (let i = 0; i < codes.length; i++) codes[i] = codes[i]! * 2 ** bits + Math.min(places[i]!, far);
  index.write(names.trigrams, grams);
  index.write(names.trigram_offsets, at);
  lists.write(names.bytes, texts.bytes);
  lists.write(names.offsets, texts.offsets);
  lists.write(names.trigram_ordinals, codes);
}

function gramsOf(texts: StringArray): Trigrams {
  const keys: number[] = [];
  eachGram(texts, (gram) => {
    if (room!.counts[gram]!++ === 0) keys.push(gram);
  });
  const counts = room!.counts;
  const grams = Uint32Array.from(keys).sort();
  const at = new Uint32Array(grams.length + 1);
  for (let slot = 0; slot < grams.length; slot++) {
    const gram = grams[slot]!;
    at[slot + 1] = at[slot]! + counts[gram]!;
    // From here on the place at which the next code of the gram is put.
    counts[gram] = at[slot]!;
  }
  const codes = new Uint32Array(at[grams.length]!);
  const places = new Uint8Array(codes.length);
  eachGram(texts, (gram, code, place) => {
    const slot = counts[gram]!++;
    codes[slot] = code;
    places[slot] = Math.min(place, FAR_OFFSET);
  });
  for (const gram of grams) counts[gram] = 0;
  return {trigrams: grams, offsets: at, ordinals: codes, positions: places};
}

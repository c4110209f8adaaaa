/** Sorted folded texts as bytes, and the grams that find the texts with a given part. */

import type {IndexWriter} from '../file/index_file.ts';
import {FAR_PLACE, placeBits, SECTIONS} from '../file/section_names.ts';
import type {Texts} from './string_array.ts';

/** All numbers of three bytes. */
const GRAMS = 1 << 24;

/** Room for all grams, made when it is first needed and left clean behind each use. */
let room: {seen: Uint32Array; counts: Uint32Array; stamp: number} | null = null;

/** Calls back for every different gram of every text; a text of one or two bytes has grams too, by its zero end. */
function eachGram({bytes, at}: Texts, found: (gram: number, code: number, place: number) => void): void {
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
export interface Grams {
  grams: Uint32Array;
  at: Uint32Array;
  codes: Uint32Array;
  /** Where the gram first stands in the text. */
  places: Uint8Array;
}

/** Writes the folded texts of a lexicon; with `parts` also its grams, which it gives. */
export function writeLexicon(index: IndexWriter, of: string, texts: Texts, parts: boolean): Grams | null {
  const names = SECTIONS.lexicon(of);
  index.section(names.text, texts.bytes);
  index.section(names.at, texts.at);
  if (!parts) return null;
  const found = gramsOf(texts);
  index.section(names.grams, found.grams);
  index.section(names.gram_at, found.at);
  index.section(names.gram_codes, found.codes);
  index.section(names.gram_places, found.places);
  return found;
}

/** Writes a lexicon of which the index has the grams alone: its texts and lists go to a file where they stay. */
export function writeStoredLexicon(index: IndexWriter, lists: IndexWriter, of: string, texts: Texts): void {
  const names = SECTIONS.lexicon(of);
  const {grams, at, codes, places} = gramsOf(texts);
  const bits = placeBits(texts.at.length - 1);
  const far = 2 ** bits - 1;
  for (let i = 0; i < codes.length; i++) codes[i] = codes[i]! * 2 ** bits + Math.min(places[i]!, far);
  index.section(names.grams, grams);
  index.section(names.gram_at, at);
  lists.section(names.text, texts.bytes);
  lists.section(names.at, texts.at);
  lists.section(names.gram_codes, codes);
}

function gramsOf(texts: Texts): Grams {
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
    places[slot] = Math.min(place, FAR_PLACE);
  });
  for (const gram of grams) counts[gram] = 0;
  return {grams, at, codes, places};
}

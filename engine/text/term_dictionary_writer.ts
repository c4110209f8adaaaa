/** Writes term dictionaries: folded terms, and the trigrams that find the terms with a given substring. */
import type {IndexWriter} from '../file/index_file.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {StringArray} from './string_array.ts';
import {entryForm} from './trigrams.ts';

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
 * What of a dictionary stays in the file, for the sake of memory: the lists of its trigrams, and beside them
 * its terms.
 */
export type Staying = 'nothing' | 'lists' | 'terms';

/**
 * Writes a term dictionary; with `substrings` also its trigrams. Terms that stay in the file are found by
 * substrings alone, and may come in any order.
 */
export function writeTermDictionary(
  index: IndexWriter,
  prefix: string,
  terms: StringArray,
  substrings: boolean,
  stays: Staying = 'nothing',
): void {
  const names = SECTIONS.terms(prefix);
  const place = stays === 'terms' ? 'file' : undefined;
  index.write(names.bytes, terms.bytes, place);
  index.write(names.offsets, terms.offsets, place);
  if (!substrings) return;
  const {trigrams, offsets, entries} = trigramsOf(terms);
  index.write(names.trigrams, trigrams, 'opening');
  index.write(names.trigram_offsets, offsets, 'opening');
  index.write(names.trigram_ordinals, entries, stays === 'nothing' ? undefined : 'file');
}

/**
 * The trigrams of terms, ascending; the entries of trigram `i`, one for each occurrence, lie from `offsets[i]`
 * up to `offsets[i + 1]`: see `EntryForm`.
 */
function trigramsOf(terms: StringArray): Record<'trigrams' | 'offsets' | 'entries', Uint32Array> {
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
  const {bits, far} = entryForm(terms.offsets.length - 1);
  const entries = new Uint32Array(offsets[trigrams.length]!);
  forEachTrigram(terms, (trigram, ordinal, position) => {
    entries[next[trigram]!++] = ordinal * 2 ** bits + Math.min(position, far);
  });
  return {trigrams, offsets, entries};
}

/** Writes term dictionaries: folded terms, and the trigrams that find the terms with a given substring. */
import type {IndexWriter} from '../file/index_file.ts';
import type {Postings} from '../file/postings.ts';
import {FAR_OFFSET, MANY_ROWS, SECTIONS} from '../file/section_names.ts';
import {writeGramLists} from './gram_lists.ts';
import type {StringArray} from './string_array.ts';
import {entryForm} from './trigram_entries.ts';

/** Number of possible trigrams. */
const TRIGRAMS = 1 << 24;

/** Tables by trigram, allocated once; `counts` is left zeroed by every use. */
let tables: {lastTerm: Uint32Array; counts: Uint32Array; terms: number} | null = null;

/**
 * Calls back for the first occurrence of every trigram of every term, or for `every` one up to the first that is far; the last two
 * bytes of a term are padded with zeros.
 */
function forEachTrigram(
  {bytes, offsets}: StringArray,
  every: boolean,
  onTrigram: (trigram: number, ordinal: number, position: number) => void,
): void {
  tables ??= {lastTerm: new Uint32Array(TRIGRAMS), counts: new Uint32Array(TRIGRAMS), terms: 0};
  const {lastTerm} = tables;
  // Terms are numbered through all calls, so that `lastTerm` need not be cleared.
  if (tables.terms + offsets.length >= 2 ** 32) {
    lastTerm.fill(0);
    tables.terms = 0;
  }
  const first = tables.terms + 1;
  tables.terms += offsets.length;
  for (let ordinal = 0; ordinal + 1 < offsets.length; ordinal++) {
    const [from, to] = [offsets[ordinal]!, offsets[ordinal + 1]!];
    for (let i = from; i < to; i++) {
      const isFar = i - from >= FAR_OFFSET;
      const second = i + 1 < to ? bytes[i + 1]! : 0;
      const third = i + 2 < to ? bytes[i + 2]! : 0;
      const trigram = (bytes[i]! << 16) | (second << 8) | third;
      if ((isFar || !every) && lastTerm[trigram] === first + ordinal) continue;
      if (isFar || !every) lastTerm[trigram] = first + ordinal;
      onTrigram(trigram, ordinal, i - from);
    }
  }
}

/** Ordinals of the terms that have a trigram, one for each occurrence that is listed: those of trigram `i` lie from `offsets[i]` up to `offsets[i + 1]`. */
export interface Trigrams {
  trigrams: Uint32Array;
  offsets: Uint32Array;
  ordinals: Uint32Array;
  /** Byte of the term at which the trigram occurs; at most FAR_OFFSET. */
  positions: Uint8Array;
}

/**
 * Writes a term dictionary that is held in memory; with `substrings` also its trigrams, which it returns. Where few queries read their
 * lists, these stay in the file.
 */
export function writeTermDictionary(
  index: IndexWriter,
  prefix: string,
  terms: StringArray,
  substrings: boolean,
  listsStay = false,
): Trigrams | null {
  const names = SECTIONS.terms(prefix);
  index.write(names.bytes, terms.bytes);
  index.write(names.offsets, terms.offsets);
  if (!substrings) return null;
  const all = trigramsOf(terms, true);
  index.write(names.trigrams, all.trigrams, true);
  index.write(names.trigram_offsets, all.offsets, true);
  const entries = entriesOf(all, terms.offsets.length - 1);
  if (listsStay) index.writeStaying(names.trigram_ordinals, entries);
  else index.write(names.trigram_ordinals, entries);
  return all;
}

/** Writes the rows of each term beside its entries in the trigram lists. */
export function writeRowCounts(
  index: IndexWriter,
  prefix: string,
  {ordinals}: Trigrams,
  {offsets}: Pick<Postings, 'offsets'>,
): void {
  const names = SECTIONS.terms(prefix);
  const rowsOf = (ordinal: number): number => offsets[ordinal + 1]! - offsets[ordinal]!;
  const many: number[] = [];
  for (let ordinal = 0; ordinal + 1 < offsets.length; ordinal++)
    if (rowsOf(ordinal) >= MANY_ROWS) many.push(ordinal);
  // Loops: a function for each of millions of entries takes several times as long.
  const counts = new Uint8Array(ordinals.length);
  for (let i = 0; i < counts.length; i++) counts[i] = Math.min(rowsOf(ordinals[i]!), MANY_ROWS);
  index.writeStaying(names.trigram_counts, counts);
  index.write(names.many_rows.ordinals, Uint32Array.from(many), true);
  index.write(names.many_rows.counts, Uint32Array.from(many, rowsOf), true);
}

/** Writes a term dictionary of which only the distinct trigrams are held in memory: the rest goes to `onDisk`. Returns the trigrams. */
export function writeDiskTermDictionary(
  index: IndexWriter,
  onDisk: IndexWriter,
  prefix: string,
  terms: StringArray,
): Trigrams {
  const names = SECTIONS.terms(prefix);
  const all = trigramsOf(terms, false);
  index.write(names.trigrams, all.trigrams);
  index.write(names.trigram_offsets, all.offsets);
  onDisk.write(names.bytes, terms.bytes);
  onDisk.write(names.offsets, terms.offsets);
  writeGramLists(onDisk, names.trigram_ordinals, all, terms.offsets.length - 1);
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

function trigramsOf(terms: StringArray, every: boolean): Trigrams {
  const keys: number[] = [];
  forEachTrigram(terms, every, (trigram) => {
    if (tables!.counts[trigram]!++ === 0) keys.push(trigram);
  });
  const counts = tables!.counts;
  const trigrams = Uint32Array.from(keys).sort();
  const offsets = new Uint32Array(trigrams.length + 1);
  for (let slot = 0; slot < trigrams.length; slot++) {
    const trigram = trigrams[slot]!;
    offsets[slot + 1] = offsets[slot]! + counts[trigram]!;
    // From here on the index at which the next ordinal of the trigram is put.
    counts[trigram] = offsets[slot]!;
  }
  const ordinals = new Uint32Array(offsets[trigrams.length]!);
  const positions = new Uint8Array(ordinals.length);
  forEachTrigram(terms, every, (trigram, ordinal, position) => {
    const next = counts[trigram]!++;
    ordinals[next] = ordinal;
    positions[next] = Math.min(position, FAR_OFFSET);
  });
  for (const trigram of trigrams) counts[trigram] = 0;
  return {trigrams, offsets, ordinals, positions};
}

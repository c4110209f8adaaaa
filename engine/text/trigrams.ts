/** Finds the terms that contain a substring by intersecting the lists of its trigrams. */
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {EntryForm, TrigramList} from './trigram_entries.ts';

/** The trigrams of a term dictionary, in memory or on disk. */
export interface TrigramIndex {
  /** Terms. */
  count: number;
  trigrams: Uint32Array;
  offsets: Uint32Array;
  /** Ordinals of one list. */
  ordinals(from: number, to: number, scratch: Scratch): Uint32Array;
  /**
   * Ordinals of the terms that contain a substring of over three bytes, by the lists that cover it, shortest
   * first.
   */
  intersect(lists: TrigramList[], substring: Buffer, scratch: Scratch): Uint32Array;
  /** Those of some ordinals whose terms contain a substring; overwrites them. */
  verify(ordinals: Uint32Array, substring: Buffer, scratch: Scratch): Uint32Array;
}

/** Ordinals of the terms that contain a substring, each once; ascending where it has three bytes or more. */
export function containing(index: TrigramIndex, substring: Buffer, scratch: Scratch): Uint32Array {
  const {trigrams, offsets, count} = index;
  if (substring.length === 0) return scratch.range(0, count);
  // Trigrams at the end of a term are padded with zero bytes, which a substring may really contain.
  const endsInZero = substring[substring.length - 1] === 0;
  if (substring.length < 3) {
    const [from, to] = slotsStartingWith(trigrams, substring);
    const lists = index.ordinals(offsets[from]!, offsets[to]!, scratch);
    const ordinals = union(index, lists, to - from, scratch);
    return endsInZero ? index.verify(ordinals.sort(), substring, scratch) : ordinals;
  }
  const lists = coveringLists(substring, trigrams, offsets);
  return lists ? coveredBy(index, lists, substring, scratch) : scratch.u32(0);
}

/** Ordinals of the terms that contain a substring, by the lists that cover it, shortest first. */
function coveredBy(
  index: TrigramIndex,
  lists: TrigramList[],
  substring: Buffer,
  scratch: Scratch,
): Uint32Array {
  const endsInZero = substring[substring.length - 1] === 0;
  if (substring.length > 3 && !endsInZero) return index.intersect(lists, substring, scratch);
  const {next, end} = lists[0]!;
  const list = index.ordinals(next, end, scratch);
  return endsInZero ? index.verify(list, substring, scratch) : list;
}

/**
 * Ordinals of the terms in which the trigrams of all lists, shortest first, lie at their distances. Lists
 * have an entry for every occurrence, so that the entries prove it; the term itself is checked beyond the
 * offsets that fit. Valid until the scratch is released.
 */
export function intersectLists(
  entries: Uint32Array,
  {bits, far}: EntryForm,
  lists: TrigramList[],
  contains: (ordinal: number) => boolean,
  scratch: Scratch,
): Uint32Array {
  const [rarest, ...others] = lists as [TrigramList, ...TrigramList[]];
  const matching = scratch.u32(rarest.end - rarest.next);
  const {length} = others;
  let count = 0;
  let last = -1;
  for (let i = rarest.next; i < rarest.end; i++) {
    const entry = entries[i]!;
    const ordinal = entry >>> bits;
    if (ordinal === last) continue;
    const offset = entry & far;
    const start = offset - rarest.offset;
    let isProven = offset !== far;
    if (isProven && start < 0) continue;
    let j = isProven ? 0 : length;
    for (; j < length; j++) {
      const other = others[j]!;
      const wanted = start + other.offset;
      if (wanted >= far) isProven = false;
      const wantedEntry = wanted >= far ? entry - offset + far : entry - offset + wanted;
      const at = seek(entries, wantedEntry, other.next, other.end);
      other.next = at;
      if (at === other.end || entries[at] !== wantedEntry) break;
    }
    if (j < length || !(isProven || contains(ordinal))) continue;
    matching[count++] = ordinal;
    last = ordinal;
  }
  return scratch.shrink(matching, count);
}

/** The union of several lists: a term may have several trigrams with the same prefix. */
function union({count}: TrigramIndex, lists: Uint32Array, trigrams: number, scratch: Scratch): Uint32Array {
  if (trigrams === 1) return lists;
  const ordinals = scratch.u32(Math.min(lists.length, count));
  const seen = scratch.bitmap(count);
  let length = 0;
  for (let i = 0; i < lists.length; i++) {
    const ordinal = lists[i]!;
    if (seen.has(ordinal)) continue;
    seen.add(ordinal);
    ordinals[length++] = ordinal;
  }
  return ordinals.subarray(0, length);
}

/** Slots of the trigrams that start with one or two bytes. */
function slotsStartingWith(trigrams: Uint32Array, substring: Buffer): [from: number, to: number] {
  const first = (substring[0]! << 16) | ((substring[1] ?? 0) << 8);
  const last = substring.length === 1 ? first + 0x10000 : first + 0x100;
  return [lowerBound(trigrams, first), lowerBound(trigrams, last)];
}

/**
 * Lists of trigrams that cover a substring of three bytes or more, shortest first; null where no term has
 * one.
 */
function coveringLists(substring: Buffer, trigrams: Uint32Array, offsets: Uint32Array): TrigramList[] | null {
  const lists: TrigramList[] = [];
  const last = substring.length - 3;
  for (let i = 0; ; i = Math.min(i + 3, last)) {
    const trigram = (substring[i]! << 16) | (substring[i + 1]! << 8) | substring[i + 2]!;
    const slot = lowerBound(trigrams, trigram);
    if (trigrams[slot] !== trigram) return null;
    lists.push({offset: i, next: offsets[slot]!, end: offsets[slot + 1]!});
    if (i === last) return lists.sort((a, b) => a.end - a.next - (b.end - b.next));
  }
}

/** Single steps before galloping. */
const LINEAR_STEPS = 8;

/** First index of a range whose entry is not below this one, by galloping search. */
function seek(list: Uint32Array, entry: number, from: number, end: number): number {
  let at = from;
  for (const near = Math.min(end, from + LINEAR_STEPS); at < near; at++) if (list[at]! >= entry) return at;
  if (at === end) return end;
  let [low, step] = [at, 1];
  while (low + step < end && list[low + step]! < entry) {
    low += step;
    step *= 2;
  }
  return lowerBound(list, entry, low, Math.min(end, low + step + 1));
}

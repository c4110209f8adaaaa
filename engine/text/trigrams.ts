/** Finds the terms that contain a substring by intersecting the lists of its trigrams. */
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';

/** The list of one trigram, which is at `offset` in the substring: entries from `next` up to `end`. */
export interface TrigramList {
  offset: number;
  next: number;
  end: number;
}

/** Entries of trigram lists: an ordinal and, in the low bits, the offset of the trigram in the term. */
export interface EntryForm {
  /** Bits of the offset. */
  bits: number;
  /** Stands for an offset that does not fit; also the mask of the bits. */
  far: number;
}

/** The form of entries for a number of terms: ordinal and offset share 32 bits. */
export function entryForm(terms: number): EntryForm {
  const bits = Math.min(8, Math.clz32(terms));
  return {bits, far: 2 ** bits - 1};
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

/** Each ordinal of several lists once, of so many: a term may have several trigrams with the same prefix. */
export function distinctOf(lists: Uint32Array, count: number, scratch: Scratch): Uint32Array {
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
export function slotsStartingWith(trigrams: Uint32Array, substring: Buffer): [from: number, to: number] {
  const first = (substring[0]! << 16) | ((substring[1] ?? 0) << 8);
  const last = substring.length === 1 ? first + 0x10000 : first + 0x100;
  return [lowerBound(trigrams, first), lowerBound(trigrams, last)];
}

/**
 * Lists of trigrams that cover a substring of three bytes or more, shortest first; null where no term has
 * one.
 */
export function coveringLists(
  substring: Buffer,
  trigrams: Uint32Array,
  offsets: Uint32Array,
): TrigramList[] | null {
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

/** Finds the terms that contain a substring by intersecting the lists of its trigrams. */
import {FAR_OFFSET} from '../file/section_names.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';

/** The list of one trigram, which is at `offset` in the substring: entries from `next` up to `end`. */
export interface TrigramList {
  offset: number;
  next: number;
  end: number;
}

/** The trigrams of a term dictionary, in memory or on disk. */
export interface TrigramIndex {
  /** Terms. */
  count: number;
  trigrams: Uint32Array;
  offsets: Uint32Array;
  /** Ordinals of one list. */
  ordinals(from: number, to: number, scratch: Scratch): Uint32Array;
  /** Ordinals of the terms that contain a substring of over three bytes, by the lists that cover it, shortest first. */
  intersect(lists: TrigramList[], substring: Buffer, scratch: Scratch): Uint32Array;
  /** Checks the term itself. */
  contains(ordinal: number, substring: Buffer): boolean;
}

/** Ordinals of the terms that contain a substring, each once; ascending where it has three bytes or more. */
export function containing(index: TrigramIndex, substring: Buffer, scratch: Scratch): Uint32Array {
  const {trigrams, offsets, count} = index;
  if (substring.length === 0) return allOrdinals(count, scratch);
  // Trigrams at the end of a term are padded with zero bytes, which a substring may really contain.
  const endsInZero = substring[substring.length - 1] === 0;
  if (substring.length < 3) {
    const first = (substring[0]! << 16) | ((substring[1] ?? 0) << 8);
    const last = substring.length === 1 ? first + 0x10000 : first + 0x100;
    const [from, to] = [lowerBound(trigrams, first), lowerBound(trigrams, last)];
    const lists = index.ordinals(offsets[from]!, offsets[to]!, scratch);
    const ordinals = union(index, lists, to - from, scratch);
    return endsInZero ? verify(index, ordinals, substring, scratch) : ordinals;
  }
  const lists = coveringLists(substring, trigrams, offsets);
  const rarest = lists?.[0];
  if (!lists || !rarest) return scratch.u32(0);
  if (substring.length > 3 && !endsInZero) return index.intersect(lists, substring, scratch);
  const list = index.ordinals(rarest.next, rarest.end, scratch);
  return endsInZero ? verify(index, list, substring, scratch) : list;
}

/**
 * Ordinals that are in all lists and whose terms contain the substring: proven by the positions of the trigrams where
 * these fit together, else checked in the term, where a trigram may occur more than once.
 */
export function intersectLists(
  ordinals: Uint32Array,
  positions: Uint8Array,
  lists: TrigramList[],
  contains: (ordinal: number) => boolean,
  scratch: Scratch,
): Uint32Array {
  const [rarest, ...others] = lists as [TrigramList, ...TrigramList[]];
  const matching = scratch.u32(rarest.end - rarest.next);
  let count = 0;
  for (let i = rarest.next; i < rarest.end; i++) {
    const ordinal = ordinals[i]!;
    const start = positions[i]! - rarest.offset;
    let fits = positions[i] !== FAR_OFFSET && start >= 0;
    let inAll = true;
    for (const other of others) {
      other.next = seek(ordinals, ordinal, other.next, other.end);
      if (other.next === other.end) return scratch.shrink(matching, count);
      if (ordinals[other.next] !== ordinal) {
        inAll = false;
        break;
      }
      const position = positions[other.next]!;
      if (position - other.offset !== start || position === FAR_OFFSET) fits = false;
    }
    if (inAll && (fits || contains(ordinal))) matching[count++] = ordinal;
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

/** The ordinals of a list whose terms contain the substring. */
function verify(index: TrigramIndex, list: Uint32Array, substring: Buffer, scratch: Scratch): Uint32Array {
  const ordinals = scratch.u32(list.length);
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (index.contains(list[i]!, substring)) ordinals[count++] = list[i]!;
  }
  return scratch.shrink(ordinals, count);
}

/** Lists of trigrams that cover a substring of three bytes or more, shortest first; null where no term has one. */
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

/** First index of a range whose ordinal is not below this one, by galloping search. */
function seek(list: Uint32Array, ordinal: number, from: number, end: number): number {
  let at = from;
  for (const near = Math.min(end, from + LINEAR_STEPS); at < near; at++) if (list[at]! >= ordinal) return at;
  if (at === end) return end;
  let [low, step] = [at, 1];
  while (low + step < end && list[low + step]! < ordinal) {
    low += step;
    step *= 2;
  }
  return lowerBound(list, ordinal, low, Math.min(end, low + step + 1));
}

function allOrdinals(count: number, scratch: Scratch): Uint32Array {
  const ordinals = scratch.u32(count);
  for (let ordinal = 0; ordinal < count; ordinal++) ordinals[ordinal] = ordinal;
  return ordinals;
}

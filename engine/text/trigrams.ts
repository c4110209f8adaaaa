/** Texts that contain a part, by the lists of the grams that the part is made of. */
import {FAR_OFFSET} from '../file/section_names.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';

/** Codes with one gram of a part, which stands at `offset` in it: those from `next` up to `end`. */
export interface TrigramList {
  offset: number;
  next: number;
  end: number;
}

/** The grams of a lexicon, in memory or in a file. */
export interface TrigramIndex {
  /** Texts. */
  count: number;
  trigrams: Uint32Array;
  offsets: Uint32Array;
  /** Codes of one list. */
  ordinals(from: number, to: number, scratch: Scratch): Uint32Array;
  /** Codes of the texts that contain a part of more than three bytes, by the lists that cover it, the shortest first. */
  intersect(lists: TrigramList[], part: Buffer, scratch: Scratch): Uint32Array;
  /** By the text itself. */
  contains(code: number, part: Buffer): boolean;
}

/** Codes of the texts that contain `part`, ascending where the part has three bytes or more; each once. */
export function containing(of: TrigramIndex, part: Buffer, scratch: Scratch): Uint32Array {
  const {trigrams: grams, offsets: at, count} = of;
  if (part.length === 0) return allCodes(count, scratch);
  // Grams at the end of a text are filled with zero bytes, which a part may really have.
  const endsInZero = part[part.length - 1] === 0;
  if (part.length < 3) {
    const first = (part[0]! << 16) | ((part[1] ?? 0) << 8);
    const last = part.length === 1 ? first + 0x10000 : first + 0x100;
    const [from, to] = [lowerBound(grams, first), lowerBound(grams, last)];
    const found = together(of, of.ordinals(at[from]!, at[to]!, scratch), to - from, scratch);
    return endsInZero ? verified(of, found, part, scratch) : found;
  }
  const lists = listsOf(part, grams, at);
  const rarest = lists?.[0];
  if (!lists || !rarest) return scratch.u32(0);
  if (part.length > 3 && !endsInZero) return of.intersect(lists, part, scratch);
  const list = of.ordinals(rarest.next, rarest.end, scratch);
  return endsInZero ? verified(of, list, part, scratch) : list;
}

/**
 * Codes that stand in all lists and whose texts contain the part: by the places of the grams where these fit
 * together, by the text itself where a gram stands in it more than once.
 */
export function intersectLists(
  codes: Uint32Array,
  places: Uint8Array,
  lists: TrigramList[],
  contains: (code: number) => boolean,
  scratch: Scratch,
): Uint32Array {
  const [rarest, ...others] = lists as [TrigramList, ...TrigramList[]];
  const room = scratch.u32(rarest.end - rarest.next);
  let found = 0;
  for (let i = rarest.next; i < rarest.end; i++) {
    const code = codes[i]!;
    const start = places[i]! - rarest.offset;
    let fits = places[i] !== FAR_OFFSET && start >= 0;
    let everywhere = true;
    for (const other of others) {
      other.next = reach(codes, code, other.next, other.end);
      if (other.next === other.end) return scratch.shrink(room, found);
      if (codes[other.next] !== code) {
        everywhere = false;
        break;
      }
      const place = places[other.next]!;
      if (place - other.offset !== start || place === FAR_OFFSET) fits = false;
    }
    if (everywhere && (fits || contains(code))) room[found++] = code;
  }
  return scratch.shrink(room, found);
}

/** Lists of several grams as one set: a text has several grams that begin alike. */
function together({count}: TrigramIndex, lists: Uint32Array, grams: number, scratch: Scratch): Uint32Array {
  if (grams === 1) return lists;
  const room = scratch.u32(Math.min(lists.length, count));
  const seen = scratch.bitmap(count);
  let found = 0;
  for (let i = 0; i < lists.length; i++) {
    const code = lists[i]!;
    if (seen.has(code)) continue;
    seen.add(code);
    room[found++] = code;
  }
  return room.subarray(0, found);
}

/** Codes of a list whose texts contain the part. */
function verified(of: TrigramIndex, list: Uint32Array, part: Buffer, scratch: Scratch): Uint32Array {
  const room = scratch.u32(list.length);
  let found = 0;
  for (let i = 0; i < list.length; i++) if (of.contains(list[i]!, part)) room[found++] = list[i]!;
  return scratch.shrink(room, found);
}

/** Lists of grams that cover a part of three bytes or more, the shortest first; null where one is of no text. */
function listsOf(part: Buffer, grams: Uint32Array, at: Uint32Array): TrigramList[] | null {
  const lists: TrigramList[] = [];
  const last = part.length - 3;
  for (let i = 0; ; i = Math.min(i + 3, last)) {
    const slot = slotOf(grams, (part[i]! << 16) | (part[i + 1]! << 8) | part[i + 2]!);
    if (slot < 0) return null;
    lists.push({offset: i, next: at[slot]!, end: at[slot + 1]!});
    if (i === last) return lists.sort((a, b) => a.end - a.next - (b.end - b.next));
  }
}

/** So many steps of one are taken before they grow. */
const NEAR = 8;

/** First index from `at` up to `end` whose code is not below this one, in steps that grow. */
function reach(list: Uint32Array, code: number, from: number, end: number): number {
  let at = from;
  for (const near = Math.min(end, from + NEAR); at < near; at++) if (list[at]! >= code) return at;
  if (at === end) return end;
  let [low, step] = [at, 1];
  while (low + step < end && list[low + step]! < code) {
    low += step;
    step *= 2;
  }
  return lowerBound(list, code, low, Math.min(end, low + step + 1));
}

function allCodes(count: number, scratch: Scratch): Uint32Array {
  const codes = scratch.u32(count);
  for (let code = 0; code < count; code++) codes[code] = code;
  return codes;
}

/** Index of a gram, or -1. */
function slotOf(grams: Uint32Array, gram: number): number {
  const slot = lowerBound(grams, gram);
  return grams[slot] === gram ? slot : -1;
}

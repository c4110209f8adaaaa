/** Finds folded texts of a lexicon: equal to a text, beginning with it, containing it. */
import {FAR_PLACE, SECTIONS} from '../facts.ts';
import {lowerBound} from '../rowset.ts';
import type {Scratch} from './scratch.ts';
import type {Sections} from './sections.ts';

export class Lexicon {
  readonly count: number;
  readonly #text: Uint8Array;
  readonly #at: Uint32Array;
  readonly #grams: Uint32Array | null;
  readonly #gramAt: Uint32Array | null;
  readonly #gramCodes: Uint32Array | null;
  readonly #gramPlaces: Uint8Array | null;

  /** The lexicon `of` a column, of the words or of the names; `parts` where it has grams. */
  constructor(sections: Sections, of: string, parts: boolean) {
    const names = SECTIONS.lexicon(of);
    this.#text = sections.bytes(names.text);
    this.#at = sections.u32(names.at);
    this.count = this.#at.length - 1;
    this.#grams = parts ? sections.u32(names.grams) : null;
    this.#gramAt = parts ? sections.u32(names.gram_at) : null;
    this.#gramCodes = parts ? sections.u32(names.gram_codes) : null;
    this.#gramPlaces = parts ? sections.bytes(names.gram_places) : null;
  }

  /** Codes of the texts that equal `text`: from, to. */
  equal(text: Buffer): [from: number, to: number] {
    const from = this.#bound(text, (order) => order < 0);
    return [from, this.#bound(text, (order) => order <= 0, from)];
  }

  /** Codes of the texts that begin with `text`: from, to. */
  beginning(text: Buffer): [from: number, to: number] {
    const from = this.#bound(text, (order) => order < 0);
    const end = this.#bound(text, (order, begins) => order <= 0 || begins, from);
    return [from, end];
  }

  /** Code by code point order of the first text for which `before` no longer holds. */
  #bound(text: Buffer, before: (order: number, begins: boolean) => boolean, from = 0): number {
    let [low, high] = [from, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [begin, end] = [this.#at[middle]!, this.#at[middle + 1]!];
      const common = this.#common(text, begin, end);
      const begins = common === text.length;
      let order = 0;
      if (common < text.length) {
        order = begin + common === end ? -1 : this.#text[begin + common]! - text[common]!;
      } else if (end - begin > text.length) order = 1;
      if (before(order, begins)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Length of the common beginning of `text` and the bytes from `begin` to `end`. */
  #common(text: Buffer, begin: number, end: number): number {
    const most = Math.min(text.length, end - begin);
    let i = 0;
    while (i < most && this.#text[begin + i] === text[i]) i++;
    return i;
  }

  /** Codes of the texts that contain `part`, ascending where the part has three bytes or more; each once. */
  containing(part: Buffer, scratch: Scratch): Uint32Array {
    const [grams, at, codes] = [this.#grams, this.#gramAt, this.#gramCodes];
    if (!grams || !at || !codes) throw new Error('this lexicon does not find parts of texts');
    if (part.length === 0) return allCodes(this.count, scratch);
    // Grams at the end of a text are filled with zero bytes, which a part may really have.
    const endsInZero = part[part.length - 1] === 0;
    if (part.length < 3) {
      const first = (part[0]! << 16) | ((part[1] ?? 0) << 8);
      const last = part.length === 1 ? first + 0x10000 : first + 0x100;
      const [from, to] = [lowerBound(grams, first), lowerBound(grams, last)];
      const found = this.#together(codes.subarray(at[from]!, at[to]!), to - from, scratch);
      return endsInZero ? this.#verified(found, part, scratch) : found;
    }
    const lists = listsOf(part, grams, at);
    const rarest = lists?.[0];
    if (!lists || !rarest) return codes.subarray(0, 0);
    const list = codes.subarray(rarest.next, rarest.end);
    if (part.length === 3 && !endsInZero) return list;
    return endsInZero ? this.#verified(list, part, scratch) : this.#joined(lists, codes, part, scratch);
  }

  /**
   * Codes that stand in all lists and whose texts contain the part: by the places of the grams where these fit
   * together, by the text itself where a gram stands in it more than once.
   */
  #joined(lists: List[], codes: Uint32Array, part: Buffer, scratch: Scratch): Uint32Array {
    const places = this.#gramPlaces!;
    const [rarest, ...others] = lists as [List, ...List[]];
    const room = scratch.numbers(rarest.end - rarest.next);
    let found = 0;
    for (let i = rarest.next; i < rarest.end; i++) {
      const code = codes[i]!;
      const start = places[i]! - rarest.offset;
      let fits = places[i] !== FAR_PLACE && start >= 0;
      let everywhere = true;
      for (const other of others) {
        other.next = reach(codes, code, other.next, other.end);
        if (other.next === other.end) return scratch.shorten(room, found);
        if (codes[other.next] !== code) {
          everywhere = false;
          break;
        }
        const place = places[other.next]!;
        if (place - other.offset !== start || place === FAR_PLACE) fits = false;
      }
      if (everywhere && (fits || this.#contains(code, part))) room[found++] = code;
    }
    return scratch.shorten(room, found);
  }

  /** Lists of several grams as one set: a text has several grams that begin alike. */
  #together(lists: Uint32Array, count: number, scratch: Scratch): Uint32Array {
    if (count === 1) return lists;
    const room = scratch.numbers(Math.min(lists.length, this.count));
    const seen = scratch.bits(this.count);
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
  #verified(list: Uint32Array, part: Buffer, scratch: Scratch): Uint32Array {
    const room = scratch.numbers(list.length);
    let found = 0;
    for (let i = 0; i < list.length; i++) if (this.#contains(list[i]!, part)) room[found++] = list[i]!;
    return scratch.shorten(room, found);
  }

  #contains(code: number, part: Buffer): boolean {
    const text = this.#text;
    const last = this.#at[code + 1]! - part.length;
    const first = part[0]!;
    for (let i = this.#at[code]!; i <= last; i++) {
      if (text[i] !== first) continue;
      let j = 1;
      while (j < part.length && text[i + j] === part[j]) j++;
      if (j === part.length) return true;
    }
    return false;
  }
}

/** Codes with one gram of a part, which stands at `offset` in it: those from `next` up to `end`. */
interface List {
  offset: number;
  next: number;
  end: number;
}

/** Lists of grams that cover a part of three bytes or more, the shortest first; null where one is of no text. */
function listsOf(part: Buffer, grams: Uint32Array, at: Uint32Array): List[] | null {
  const lists: List[] = [];
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
  const codes = scratch.numbers(count);
  for (let code = 0; code < count; code++) codes[code] = code;
  return codes;
}

/** Index of a gram, or -1. */
function slotOf(grams: Uint32Array, gram: number): number {
  const slot = lowerBound(grams, gram);
  return grams[slot] === gram ? slot : -1;
}

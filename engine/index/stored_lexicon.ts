/** A lexicon whose texts and lists stay in a file: only its grams are in memory. */
import {SECTIONS} from '../facts.ts';
import type {Stored} from '../stored.ts';
import {containing, type Grams, type List} from './grams.ts';
import type {Scratch} from './scratch.ts';
import type {Sections} from './sections.ts';

/** More lists than these are not read: the text says the rest. */
const MOST_LISTS = 6;

export class StoredLexicon {
  readonly count: number;
  readonly #text: Stored;
  readonly #at: Stored;
  readonly #codes: Stored;
  readonly #places: Stored;
  readonly #grams: Grams;
  readonly #pair = new Uint32Array(2);

  /** `sections` are those of the index, `stored` those of the file. */
  constructor(sections: Sections, stored: (name: string) => Stored, of: string) {
    const names = SECTIONS.lexicon(of);
    this.#text = stored(names.text);
    this.#at = stored(names.at);
    this.#codes = stored(names.gram_codes);
    this.#places = stored(names.gram_places);
    this.count = this.#at.length - 1;
    this.#grams = {
      count: this.count,
      grams: sections.u32(names.grams),
      at: sections.u32(names.gram_at),
      read: (lists, scratch) => this.#read(lists, scratch),
      contains: (code, part) => this.text(code).includes(part),
    };
  }

  /** Codes of the texts that contain `part`, ascending where the part has three bytes or more; each once. */
  containing(part: Buffer, scratch: Scratch): Uint32Array {
    return containing(this.#grams, part, scratch);
  }

  /** A folded text. */
  text(code: number): Buffer {
    const pair = this.#pair;
    this.#at.read(code, code + 2, pair);
    const bytes = Buffer.allocUnsafe(pair[1]! - pair[0]!);
    this.#text.read(pair[0]!, pair[1]!, bytes);
    return bytes;
  }

  /** First code from one up to another whose text is not before `wanted`; the texts between must be sorted. */
  lower(wanted: Buffer, from: number, to: number): number {
    const at = new Uint32Array(to - from + 1);
    this.#at.read(from, to + 1, at);
    const bytes = Buffer.allocUnsafe(at[to - from]! - at[0]!);
    this.#text.read(at[0]!, at[to - from]!, bytes);
    let [low, high] = [0, to - from];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [begin, end] = [at[middle]! - at[0]!, at[middle + 1]! - at[0]!];
      if (bytes.compare(wanted, 0, wanted.length, begin, end) < 0) low = middle + 1;
      else high = middle;
    }
    return from + low;
  }

  /** The lists one after the other in room of the scratch. */
  #read(lists: List[], scratch: Scratch): {codes: Uint32Array; places: Uint8Array} {
    if (lists.length > MOST_LISTS) lists.length = MOST_LISTS;
    const length = lists.reduce((sum, {next, end}) => sum + end - next, 0);
    const codes = scratch.numbers(length);
    const room = scratch.numbers((length + 3) >>> 2);
    const places = new Uint8Array(room.buffer, room.byteOffset, length);
    let at = 0;
    for (const list of lists) {
      const {next, end} = list;
      const size = end - next;
      this.#codes.read(next, end, codes.subarray(at, at + size));
      this.#places.read(next, end, places.subarray(at, at + size));
      list.next = at;
      list.end = at + size;
      at += size;
    }
    return {codes, places};
  }
}

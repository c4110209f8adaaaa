/** Finds folded texts of a lexicon: equal to a text, beginning with it, containing it. */
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {containing, intersectLists, type TrigramIndex} from './trigrams.ts';

export class TermDictionary {
  readonly count: number;
  readonly #text: Uint8Array;
  readonly #at: Uint32Array;
  readonly #grams: TrigramIndex | null;

  /** The lexicon `of` a column, of the words or of the names; `parts` where it has grams. */
  constructor(sections: Sections, of: string, parts: boolean) {
    const names = SECTIONS.terms(of);
    this.#text = sections.bytes(names.bytes);
    this.#at = sections.u32(names.offsets);
    this.count = this.#at.length - 1;
    this.#grams = parts ? this.#open(sections, names) : null;
  }

  #open(sections: Sections, names: ReturnType<typeof SECTIONS.terms>): TrigramIndex {
    const [codes, places] = [sections.u32(names.trigram_ordinals), sections.bytes(names.trigram_positions)];
    return {
      count: this.count,
      trigrams: sections.u32(names.trigrams),
      offsets: sections.u32(names.trigram_offsets),
      ordinals: (from, to) => codes.subarray(from, to),
      intersect: (lists, part, scratch) =>
        intersectLists(codes, places, lists, (code) => this.#contains(code, part), scratch),
      contains: (code, part) => this.#contains(code, part),
    };
  }

  /** Codes of the texts that equal `text`: from, to. */
  equalTo(text: Buffer): [from: number, to: number] {
    const from = this.#bound(text, (order) => order < 0);
    return [from, this.#bound(text, (order) => order <= 0, from)];
  }

  /** Codes of the texts that begin with `text`: from, to. */
  startingWith(text: Buffer): [from: number, to: number] {
    const from = this.#bound(text, (order) => order < 0);
    const end = this.#bound(text, (order, begins) => order <= 0 || begins, from);
    return [from, end];
  }

  /** Code by code point order of the first text for which `before` no longer holds. */
  #bound(text: Buffer, before: (order: number, begins: boolean) => boolean, from = 0): number {
    return partitionPoint(from, this.count, (code) => {
      const begin = this.#at[code]!;
      const end = this.#at[code + 1]!;
      const common = this.#common(text, begin, end);
      const begins = common === text.length;
      let order = 0;
      if (common < text.length) {
        order = begin + common === end ? -1 : this.#text[begin + common]! - text[common]!;
      } else if (end - begin > text.length) order = 1;
      return before(order, begins);
    });
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
    if (!this.#grams) throw new Error('this lexicon does not find parts of texts');
    return containing(this.#grams, part, scratch);
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

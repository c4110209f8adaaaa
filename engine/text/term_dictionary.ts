/** A term dictionary in memory: finds folded terms that equal a text, start with it or contain it. */
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {containing, intersectLists, type TrigramIndex} from './trigrams.ts';

/** Terms are ordinals in code point order. */
export class TermDictionary {
  readonly count: number;
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  readonly #trigrams: TrigramIndex | null;

  /** `prefix` is the section family; `substrings`: whether it has trigrams. */
  constructor(sections: Sections, prefix: string, substrings: boolean) {
    const names = SECTIONS.terms(prefix);
    this.#bytes = sections.bytes(names.bytes);
    this.#offsets = sections.u32(names.offsets);
    this.count = this.#offsets.length - 1;
    this.#trigrams = substrings ? this.#openTrigrams(sections, names) : null;
  }

  #openTrigrams(sections: Sections, names: ReturnType<typeof SECTIONS.terms>): TrigramIndex {
    const [ordinals, positions] = [
      sections.u32(names.trigram_ordinals),
      sections.bytes(names.trigram_positions),
    ];
    return {
      count: this.count,
      trigrams: sections.u32(names.trigrams),
      offsets: sections.u32(names.trigram_offsets),
      ordinals: (from, to) => ordinals.subarray(from, to),
      intersect: (lists, substring, scratch) =>
        intersectLists(ordinals, positions, lists, (ordinal) => this.#contains(ordinal, substring), scratch),
      contains: (ordinal, substring) => this.#contains(ordinal, substring),
    };
  }

  /** Range of ordinals of the terms that equal a text. */
  equalTo(text: Buffer): [from: number, to: number] {
    const from = this.#bound(text, (order) => order < 0);
    return [from, this.#bound(text, (order) => order <= 0, from)];
  }

  /** Range of ordinals of the terms that start with a text. */
  startingWith(text: Buffer): [from: number, to: number] {
    const from = this.#bound(text, (order) => order < 0);
    const end = this.#bound(text, (order, starts) => order <= 0 || starts, from);
    return [from, end];
  }

  /** First ordinal whose term does not precede, by its order relative to the text and whether it starts with it. */
  #bound(text: Buffer, precedes: (order: number, starts: boolean) => boolean, from = 0): number {
    return partitionPoint(from, this.count, (ordinal) => {
      const begin = this.#offsets[ordinal]!;
      const end = this.#offsets[ordinal + 1]!;
      const common = this.#commonPrefix(text, begin, end);
      const starts = common === text.length;
      let order = 0;
      if (common < text.length) {
        order = begin + common === end ? -1 : this.#bytes[begin + common]! - text[common]!;
      } else if (end - begin > text.length) order = 1;
      return precedes(order, starts);
    });
  }

  /** Length of the common prefix of `text` and the bytes from `begin` to `end`. */
  #commonPrefix(text: Buffer, begin: number, end: number): number {
    const length = Math.min(text.length, end - begin);
    let i = 0;
    while (i < length && this.#bytes[begin + i] === text[i]) i++;
    return i;
  }

  /** Ordinals of the terms that contain a substring, each once; ascending where it has three bytes or more. */
  containing(substring: Buffer, scratch: Scratch): Uint32Array {
    if (!this.#trigrams) throw new Error('this term dictionary has no trigrams');
    return containing(this.#trigrams, substring, scratch);
  }

  #contains(ordinal: number, substring: Buffer): boolean {
    const bytes = this.#bytes;
    const last = this.#offsets[ordinal + 1]! - substring.length;
    const first = substring[0]!;
    for (let i = this.#offsets[ordinal]!; i <= last; i++) {
      if (bytes[i] !== first) continue;
      let j = 1;
      while (j < substring.length && bytes[i + j] === substring[j]) j++;
      if (j === substring.length) return true;
    }
    return false;
  }
}

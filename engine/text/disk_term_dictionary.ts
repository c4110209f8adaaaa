/** A lexicon whose texts and lists stay in a file: only its grams are in memory. */

import type {FileSection} from '../file/file_section.ts';
import {offsetBits, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {readStrings, type Strings} from './disk_texts.ts';
import {containing, type TrigramIndex, type TrigramList} from './trigrams.ts';

/** Looking at a text takes as long as reading so many lists. */
const TEXT = 2;

/** More lists than these are not read: the texts say the rest. */
const MOST_LISTS = 6;

export class DiskTermDictionary {
  readonly count: number;
  readonly #text: FileSection;
  readonly #at: FileSection;
  /** Codes and places of the grams as one number each. */
  readonly #lists: FileSection;
  readonly #grams: TrigramIndex;
  /** Bits of the place, and what stands there for a place too far behind. */
  readonly #bits: number;
  readonly #far: number;

  /** `sections` are those of the index, `stored` those of the file. */
  constructor(sections: Sections, stored: (name: string) => FileSection, of: string) {
    const names = SECTIONS.terms(of);
    this.#text = stored(names.bytes);
    this.#at = stored(names.offsets);
    this.#lists = stored(names.trigram_ordinals);
    this.count = this.#at.length - 1;
    this.#bits = offsetBits(this.count);
    this.#far = 2 ** this.#bits - 1;
    this.#grams = {
      count: this.count,
      trigrams: sections.u32(names.trigrams),
      offsets: sections.u32(names.trigram_offsets),
      ordinals: (from, to, scratch) => this.#codes(from, to, scratch),
      intersect: (lists, part, scratch) => this.#joined(lists, part, scratch),
      contains: (code, part) => this.#textOf(code).includes(part),
    };
  }

  /** Codes of the texts that contain `part`, ascending where the part has three bytes or more; each once. */
  containing(part: Buffer, scratch: Scratch): Uint32Array {
    return containing(this.#grams, part, scratch);
  }

  /** The folded texts of some codes, which ascend; valid until the scratch is released. */
  terms(codes: Uint32Array, scratch: Scratch): Strings {
    return readStrings(this.#at, this.#text, codes, scratch);
  }

  /** First code from one up to another whose text is not before `wanted`; the texts between must be sorted. */
  lowerBound(wanted: Buffer, from: number, to: number): number {
    const at = new Uint32Array(to - from + 1);
    this.#at.read(from, to + 1, at);
    const bytes = Buffer.allocUnsafe(at[to - from]! - at[0]!);
    this.#text.read(at[0]!, at[to - from]!, bytes);
    const precedes = (i: number): boolean =>
      bytes.compare(wanted, 0, wanted.length, at[i]! - at[0]!, at[i + 1]! - at[0]!) < 0;
    return from + partitionPoint(0, to - from, precedes);
  }

  #textOf(code: number): Buffer {
    const pair = new Uint32Array(2);
    this.#at.read(code, code + 2, pair);
    const bytes = Buffer.allocUnsafe(pair[1]! - pair[0]!);
    this.#text.read(pair[0]!, pair[1]!, bytes);
    return bytes;
  }

  #codes(from: number, to: number, scratch: Scratch): Uint32Array {
    const codes = scratch.u32(to - from);
    this.#lists.read(from, to, codes);
    for (let i = 0; i < codes.length; i++) codes[i] = codes[i]! >>> this.#bits;
    return codes;
  }

  /**
   * One list after the other is met with what is left. A gram that stands elsewhere than the part asks for may stand
   * in the text again: then, and where lists were left out, the text says whether it contains the part.
   */
  #joined(lists: TrigramList[], part: Buffer, scratch: Scratch): Uint32Array {
    const [rarest, ...others] = lists as [TrigramList, ...TrigramList[]];
    const left = scratch.u32(rarest.end - rarest.next);
    this.#lists.read(rarest.next, rarest.end, left);
    let count = left.length;
    let read = 1;
    for (; read <= others.length && read < MOST_LISTS; read++) {
      if (count * TEXT < lists.length - read) break;
      const {next, end, offset} = others[read - 1]!;
      const list = scratch.u32(end - next);
      this.#lists.read(next, end, list);
      count = this.#meet(left, count, list, offset - rarest.offset);
    }
    const whole = read === lists.length;
    return this.#contained(left.subarray(0, count), part, whole ? rarest.offset : null, scratch);
  }

  /**
   * Keeps of the first `count` numbers those whose code is in the list too; where the other gram does not stand `apart`
   * bytes behind, the place becomes that of a gram too far behind. Gives how many are left.
   */
  #meet(left: Uint32Array, count: number, list: Uint32Array, apart: number): number {
    const [bits, far] = [this.#bits, this.#far];
    let kept = 0;
    for (let i = 0, j = 0; i < count; i++) {
      const number = left[i]!;
      const code = number >>> bits;
      while (j < list.length && list[j]! >>> bits < code) j++;
      if (j === list.length) break;
      if (list[j]! >>> bits !== code) continue;
      const place = number & far;
      const other = list[j]! & far;
      const fits = place !== far && other !== far && other - place === apart;
      left[kept++] = fits ? number : number - place + far;
    }
    return kept;
  }

  /** The codes of those that contain the part; `offset`: that of the gram whose places say so, unless they are far. */
  #contained(numbers: Uint32Array, part: Buffer, offset: number | null, scratch: Scratch): Uint32Array {
    const [bits, far] = [this.#bits, this.#far];
    const [found, unsure] = [scratch.u32(numbers.length), scratch.u32(numbers.length)];
    let open = 0;
    for (let i = 0; i < numbers.length; i++) {
      const place = numbers[i]! & far;
      found[i] = numbers[i]! >>> bits;
      if (offset === null || place === far || place < offset) unsure[open++] = found[i]!;
    }
    if (open === 0) return found;
    const {bytes, ends} = this.terms(unsure.subarray(0, open), scratch);
    let [kept, next] = [0, 0];
    for (let i = 0; i < found.length; i++) {
      const code = found[i]!;
      if (next < open && unsure[next] === code) {
        const holds = bytes.subarray(ends[next - 1] ?? 0, ends[next]).includes(part);
        next++;
        if (!holds) continue;
      }
      found[kept++] = code;
    }
    return found.subarray(0, kept);
  }
}

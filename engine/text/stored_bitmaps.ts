/** Bitmaps of the rows of short substrings that very many rows have, one after the other. */
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS, substringKey} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {bitmapLength} from '../rowset/stored_list.ts';

/** Longer substrings have no bitmap. */
const LONGEST = 3;

export class StoredBitmaps {
  /** By slot: the rows of the substring. */
  readonly counts: Uint32Array;
  /** All words where they are in memory, or brought there by the source; null where they stay in the file. */
  readonly words: Uint32Array | null;
  /** The substrings, ascending; see `substringKey`. */
  readonly #keys: Uint32Array;
  readonly #staying: FileSection | null;
  /** Words of a bitmap. */
  readonly #length: number;

  /** Those of a table with so many rows. */
  constructor(sections: Sections, rows: number) {
    const names = SECTIONS.substrings;
    this.#keys = sections.u32(names.keys);
    this.counts = sections.u32(names.counts);
    this.#staying = sections.staying(names.bitmaps);
    this.words = this.#staying ? null : sections.u32(names.bitmaps);
    this.#length = bitmapLength(rows);
  }

  /** The slot of a substring; -1 where it has no bitmap. */
  slotOf(substring: Buffer): number {
    if (substring.length > LONGEST) return -1;
    const key = substringKey(substring);
    const slot = lowerBound(this.#keys, key);
    return this.#keys[slot] === key ? slot : -1;
  }

  /** The words of a bitmap: do not change them. Valid until the scratch is released. */
  read(slot: number, scratch: Scratch): Uint32Array {
    const [from, to] = [slot * this.#length, (slot + 1) * this.#length];
    if (!this.#staying) return this.words!.subarray(from, to);
    const words = scratch.u32(this.#length);
    this.#staying.read(from, to, words);
    return words;
  }
}

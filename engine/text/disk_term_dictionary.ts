/** A term dictionary on disk: only its distinct trigrams are in memory, terms and trigram lists stay in the file. */
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {readStrings, type Strings} from './disk_strings.ts';
import {GramLists} from './gram_lists.ts';
import {entryForm, type TrigramList} from './trigram_entries.ts';
import {containing, type TrigramIndex} from './trigrams.ts';

/** Verifying a term costs as much as reading so many lists. */
const TERM_COST = 2;

/** No more lists than these are read: the terms decide the rest. */
const MAX_LISTS = 6;

/** Entries of trigram lists hold an ordinal and, in the low bits, the offset of the trigram in the term. */
export class DiskTermDictionary {
  readonly count: number;
  readonly #bytes: FileSection;
  readonly #offsets: FileSection;
  readonly #lists: GramLists;
  readonly #trigrams: TrigramIndex;
  /** Bits of the offset. */
  readonly #bits: number;
  /** Stands for an offset that does not fit; also the mask of the bits. */
  readonly #far: number;

  /** `sections` are those of the index file, `onDisk` those of the `.found` file. */
  constructor(sections: Sections, onDisk: (name: string) => FileSection, prefix: string) {
    const names = SECTIONS.terms(prefix);
    this.#bytes = onDisk(names.bytes);
    this.#offsets = onDisk(names.offsets);
    this.count = this.#offsets.length - 1;
    const {bits, far} = entryForm(this.count);
    this.#bits = bits;
    this.#far = far;
    const offsets = sections.u32(names.trigram_offsets);
    this.#lists = new GramLists(onDisk(names.trigram_ordinals), offsets, this.count);
    this.#trigrams = {
      count: this.count,
      trigrams: sections.u32(names.trigrams),
      offsets,
      ordinals: (from, to, scratch) => this.#lists.ordinals(from, to, scratch),
      intersect: (lists, substring, scratch) => this.#intersect(lists, substring, scratch),
      contains: (ordinal, substring) => this.#term(ordinal).includes(substring),
    };
  }

  /** Ordinals of the terms that contain a substring, each once; ascending where it has three bytes or more. */
  containing(substring: Buffer, scratch: Scratch): Uint32Array {
    return containing(this.#trigrams, substring, scratch);
  }

  /** Those of some ascending ordinals whose terms have a length, in bytes. */
  ofLength(ordinals: Uint32Array, length: number, scratch: Scratch): Uint32Array {
    const {ends} = this.terms(ordinals, scratch);
    return ordinals.filter((_, i) => ends[i]! - (ends[i - 1] ?? 0) === length);
  }

  /** The terms of some ascending ordinals; valid until the scratch is released. */
  terms(ordinals: Uint32Array, scratch: Scratch): Strings {
    return readStrings(this.#offsets, this.#bytes, ordinals, scratch);
  }

  /** Reads a range of terms, which must be sorted: the result gives the first ordinal of it whose term is not before a text. */
  lowerBounds(from: number, to: number): (text: Buffer) => number {
    const offsets = new Uint32Array(to - from + 1);
    this.#offsets.read(from, to + 1, offsets);
    const bytes = Buffer.allocUnsafe(offsets[to - from]! - offsets[0]!);
    this.#bytes.read(offsets[0]!, offsets[to - from]!, bytes);
    return (text) => {
      const precedes = (i: number): boolean =>
        bytes.compare(text, 0, text.length, offsets[i]! - offsets[0]!, offsets[i + 1]! - offsets[0]!) < 0;
      return from + partitionPoint(0, to - from, precedes);
    };
  }

  #term(ordinal: number): Buffer {
    const range = new Uint32Array(2);
    this.#offsets.read(ordinal, ordinal + 2, range);
    const bytes = Buffer.allocUnsafe(range[1]! - range[0]!);
    this.#bytes.read(range[0]!, range[1]!, bytes);
    return bytes;
  }

  /**
   * Intersects the lists one by one, shortest first. A trigram at another offset than the substring needs may occur in
   * the term a second time: then, and where lists were skipped, the term itself is checked.
   */
  #intersect(lists: TrigramList[], substring: Buffer, scratch: Scratch): Uint32Array {
    const [rarest, ...others] = lists as [TrigramList, ...TrigramList[]];
    const entries = this.#lists.entries(rarest.next, rarest.end, scratch);
    let count = entries.length;
    let read = 1;
    for (; read <= others.length && read < MAX_LISTS; read++) {
      if (count * TERM_COST < lists.length - read) break;
      const {next, end, offset} = others[read - 1]!;
      const list = this.#lists.entries(next, end, scratch);
      count = this.#retain(entries, count, list, offset - rarest.offset);
    }
    const complete = read === lists.length;
    return this.#verify(entries.subarray(0, count), substring, complete ? rarest.offset : null, scratch);
  }

  /**
   * Retains those of the first `count` entries whose ordinal is in the list too; where the trigram of the list is not
   * `distance` bytes later, the offset is marked as unknown. Returns how many are left.
   */
  #retain(entries: Uint32Array, count: number, list: Uint32Array, distance: number): number {
    const [bits, far] = [this.#bits, this.#far];
    let kept = 0;
    for (let i = 0, j = 0; i < count; i++) {
      const entry = entries[i]!;
      const ordinal = entry >>> bits;
      while (j < list.length && list[j]! >>> bits < ordinal) j++;
      if (j === list.length) break;
      if (list[j]! >>> bits !== ordinal) continue;
      const offset = entry & far;
      const other = list[j]! & far;
      const fits = offset !== far && other !== far && other - offset === distance;
      entries[kept++] = fits ? entry : entry - offset + far;
    }
    return kept;
  }

  /**
   * Ordinals of the entries whose terms contain the substring. `offset` is that of the trigram in the substring where
   * the offsets of the entries prove it, null where every term must be read.
   */
  #verify(entries: Uint32Array, substring: Buffer, offset: number | null, scratch: Scratch): Uint32Array {
    const [bits, far] = [this.#bits, this.#far];
    const [ordinals, unproven] = [scratch.u32(entries.length), scratch.u32(entries.length)];
    let open = 0;
    for (let i = 0; i < entries.length; i++) {
      const at = entries[i]! & far;
      ordinals[i] = entries[i]! >>> bits;
      if (offset === null || at === far || at < offset) unproven[open++] = ordinals[i]!;
    }
    if (open === 0) return ordinals;
    const {bytes, ends} = this.terms(unproven.subarray(0, open), scratch);
    let [kept, next] = [0, 0];
    for (let i = 0; i < ordinals.length; i++) {
      const ordinal = ordinals[i]!;
      if (next < open && unproven[next] === ordinal) {
        const contains = bytes.subarray(ends[next - 1] ?? 0, ends[next]).includes(substring);
        next++;
        if (!contains) continue;
      }
      ordinals[kept++] = ordinal;
    }
    return ordinals.subarray(0, kept);
  }
}

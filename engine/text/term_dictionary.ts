/** Finds the folded terms of a dictionary that equal a text, start with it or contain it. */
import {Expected, expectElements, isFar} from '../file/far_elements.ts';
import type {FileSection} from '../file/file_section.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {partitionPoint} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {readStrings, type StringArray} from './string_array.ts';
import {
  coveringLists,
  distinctOf,
  type EntryForm,
  entryForm,
  intersectLists,
  slotsStartingWith,
  type TrigramList,
} from './trigrams.ts';

/**
 * Of lists that stay in the file one that is so many times as long as the shortest is not read: looking at
 * the terms of the shortest costs less.
 */
const MAX_READ_RATIO = 64;

/** Steps of a search whose terms are asked for together, where they are not in memory. */
const STEPS = 3;

/** What so many steps of a search of a range may look at. */
function probesOf(from: number, to: number, steps = STEPS): number[] {
  if (from >= to || steps === 0) return [];
  const middle = (from + to) >>> 1;
  return [middle, ...probesOf(from, middle, steps - 1), ...probesOf(middle + 1, to, steps - 1)];
}

/** Whether a term precedes a place, by its order relative to a text and whether it starts with it. */
type Precedes = (order: number, starts: boolean) => boolean;
const isBefore: Precedes = (order) => order < 0;
const isNotAfter: Precedes = (order) => order <= 0;
const isNotBeyond: Precedes = (order, starts) => order <= 0 || starts;

/** Terms that stay in the file. */
interface StayingTerms {
  bytes: FileSection;
  offsets: FileSection;
}

/**
 * Terms are ordinals in the order in which they were written. What was written to stay in the file is read
 * there; terms that are found by equality or prefix are in memory, in code point order.
 */
export class TermDictionary {
  readonly count: number;
  readonly #bytes: Uint8Array;
  readonly #offsets: Uint32Array;
  /** Each trigram, and where its entries begin. */
  readonly #trigrams: {keys: Uint32Array; offsets: Uint32Array} | null;
  readonly #entries: Uint32Array;
  /** The entries, where they stay in the file. */
  readonly #staying: FileSection | null;
  /** The terms, where they stay there; then there are none in memory, or as little of them as of their file. */
  readonly #stayingTerms: StayingTerms | null;
  readonly #form: EntryForm;

  /** `prefix` is the section family; `substrings`: whether it has trigrams. */
  constructor(sections: Sections, prefix: string, substrings: boolean) {
    const names = SECTIONS.terms(prefix);
    const [bytes, offsets] = [sections.inFile(names.bytes), sections.inFile(names.offsets)];
    this.#stayingTerms = bytes && offsets && {bytes, offsets};
    const isSearched = !sections.stays(names.bytes);
    this.#bytes = isSearched ? sections.bytes(names.bytes) : new Uint8Array(0);
    this.#offsets = isSearched ? sections.u32(names.offsets) : new Uint32Array(0);
    this.count = (this.#stayingTerms?.offsets ?? this.#offsets).length - 1;
    this.#form = entryForm(this.count);
    this.#staying = substrings ? sections.inFile(names.trigram_ordinals) : null;
    this.#entries = substrings && !this.#staying ? sections.u32(names.trigram_ordinals) : new Uint32Array(0);
    this.#trigrams = substrings
      ? {keys: sections.u32(names.trigrams), offsets: sections.u32(names.trigram_offsets)}
      : null;
  }

  /** All terms in their order. */
  all(): StringArray {
    return {bytes: this.#bytes, offsets: this.#offsets};
  }

  /** Range of ordinals of the terms that equal a text. */
  equalTo(text: Buffer): [from: number, to: number] {
    const from = this.#bound(text, isBefore, 0, this.count);
    return [from, this.#nextBound(text, isNotAfter, from)];
  }

  /** Range of ordinals of the terms that start with a text. */
  startingWith(text: Buffer): [from: number, to: number] {
    const from = this.#bound(text, isBefore, 0, this.count);
    return [from, this.#nextBound(text, isNotBeyond, from)];
  }

  /** Ordinals of the terms that start with a text: [from, equal) equal it, [equal, end) are longer. */
  prefixRange(text: Buffer): [from: number, equal: number, end: number] {
    const from = this.#bound(text, isBefore, 0, this.count);
    const equal = this.#nextBound(text, isNotAfter, from);
    return [from, equal, this.#nextBound(text, isNotBeyond, equal)];
  }

  /** As `#bound` from an ordinal that is mostly near: the terms that start with a text are few among all. */
  #nextBound(text: Buffer, precedes: Precedes, from: number): number {
    let [low, step] = [from, 1];
    while (low + step <= this.count && this.#precedes(low + step - 1, text, precedes)) {
      low += step;
      step *= 2;
    }
    return this.#bound(text, precedes, low, Math.min(this.count, low + step - 1));
  }

  /** First ordinal of a range whose term does not precede. */
  #bound(text: Buffer, precedes: Precedes, from: number, to: number): number {
    if (isFar(this.#offsets)) return this.#farBound(text, precedes, from, to);
    return partitionPoint(from, to, (ordinal) => this.#precedes(ordinal, text, precedes));
  }

  /** As `#bound`; asks for what the next steps may look at together. */
  #farBound(text: Buffer, precedes: Precedes, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const probes = probesOf(low, high);
      expectElements(this.#offsets, probes, 2);
      const expected = new Expected();
      for (const probe of probes) {
        const begin = this.#offsets[probe]!;
        expected.add(this.#bytes, begin, Math.min(this.#offsets[probe + 1]!, begin + text.length + 1));
      }
      expected.check();
      for (let step = 0; step < STEPS && low < high; step++) {
        const middle = (low + high) >>> 1;
        if (this.#precedes(middle, text, precedes)) low = middle + 1;
        else high = middle;
      }
    }
    return low;
  }

  #precedes(ordinal: number, text: Buffer, precedes: Precedes): boolean {
    const begin = this.#offsets[ordinal]!;
    const end = this.#offsets[ordinal + 1]!;
    const common = this.#commonPrefix(text, begin, end);
    const starts = common === text.length;
    let order = 0;
    if (common < text.length) {
      order = begin + common === end ? -1 : this.#bytes[begin + common]! - text[common]!;
    } else if (end - begin > text.length) order = 1;
    return precedes(order, starts);
  }

  /** Length of the common prefix of `text` and the bytes from `begin` to `end`. */
  #commonPrefix(text: Buffer, begin: number, end: number): number {
    const length = Math.min(text.length, end - begin);
    let i = 0;
    while (i < length && this.#bytes[begin + i] === text[i]) i++;
    return i;
  }

  /**
   * Ordinals of the terms that contain a substring, each once; ascending where it has three bytes or more.
   */
  containing(substring: Buffer, scratch: Scratch): Uint32Array {
    if (!this.#trigrams) throw new Error('this term dictionary has no trigrams');
    const {keys, offsets} = this.#trigrams;
    if (substring.length === 0) return scratch.range(0, this.count);
    // Trigrams at the end of a term are padded with zero bytes, which a substring may really contain.
    const endsInZero = substring[substring.length - 1] === 0;
    if (substring.length < 3) {
      const [from, to] = slotsStartingWith(keys, substring);
      const lists = this.#ordinals(offsets[from]!, offsets[to]!, scratch);
      const ordinals = to - from === 1 ? lists : distinctOf(lists, this.count, scratch);
      return endsInZero ? this.#verify(ordinals.sort(), substring, scratch) : ordinals;
    }
    const lists = coveringLists(substring, keys, offsets);
    if (!lists) return scratch.u32(0);
    if (substring.length > 3 && !endsInZero) return this.#intersect(lists, substring, scratch);
    const list = this.#ordinals(lists[0]!.next, lists[0]!.end, scratch);
    return endsInZero ? this.#verify(list, substring, scratch) : list;
  }

  /** Those of some ascending ordinals whose terms have a length, in bytes. */
  ofLength(ordinals: Uint32Array, length: number, scratch: Scratch): Uint32Array {
    if (this.#stayingTerms) {
      const {bytes, offsets} = this.#stayingTerms;
      const {ends} = readStrings(offsets, bytes, ordinals, scratch);
      return ordinals.filter((_, i) => ends[i]! - (ends[i - 1] ?? 0) === length);
    }
    return ordinals.filter((ordinal) => this.#offsets[ordinal + 1]! - this.#offsets[ordinal]! === length);
  }

  /** As `containing`; a dictionary without trigrams, which has few terms, is scanned. */
  including(substring: Buffer, scratch: Scratch): Uint32Array {
    if (this.#trigrams) return this.containing(substring, scratch);
    const ordinals = scratch.u32(this.count);
    let count = 0;
    for (let ordinal = 0; ordinal < this.count; ordinal++) {
      if (this.includes(ordinal, substring)) ordinals[count++] = ordinal;
    }
    return scratch.shrink(ordinals, count);
  }

  #ordinals(from: number, to: number, scratch: Scratch): Uint32Array {
    const ordinals = scratch.u32(to - from);
    const {bits} = this.#form;
    let entries = this.#entries;
    let begin = from;
    if (this.#staying) {
      this.#staying.read(from, to, ordinals);
      [entries, begin] = [ordinals, 0];
    }
    let count = 0;
    for (let i = begin; i < begin + to - from; i++) {
      const ordinal = entries[i]! >>> bits;
      // A term has an entry for every occurrence.
      if (count === 0 || ordinals[count - 1] !== ordinal) ordinals[count++] = ordinal;
    }
    return scratch.shrink(ordinals, count);
  }

  #intersect(lists: TrigramList[], substring: Buffer, scratch: Scratch): Uint32Array {
    if (this.#staying) return this.#intersectStaying(this.#staying, lists, substring, scratch);
    const contains = (ordinal: number) => this.includes(ordinal, substring);
    return intersectLists(this.#entries, this.#form, lists, contains, scratch);
  }

  /**
   * As `#intersect`, of lists that are read from the file: not those that are much longer than the shortest.
   */
  #intersectStaying(
    file: FileSection,
    lists: readonly TrigramList[],
    substring: Buffer,
    scratch: Scratch,
  ): Uint32Array {
    const lengthOf = ({next, end}: TrigramList): number => end - next;
    const most = lengthOf(lists[0]!) * MAX_READ_RATIO;
    const near = lists.filter((list) => lengthOf(list) <= most);
    const entries = scratch.u32(near.reduce((sum, list) => sum + lengthOf(list), 0));
    let at = 0;
    file.expect(near.map(({next, end}) => [next, end]));
    const read = near.map((list): TrigramList => {
      const next = at;
      at += lengthOf(list);
      file.read(list.next, list.end, entries.subarray(next, at));
      return {offset: list.offset, next, end: at};
    });
    // Terms are read together, once all are known whose entries do not prove it.
    let isProven = read.length === lists.length;
    const contains = () => {
      isProven = false;
      return true;
    };
    const ordinals = intersectLists(entries, this.#form, read, contains, scratch);
    return isProven ? ordinals : this.#verify(ordinals, substring, scratch);
  }

  /**
   * Those of some ordinals, which ascend where terms stay in the file, whose terms contain a substring;
   * overwrites them.
   */
  #verify(ordinals: Uint32Array, substring: Buffer, scratch: Scratch): Uint32Array {
    const staying = this.#stayingTerms;
    const terms = staying && readStrings(staying.offsets, staying.bytes, ordinals, scratch);
    let count = 0;
    for (let i = 0; i < ordinals.length; i++) {
      const contains = terms
        ? terms.bytes.subarray(terms.ends[i - 1] ?? 0, terms.ends[i]).includes(substring)
        : this.includes(ordinals[i]!, substring);
      if (contains) ordinals[count++] = ordinals[i]!;
    }
    return ordinals.subarray(0, count);
  }

  /** Whether a term in memory contains a substring, which is not empty. */
  includes(ordinal: number, substring: Buffer): boolean {
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

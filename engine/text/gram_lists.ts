/**
 * The lists of the trigrams of a term dictionary on disk. Of each entry, the low 16 bits of the ordinal and the offset of the trigram in
 * the term are stored, after the ends of the blocks of as many ordinals as 16 bits number.
 */
import type {FileSection} from '../file/file_section.ts';
import type {IndexWriter} from '../file/index_file.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {BLOCK_ROWS, blocksOf} from '../rowset/stored_list.ts';
import {entryForm} from './trigram_entries.ts';

/** Entries of trigrams: those of trigram `i` lie from `offsets[i]` up to `offsets[i + 1]`. */
export interface GramEntries {
  offsets: Uint32Array;
  /** Ascending within a list. */
  ordinals: Uint32Array;
  /** Byte of the term at which the trigram occurs. */
  positions: Uint8Array;
}

/** Bytes of the ends of blocks that stand before every list. */
const endsOf = (terms: number): number => blocksOf(terms) * 4;

/** Bytes of an entry: its low bits, then, after those of all, its offset. */
const [LOW, OFFSET] = [2, 1];

/** Writes the lists of a dictionary of so many terms. */
export function writeGramLists(onDisk: IndexWriter, name: string, entries: GramEntries, terms: number): void {
  onDisk.writeChunks(name, 'u8', encoded(entries, terms));
}

function* encoded({offsets, ordinals, positions}: GramEntries, terms: number): Generator<Uint8Array> {
  const {far} = entryForm(terms);
  for (let gram = 0; gram + 1 < offsets.length; gram++) {
    const from = offsets[gram]!;
    const count = offsets[gram + 1]! - from;
    const bytes = new Uint8Array(endsOf(terms) + count * (LOW + OFFSET));
    const ends = new Uint32Array(bytes.buffer, 0, blocksOf(terms));
    const low = new Uint16Array(bytes.buffer, endsOf(terms), count);
    const at = bytes.subarray(endsOf(terms) + count * LOW);
    for (let i = 0; i < count; i++) {
      const ordinal = ordinals[from + i]!;
      low[i] = ordinal;
      ends[ordinal >>> 16] = i + 1;
      at[i] = Math.min(positions[from + i]!, far);
    }
    for (let block = 1; block < ends.length; block++) ends[block] ||= ends[block - 1]!;
    yield bytes;
  }
}

/** Reads the lists; places are those of entries, as in the offsets. */
export class GramLists {
  readonly #section: FileSection;
  readonly #offsets: Uint32Array;
  readonly #blocks: number;
  readonly #ends: number;
  readonly #bits: number;

  constructor(section: FileSection, offsets: Uint32Array, terms: number) {
    this.#section = section;
    this.#offsets = offsets;
    this.#blocks = blocksOf(terms);
    this.#ends = endsOf(terms);
    this.#bits = entryForm(terms).bits;
  }

  /** The entries of one list: ordinals and, in the low bits, offsets. Valid until the scratch is released. */
  entries(from: number, to: number, scratch: Scratch): Uint32Array {
    const count = to - from;
    const {ends, low, at} = this.#read(from, count, LOW + OFFSET, scratch);
    const entries = scratch.u32(count);
    for (let block = 0, i = 0; block < ends.length; block++) {
      const base = block * BLOCK_ROWS;
      for (; i < ends[block]!; i++) entries[i] = ((base + low[i]!) << this.#bits) | at[i]!;
    }
    return entries;
  }

  /** The ordinals of some neighbouring lists, each list ascending. Valid until the scratch is released. */
  ordinals(from: number, to: number, scratch: Scratch): Uint32Array {
    const ordinals = scratch.u32(to - from);
    for (let next = from; next < to; ) {
      const end = this.#offsets[this.#gramAt(next) + 1]!;
      const {ends, low} = this.#read(next, end - next, LOW, scratch);
      const into = ordinals.subarray(next - from);
      for (let block = 0, i = 0; block < ends.length; block++) {
        const base = block * BLOCK_ROWS;
        for (; i < ends[block]!; i++) into[i] = base + low[i]!;
      }
      next = end;
    }
    return ordinals;
  }

  /** The trigram whose list begins with an entry; none is empty. */
  #gramAt(entry: number): number {
    return lowerBound(this.#offsets, entry);
  }

  /** Reads the ends of the blocks of a list, and so many bytes of each of its entries. */
  #read(
    from: number,
    count: number,
    width: number,
    scratch: Scratch,
  ): {ends: Uint32Array; low: Uint16Array; at: Uint8Array} {
    const length = this.#ends + count * width;
    const begin = this.#gramAt(from) * this.#ends + from * (LOW + OFFSET);
    const words = scratch.u32((length + 3) >>> 2);
    const {buffer, byteOffset} = words;
    this.#section.read(begin, begin + length, new Uint8Array(buffer, byteOffset, length));
    const low = new Uint16Array(buffer, byteOffset + this.#ends, count);
    const at = new Uint8Array(buffer, byteOffset + this.#ends + count * LOW, count * (width - LOW));
    return {ends: words.subarray(0, this.#blocks), low, at};
  }
}

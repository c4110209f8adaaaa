/** Labels with a dictionary of their own: its texts are on disk, the label of each row is in memory. */
import type {FileSection} from '../file/file_section.ts';
import {LABELS_PER_BLOCK, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {readStrings, type Strings} from './disk_strings.ts';
import {DiskTermDictionary} from './disk_term_dictionary.ts';
import {
  type LabelBeginning,
  type LabelCloseness,
  type LabelParts,
  type Labels,
  ordinalsOfRows,
} from './labels.ts';
import {TermDictionary} from './term_dictionary.ts';

/** A text on disk takes a read of its own; the lists of a few trigrams find all texts that contain another. */
const MAX_COMPARED = 16;

export class StoredLabels implements Labels {
  readonly count: number;
  readonly maxCompared = MAX_COMPARED;
  readonly #terms: DiskTermDictionary;
  /** The first label of each block. */
  readonly #blocks: TermDictionary;
  readonly #ordinals: Uint8Array | Uint16Array | Uint32Array;
  readonly #values: FileSection;
  readonly #valueOffsets: FileSection;
  readonly #rows: FileSection;
  readonly #rowOffsets: FileSection;
  readonly #parts: LabelParts | null;

  /**
   * `sections` are those of the index file, `onDisk` those of the `.found` file; `parts` are columns in memory that labels are made
   * of.
   */
  constructor(sections: Sections, onDisk: (name: string) => FileSection, parts: LabelParts | null) {
    this.#parts = parts;
    const names = SECTIONS.search;
    const postings = SECTIONS.postings(names.labels);
    this.#terms = new DiskTermDictionary(sections, onDisk, names.labels);
    this.count = this.#terms.count;
    this.#blocks = new TermDictionary(sections, names.label_blocks, false);
    this.#ordinals = sections.ordinals(names.label_ordinals);
    this.#values = onDisk(names.label_values);
    this.#valueOffsets = onDisk(names.label_offsets);
    this.#rows = onDisk(postings.rows);
    this.#rowOffsets = onDisk(postings.offsets);
  }

  closenessTo(text: Buffer, scratch: Scratch): LabelCloseness | null {
    return this.#parts?.closenessTo(text, scratch) ?? null;
  }

  beginningWith(text: Buffer): LabelBeginning | null {
    return this.#parts?.beginningWith(text) ?? null;
  }

  publishedOf(row: number): string | null {
    return this.#parts?.publishedOf(row) ?? null;
  }

  ordinalsOf(rows: Uint32Array, into: Uint32Array): void {
    ordinalsOfRows(this.#ordinals, rows, into);
  }

  prefixRange(text: Buffer): [from: number, equal: number, end: number] {
    const successor = Buffer.concat([text, Buffer.of(0)]);
    // The first text after all that start with this one.
    const beyond = Buffer.from(text);
    beyond[beyond.length - 1]!++;
    const [from, equal, end] = this.#lowerBounds([text, successor, beyond]);
    return [from!, equal!, end!];
  }

  containing(text: Buffer, scratch: Scratch): Uint32Array {
    return this.#terms.containing(text, scratch);
  }

  folded(ordinals: Uint32Array, scratch: Scratch): Strings {
    return this.#terms.terms(ordinals, scratch);
  }

  published(ordinals: Uint32Array, scratch: Scratch): Strings {
    return readStrings(this.#valueOffsets, this.#values, ordinals, scratch);
  }

  rowsOf(from: Uint32Array, to: Uint32Array, limit: number, scratch: Scratch): Uint32Array | null {
    const count = from.length;
    const [begins, ends, next] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    for (let i = 0; i < count; i++) next[i] = from[i]! + 1;
    this.#rowOffsets.readRanges(from, next, count, begins);
    for (let i = 0; i < count; i++) next[i] = to[i]! + 1;
    this.#rowOffsets.readRanges(to, next, count, ends);
    let total = 0;
    for (let i = 0; i < count; i++) total += ends[i]! - begins[i]!;
    if (total > limit) return null;
    const rows = scratch.u32(total);
    this.#rows.readRanges(begins, ends, count, rows);
    return rows;
  }

  /** First ordinals whose labels are not before each text: the block index in memory, then a block from disk, mostly one for all. */
  #lowerBounds(texts: readonly Buffer[]): number[] {
    let read = -1;
    let lowerBound: (text: Buffer) => number = () => 0;
    return texts.map((text) => {
      const [block] = this.#blocks.equalTo(text);
      if (block !== read) {
        const from = Math.max(0, block - 1) * LABELS_PER_BLOCK;
        lowerBound = this.#terms.lowerBounds(from, Math.min(this.count, block * LABELS_PER_BLOCK));
        read = block;
      }
      return lowerBound(text);
    });
  }
}

/** The labels of a table's rows, on disk: the label of each row, and the rows of the labels that match a text. */
import type {FileSection} from '../file/file_section.ts';
import {LABELS_PER_BLOCK, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate} from '../rowset/set_ops.ts';
import {readStrings} from './disk_strings.ts';
import {DiskTermDictionary} from './disk_term_dictionary.ts';
import {TermDictionary} from './term_dictionary.ts';

/** Labels are ordinals in the order of their folded text. */
export class LabelIndex {
  /** Distinct labels; as an ordinal it encodes none. */
  readonly count: number;
  readonly terms: DiskTermDictionary;
  /** The first label of each block. */
  readonly #blocks: TermDictionary;
  readonly #ordinals: FileSection;
  readonly #values: FileSection;
  readonly #valueOffsets: FileSection;
  readonly #rows: FileSection;
  readonly #rowOffsets: FileSection;

  /** `sections` are those of the index file, `onDisk` those of the `.found` file. */
  constructor(sections: Sections, onDisk: (name: string) => FileSection) {
    const names = SECTIONS.search;
    const postings = SECTIONS.postings(names.labels);
    this.terms = new DiskTermDictionary(sections, onDisk, names.labels);
    this.count = this.terms.count;
    this.#blocks = new TermDictionary(sections, names.label_blocks, false);
    this.#ordinals = onDisk(names.label_ordinals);
    this.#values = onDisk(names.label_values);
    this.#valueOffsets = onDisk(names.label_offsets);
    this.#rows = onDisk(postings.rows);
    this.#rowOffsets = onDisk(postings.offsets);
  }

  /** The published labels of some rows, by row; empty where a row has none. */
  labelsOf(rows: readonly number[], scratch: Scratch): Map<number, string> {
    const sorted = scratch.u32(rows.length);
    sorted.set(rows);
    sorted.sort();
    const ordinals = scratch.u32(sorted.length);
    this.ordinalsOf(sorted, ordinals, scratch.u32(sorted.length));
    const distinct = distinctBelow(ordinals, this.count, scratch);
    const {bytes, ends} = readStrings(this.#valueOffsets, this.#values, distinct, scratch);
    const labels = new Map<number, string>();
    for (let i = 0; i < sorted.length; i++) {
      const index = lowerBound(distinct, ordinals[i]!);
      const text = index < distinct.length ? bytes.toString('utf8', ends[index - 1] ?? 0, ends[index]) : '';
      labels.set(sorted[i]!, text);
    }
    return labels;
  }

  /** Maps the folded labels of some ordinals; the result looks the value up by ordinal, `none` for any other. */
  map<T>(
    ordinals: Uint32Array,
    map: (label: Buffer) => T,
    none: T,
    scratch: Scratch,
  ): (ordinal: number) => T {
    const distinct = distinctBelow(ordinals, this.count, scratch);
    const {bytes, ends} = this.terms.terms(distinct, scratch);
    const mapped = Array.from(ends, (end, i) => map(bytes.subarray(ends[i - 1] ?? 0, end)));
    return (ordinal) => mapped[lowerBound(distinct, ordinal)] ?? none;
  }

  /**
   * Ordinals of the labels that start with a folded text, which is not empty: [from, equal) equal it, [equal, end) are
   * longer.
   */
  prefixRange(text: Buffer): [from: number, equal: number, end: number] {
    const successor = Buffer.concat([text, Buffer.of(0)]);
    // The first text after all that start with this one.
    const beyond = Buffer.from(text);
    beyond[beyond.length - 1]!++;
    return [this.#lowerBound(text), this.#lowerBound(successor), this.#lowerBound(beyond)];
  }

  /** Puts the label ordinals of some rows into `ordinals`; `next` is overwritten. Both are as long as `rows`. */
  ordinalsOf(rows: Uint32Array, ordinals: Uint32Array, next: Uint32Array): void {
    for (let i = 0; i < rows.length; i++) next[i] = rows[i]! + 1;
    this.#ordinals.readRanges(rows, next, rows.length, ordinals);
  }

  /** Label ordinals of a range of rows. */
  ordinalRange(from: number, to: number, scratch: Scratch): Uint32Array {
    const ordinals = scratch.u32(to - from);
    this.#ordinals.read(from, to, ordinals);
    return ordinals;
  }

  /** The rows of some ranges of ordinals, or null where there are more than `limit`. */
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

  /** First ordinal whose label is not before the text: the block index in memory, then one block from disk. */
  #lowerBound(text: Buffer): number {
    const [block] = this.#blocks.equalTo(text);
    const from = Math.max(0, block - 1) * LABELS_PER_BLOCK;
    return this.terms.lowerBound(text, from, Math.min(this.count, block * LABELS_PER_BLOCK));
  }
}

/** The distinct ordinals below a limit, ascending. */
function distinctBelow(ordinals: Uint32Array, limit: number, scratch: Scratch): Uint32Array {
  const all = scratch.u32(ordinals.length);
  all.set(ordinals);
  all.sort();
  return deduplicate(all.subarray(0, lowerBound(all, limit)));
}

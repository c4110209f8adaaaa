/** Labels of the rows of a table, in a file: what each row is called, and which labels are like a text. */

import type {FileSection} from '../file/file_section.ts';
import {LABELS_PER_BLOCK, SECTIONS} from '../file/section_names.ts';
import type {Sections} from '../file/typed_sections.ts';
import {lowerBound} from '../rowset/partition_point.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {deduplicate} from '../rowset/set_ops.ts';
import {DiskTermDictionary} from './disk_term_dictionary.ts';
import {readStrings} from './disk_texts.ts';
import {TermDictionary} from './term_dictionary.ts';

export class Labels {
  /** Different labels; as a code it stands for none. */
  readonly count: number;
  readonly terms: DiskTermDictionary;
  readonly #fences: TermDictionary;
  readonly #codes: FileSection;
  readonly #values: FileSection;
  readonly #valuesAt: FileSection;
  readonly #ranks: FileSection;
  readonly #ranksAt: FileSection;

  /** `sections` are those of the index, `stored` those of the file. */
  constructor(sections: Sections, stored: (name: string) => FileSection) {
    const names = SECTIONS.search;
    const postings = SECTIONS.postings(names.labels);
    this.terms = new DiskTermDictionary(sections, stored, names.labels);
    this.count = this.terms.count;
    this.#fences = new TermDictionary(sections, names.label_blocks, false);
    this.#codes = stored(names.label_ordinals);
    this.#values = stored(names.label_values);
    this.#valuesAt = stored(names.label_offsets);
    this.#ranks = stored(postings.rows);
    this.#ranksAt = stored(postings.offsets);
  }

  /** The labels of some rows, as published, by rank; empty where a row has none. */
  of(ranks: readonly number[], scratch: Scratch): Map<number, string> {
    const rows = scratch.u32(ranks.length);
    rows.set(ranks);
    rows.sort();
    const codes = scratch.u32(rows.length);
    this.ordinalsOf(rows, codes, scratch.u32(rows.length));
    const known = sorted(codes, this.count, scratch);
    const {bytes, ends} = readStrings(this.#valuesAt, this.#values, known, scratch);
    const labels = new Map<number, string>();
    for (let i = 0; i < rows.length; i++) {
      const place = lowerBound(known, codes[i]!);
      const text = place < known.length ? bytes.toString('utf8', ends[place - 1] ?? 0, ends[place]) : '';
      labels.set(rows[i]!, text);
    }
    return labels;
  }

  /** How near the labels with some codes are to a folded text, by code; `none` for those that are not. */
  near<T>(codes: Uint32Array, near: (label: Buffer) => T, none: T, scratch: Scratch): (code: number) => T {
    const known = sorted(codes, this.count, scratch);
    const {bytes, ends} = this.terms.terms(known, scratch);
    const found = Array.from(ends, (end, i) => near(bytes.subarray(ends[i - 1] ?? 0, end)));
    return (code) => found[lowerBound(known, code)] ?? none;
  }

  /**
   * Codes of the labels that equal a folded text, which is not empty, stand from the first number up to the second,
   * those that begin with it from the first up to the third.
   */
  prefixRange(text: Buffer): [from: number, equal: number, end: number] {
    // The next text behind the text itself, and behind all that begin with it.
    const next = Buffer.concat([text, Buffer.of(0)]);
    const beyond = Buffer.from(text);
    beyond[beyond.length - 1]!++;
    return [this.#lower(text), this.#lower(next), this.#lower(beyond)];
  }

  /** Codes of some rows; `room` is overwritten, and both rooms have a number for each of the rows. */
  ordinalsOf(ranks: Uint32Array, codes: Uint32Array, room: Uint32Array): void {
    for (let i = 0; i < ranks.length; i++) room[i] = ranks[i]! + 1;
    this.#codes.readRanges(ranks, room, ranks.length, codes);
  }

  /** Codes of the rows from one up to another. */
  ordinalRange(from: number, to: number, scratch: Scratch): Uint32Array {
    const codes = scratch.u32(to - from);
    this.#codes.read(from, to, codes);
    return codes;
  }

  /** Rows with one of the codes of some stretches, or null where these are more than `most`. */
  rowsOf(from: Uint32Array, to: Uint32Array, most: number, scratch: Scratch): Uint32Array | null {
    const count = from.length;
    const [begins, ends, next] = [scratch.u32(count), scratch.u32(count), scratch.u32(count)];
    for (let i = 0; i < count; i++) next[i] = from[i]! + 1;
    this.#ranksAt.readRanges(from, next, count, begins);
    for (let i = 0; i < count; i++) next[i] = to[i]! + 1;
    this.#ranksAt.readRanges(to, next, count, ends);
    let rows = 0;
    for (let i = 0; i < count; i++) rows += ends[i]! - begins[i]!;
    if (rows > most) return null;
    const ranks = scratch.u32(rows);
    this.#ranks.readRanges(begins, ends, count, ranks);
    return ranks;
  }

  /** First code whose label is not before the text. */
  #lower(text: Buffer): number {
    const [fence] = this.#fences.equalTo(text);
    const from = Math.max(0, fence - 1) * LABELS_PER_BLOCK;
    return this.terms.lowerBound(text, from, Math.min(this.count, fence * LABELS_PER_BLOCK));
  }
}

/** The different codes below a number, ascending. */
function sorted(codes: Uint32Array, below: number, scratch: Scratch): Uint32Array {
  const all = scratch.u32(codes.length);
  all.set(codes);
  all.sort();
  return deduplicate(all.subarray(0, lowerBound(all, below)));
}

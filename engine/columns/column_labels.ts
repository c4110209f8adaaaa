/** Labels that are the values of a filtered column: its dictionary and its rows, in memory, serve the search. */

import type {FileSection} from '../file/file_section.ts';
import type {Postings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {readStrings, type Strings} from '../text/disk_strings.ts';
import {
  type LabelBeginning,
  type LabelCloseness,
  type Labels,
  ordinalsOfRows,
  type UnreadRows,
} from '../text/labels.ts';
import {type StringArray, stringAt} from '../text/string_array.ts';
import type {TermDictionary} from '../text/term_dictionary.ts';
import type {DictionaryColumn} from './column.ts';
import {beginningOfValues, ValueCloseness} from './label_parts.ts';

const MAX_COMPARED = 256;
const NONE: UnreadRows = {rows: new Uint32Array(0), words: new Uint32Array(0)};

export class ColumnLabels implements Labels {
  readonly count: number;
  readonly maxCompared = MAX_COMPARED;
  readonly #terms: TermDictionary;
  readonly #ordinals: Uint8Array | Uint16Array | Uint32Array;
  readonly #postings: Postings;
  /** The published values; null where only the `.found` file has them. */
  readonly #inMemory: StringArray | null;
  readonly #values: FileSection;
  readonly #valueOffsets: FileSection;

  /** `onDisk` gives the sections of the `.found` file, which has the published values. Throws for a column without rows by value. */
  constructor({terms, ordinals, postings, values}: DictionaryColumn, onDisk: (name: string) => FileSection) {
    if (!ordinals || !postings) throw new Error('labels are a column that is filtered, with one value a row');
    const names = SECTIONS.search;
    this.count = terms.count;
    this.#terms = terms;
    this.#ordinals = ordinals;
    this.#inMemory = values;
    this.#postings = postings;
    this.#values = onDisk(names.label_values);
    this.#valueOffsets = onDisk(names.label_offsets);
  }

  closenessTo(text: Buffer, scratch: Scratch): LabelCloseness | null {
    const ofValue = new ValueCloseness(this.#terms, text, scratch);
    const ordinals = this.#ordinals;
    return {
      least: ofValue.least,
      lookUpRows: () => ofValue.lookUpRows(),
      of: (row) => ofValue.of(ordinals[row]!),
      lists: (wanted) => [ofValue.lists(this.#postings, wanted)],
      unread: () => NONE,
    };
  }

  beginningWith(text: Buffer): LabelBeginning | null {
    return {...beginningOfValues(this.#terms, text, this.#ordinals), unread: () => NONE.words};
  }

  publishedOf(row: number): string | null {
    if (!this.#inMemory) return null;
    const ordinal = this.#ordinals[row]!;
    return ordinal < this.count ? stringAt(this.#inMemory, ordinal) : '';
  }

  ordinalsOf(rows: Uint32Array, into: Uint32Array): void {
    ordinalsOfRows(this.#ordinals, rows, into);
  }

  prefixRange(text: Buffer): [from: number, equal: number, end: number] {
    return this.#terms.prefixRange(text);
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
    const {offsets, rows} = this.#postings;
    let total = 0;
    for (let i = 0; i < from.length; i++) total += offsets[to[i]!]! - offsets[from[i]!]!;
    if (total > limit) return null;
    const all = scratch.u32(total);
    let at = 0;
    for (let i = 0; i < from.length; i++) {
      for (let row = offsets[from[i]!]!; row < offsets[to[i]!]!; row++) all[at++] = rows[row]!;
    }
    return all;
  }
}

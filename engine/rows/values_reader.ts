/** The fields of a table as its values file describes them: labels, kinds, entries and what is predicted. */
import {COLUMN, COLUMN_BYTES, HEADER, HEADER_BYTES, KIND, NO_PARENT} from './layout.ts';

/** A field as the values file describes it. */
export interface Field {
  number: number;
  /** What comes before the value; of a hex id with its prefix. */
  label: Buffer;
  kind: number;
  fused: boolean;
  parent: number | null;
  /** The code that is predicted always, or where those by code of the parent begin. */
  predicted: number;
  entryOffsets: number;
  entries: number;
  /** Bytes of the longest entry; infinite where entries are read by range. */
  longest: number;
  /** The predicted label and value; null where that is not the same always. */
  constant: Buffer | null;
}

/** Reads fields and tokens from the memory in which the values file lies at an address. */
export class ValuesReader {
  readonly #bytes: Buffer;
  readonly #words: Uint32Array;
  readonly #begin: number;

  constructor(buffer: SharedArrayBuffer, begin: number) {
    this.#bytes = Buffer.from(buffer, begin);
    this.#words = new Uint32Array(buffer, begin);
    this.#begin = begin;
  }

  header(name: keyof typeof HEADER): number {
    return this.#words[HEADER[name]]!;
  }

  /** The longest of texts whose offsets begin at a byte. */
  longest(offsets: number, count: number): number {
    const at = offsets >>> 2;
    let longest = 0;
    for (let i = at; i < at + count; i++) longest = Math.max(longest, this.#words[i + 1]! - this.#words[i]!);
    return longest;
  }

  field(number: number): Field {
    const at = (HEADER_BYTES + number * COLUMN_BYTES) >>> 2;
    const word = (name: keyof typeof COLUMN): number => this.#words[at + COLUMN[name]]!;
    const labelAt = word('label');
    const label = this.#bytes.subarray(labelAt, labelAt + word('labelLength'));
    const [kind, predicted, entryOffsets, entries] = [
      word('kind'),
      word('predicted'),
      word('entryOffsets'),
      word('entries'),
    ];
    const parent = word('parent') === NO_PARENT ? null : word('parent');
    const fused = word('fused') === 1;
    const small = kind === KIND.dictionary;
    // Other fields that have a frequent value have further ones, too.
    const isConstant = small && parent === null && predicted > 0 && entries === 1;
    return {
      number,
      label,
      kind,
      fused,
      parent,
      predicted: parent === null ? predicted : this.#begin + predicted,
      entryOffsets: this.#begin + entryOffsets,
      entries,
      longest: small ? this.longest(entryOffsets, entries) : Number.POSITIVE_INFINITY,
      constant: isConstant
        ? Buffer.concat([fused ? Buffer.alloc(0) : label, this.#entry(entryOffsets, predicted - 1)])
        : null,
    };
  }

  #entry(offsets: number, entry: number): Buffer {
    const at = (offsets >>> 2) + entry;
    return this.#bytes.subarray(this.#words[at]!, this.#words[at + 1]!);
  }
}

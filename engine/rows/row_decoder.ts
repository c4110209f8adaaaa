/**
 * Renders stored rows of one table as JSON; `layout.ts` describes the bytes. Nothing checks them: their
 * checksums were compared. All places are signed numbers of 32 bits, with which the engine counts twice as
 * fast as with larger ones.
 */
import {ID_BYTES, writeHexDigits} from './hex_ids.ts';
import {COLUMN, COLUMN_WORDS, HEADER, HEADER_WORDS, RAW} from './layout.ts';

/** A field as the values file describes it; offsets of words are numbers of 32-bit words. */
interface Field {
  /** Where the label begins and ends; of an id with its prefix. */
  label: number;
  labelEnd: number;
  /** Of an id the end of the label before its prefix, else 0. */
  idLabelEnd: number;
  isLabelled: boolean;
  /** Word of the offset of the first entry. */
  entryOffsets: number;
  /** The field by whose code it is predicted; -1 for none. */
  parent: number;
  /** The code that is predicted always, or the word of the first one by code of the parent. */
  predicted: number;
}

/** What texts are copied from. */
export type Doubles = Pick<DataView, 'getFloat64'>;

/** What the rows of a table share, as the values file has it. */
export interface StoredValues {
  words: Int32Array;
  /** The words, of which a code that is not there is never taken for another. */
  codes: Int32Array;
  view: Doubles;
  /** Absent where all is in memory. */
  lacking?: Lacking;
}

/** What was not there while rows were rendered: their texts are wrong, and are to be rendered again. */
export interface Lacking {
  /** Notes what an error names; throws others. */
  add(error: unknown): void;
  /** Throws Missing for all that was noted. */
  check(): void;
}

/** All in memory. */
export function valuesInMemory(bytes: SharedArrayBuffer): StoredValues {
  const words = new Int32Array(bytes, 0, bytes.byteLength >>> 2);
  return {words, codes: words, view: new DataView(bytes)};
}

/** Bytes with a view that reads and writes several at once. */
export class ByteView {
  readonly bytes: Uint8Array;
  readonly view: DataView;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

/**
 * Copies bytes eight at a time, a few more than asked for where their number is no multiple; returns the end
 * of the copy. The engine copies a number of 64 bits without making an object of it, as it would of an
 * integer; no text in UTF-8 has the bytes of a NaN, which it may change.
 */
function copy(to: DataView, at: number, from: Doubles, begin: number, end: number): number {
  const shift = at - begin;
  for (let i = begin; i < end; i += 8) to.setFloat64(shift + i, from.getFloat64(i, true), true);
  return shift + end;
}

/** Renders the parts of rows. */
export class RowDecoder {
  /** Columns of the head. */
  readonly inHead: number;
  readonly columns: number;
  /** Bytes of the longest rendered item and row. */
  readonly largest: {item: number; row: number};
  readonly lacking: Lacking | null;
  readonly #view: Doubles;
  readonly #words: Int32Array;
  /** The words, as the source of predicted codes. */
  readonly #predictions: Int32Array;
  readonly #fields: readonly Field[];
  /** The codes of the fields of the row that is rendered. */
  readonly #codes: Int32Array;
  readonly #tokens: number;
  readonly #short: number;
  /** The byte behind the literal that was read last. */
  #at = 0;

  constructor({words: all, codes: words, view, lacking}: StoredValues) {
    this.#words = all;
    this.#predictions = words;
    this.#view = view;
    this.lacking = lacking ?? null;
    this.columns = words[HEADER.columns]!;
    this.inHead = words[HEADER.inHead]!;
    this.largest = {item: words[HEADER.largestItem]!, row: words[HEADER.largestRow]!};
    this.#tokens = words[HEADER.tokenOffsets]! >>> 2;
    this.#short = words[HEADER.short]!;
    this.#codes = new Int32Array(this.columns);
    this.#fields = Array.from({length: this.columns}, (_, i): Field => {
      const record = words.subarray(HEADER_WORDS + i * COLUMN_WORDS);
      const [label, idLabelLength] = [record[COLUMN.label]!, record[COLUMN.idLabelLength]!];
      const [parent, predicted] = [record[COLUMN.parent]!, record[COLUMN.predicted]!];
      return {
        label,
        labelEnd: label + record[COLUMN.labelLength]!,
        idLabelEnd: idLabelLength && label + idLabelLength,
        isLabelled: record[COLUMN.labelled] === 1,
        entryOffsets: record[COLUMN.entryOffsets]! >>> 2,
        parent,
        predicted: parent < 0 ? predicted : predicted >>> 2,
      };
    });
  }

  /**
   * Renders the fields `first` up to `end` from the part that begins at `begin`; returns the end of what it
   * wrote. SLACK bytes behind that may be overwritten, and as many must follow the part. Where each field
   * begins is written to `starts` from `row` on, by field.
   */
  decode(
    part: ByteView,
    begin: number,
    first: number,
    end: number,
    out: ByteView,
    start: number,
    starts: Uint32Array,
    row: number,
  ): number {
    const words = this.#words;
    const codes = this.#codes;
    const fields = this.#fields;
    const values = this.#view;
    const {bytes} = part;
    const outView = out.view;
    let to = start;
    let flags = 0;
    let at = begin + ((end - first + 7) >>> 3);
    for (let i = first; i < end; i++) {
      const field = fields[i]!;
      const bit = (i - first) & 7;
      if (bit === 0) flags = bytes[begin + ((i - first) >>> 3)]!;
      starts[row + i] = to;
      const isSet = ((flags >>> bit) & 1) === 1;
      if (field.idLabelEnd > 0) {
        to = this.#id(field, isSet, part, at, out, to);
        at = this.#at;
        continue;
      }
      let code = 0;
      if (isSet)
        code =
          field.parent < 0 ? field.predicted : this.#predictions[field.predicted + codes[field.parent]!]!;
      else {
        let byte = bytes[at++]!;
        code = byte & 0x7f;
        for (let shift = 7; byte > 0x7f; shift += 7) {
          byte = bytes[at++]!;
          code |= (byte & 0x7f) << shift;
        }
      }
      codes[i] = code;
      if (code === 0 || !field.isLabelled) to = copy(outView, to, values, field.label, field.labelEnd);
      if (code === 0) {
        to = this.#literal(part, at, out, to);
        at = this.#at;
      } else {
        const entry = field.entryOffsets + code;
        to = copy(outView, to, values, words[entry - 1]!, words[entry]!);
      }
    }
    return to;
  }

  /** Renders an id; `#at` becomes the byte behind it. */
  #id(
    {label, labelEnd, idLabelEnd}: Field,
    isLiteral: boolean,
    part: ByteView,
    at: number,
    out: ByteView,
    to: number,
  ): number {
    const values = this.#view;
    if (isLiteral) return this.#literal(part, at, out, copy(out.view, to, values, label, idLabelEnd));
    this.#at = at + ID_BYTES;
    return writeHexDigits(out.view, copy(out.view, to, values, label, labelEnd), part.bytes, at);
  }

  /** Renders a literal; `#at` becomes the byte behind it. */
  #literal(part: ByteView, begin: number, out: ByteView, start: number): number {
    const {bytes, view} = part;
    const outView = out.view;
    const words = this.#words;
    const tokens = this.#tokens;
    const short = this.#short;
    const values = this.#view;
    let at = begin;
    let to = start;
    let byte = bytes[at++]!;
    let length = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++]!;
      length |= (byte & 0x7f) << shift;
    }
    const end = at + length;
    while (at < end) {
      let token = bytes[at++]!;
      if (token === RAW) {
        const raw = at + 1 + bytes[at]!;
        to = copy(outView, to, view, at + 1, raw);
        at = raw;
        continue;
      }
      if (token >= short) token = short + ((token - short) << 8) + bytes[at++]!;
      to = copy(outView, to, values, words[tokens + token]!, words[tokens + token + 1]!);
    }
    this.#at = end;
    return to;
  }
}

/** Renders stored rows of one table as JSON; `layout.ts` describes the bytes. Nothing checks them: their checksums were compared. */
import {ID_BYTES, writeHexDigits} from './hex_ids.ts';
import {COLUMN, COLUMN_WORDS, HEADER, HEADER_WORDS, NO_PARENT, RAW} from './layout.ts';

/** A field as the values file describes it; offsets of words are numbers of 32-bit words. */
interface Field {
  label: Uint8Array;
  /** Of an id the bytes of the label before its prefix, else 0. */
  idLabelLength: number;
  isLabelled: boolean;
  /** Word of the offset of the first entry. */
  entryOffsets: number;
  /** The field by whose code it is predicted; -1 for none. */
  parent: number;
  /** The code that is predicted always, or the word of the first one by code of the parent. */
  predicted: number;
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

/** Copies bytes four at a time, a few more than asked for where their number is no multiple; returns the end of the copy. */
function copy(to: DataView, at: number, from: DataView, begin: number, end: number): number {
  const shift = at - begin;
  for (let i = begin; i < end; i += 4) to.setInt32(shift + i, from.getInt32(i, true), true);
  return shift + end;
}

/** Renders the parts of rows. */
export class RowDecoder {
  /** Columns of the head. */
  readonly inHead: number;
  readonly columns: number;
  /** Bytes of the longest rendered item and row. */
  readonly largest: {item: number; row: number};
  readonly #view: DataView;
  readonly #words: Uint32Array;
  readonly #fields: readonly Field[];
  /** The codes of the fields of the row that is rendered. */
  readonly #codes: Uint32Array;
  readonly #tokens: number;
  readonly #short: number;
  /** The byte behind the literal that was read last. */
  #at = 0;

  /** `values` are the bytes of the values file. */
  constructor(values: SharedArrayBuffer) {
    const words = new Uint32Array(values, 0, values.byteLength >>> 2);
    this.#words = words;
    this.#view = new DataView(values);
    this.columns = words[HEADER.columns]!;
    this.inHead = words[HEADER.inHead]!;
    this.largest = {item: words[HEADER.largestItem]!, row: words[HEADER.largestRow]!};
    this.#tokens = words[HEADER.tokenOffsets]! >>> 2;
    this.#short = words[HEADER.short]!;
    this.#codes = new Uint32Array(this.columns);
    this.#fields = Array.from({length: this.columns}, (_, i): Field => {
      const record = words.subarray(HEADER_WORDS + i * COLUMN_WORDS);
      const [label, parent, predicted] = [
        record[COLUMN.label]!,
        record[COLUMN.parent]!,
        record[COLUMN.predicted]!,
      ];
      return {
        label: new Uint8Array(values).slice(label, label + record[COLUMN.labelLength]!),
        idLabelLength: record[COLUMN.idLabelLength]!,
        isLabelled: record[COLUMN.labelled] === 1,
        entryOffsets: record[COLUMN.entryOffsets]! >>> 2,
        parent: parent === NO_PARENT ? -1 : parent,
        predicted: parent === NO_PARENT ? predicted : predicted >>> 2,
      };
    });
  }

  /**
   * Renders the fields `first` up to `end` from the part that begins at `begin`; returns the end of what it wrote. SLACK bytes behind that
   * may be overwritten, and as many must follow the part.
   */
  decode(part: ByteView, begin: number, first: number, end: number, out: ByteView, start: number): number {
    const words = this.#words;
    const codes = this.#codes;
    const fields = this.#fields;
    const values = this.#view;
    const {bytes} = part;
    let to = start;
    let flags = 0;
    let at = begin + ((end - first + 7) >>> 3);
    for (let i = first; i < end; i++) {
      const field = fields[i]!;
      const bit = (i - first) & 7;
      if (bit === 0) flags = bytes[begin + ((i - first) >>> 3)]!;
      const isSet = ((flags >>> bit) & 1) === 1;
      if (field.idLabelLength > 0) {
        to = this.#id(field, isSet, part, at, out, to);
        at = this.#at;
        continue;
      }
      let code = 0;
      if (isSet) code = field.parent < 0 ? field.predicted : words[field.predicted + codes[field.parent]!]!;
      else {
        let byte = bytes[at++]!;
        code = byte & 0x7f;
        for (let shift = 7; byte > 0x7f; shift += 7) {
          byte = bytes[at++]!;
          code |= (byte & 0x7f) << shift;
        }
      }
      codes[i] = code;
      if (code === 0 || !field.isLabelled) to = putLabel(out.bytes, to, field.label, field.label.length);
      if (code === 0) {
        to = this.#literal(part, at, out, to);
        at = this.#at;
      } else {
        const entry = field.entryOffsets + code;
        to = copy(out.view, to, values, words[entry - 1]!, words[entry]!);
      }
    }
    return to;
  }

  /** Renders an id; `#at` becomes the byte behind it. */
  #id(
    {label, idLabelLength}: Field,
    isLiteral: boolean,
    part: ByteView,
    at: number,
    out: ByteView,
    to: number,
  ): number {
    if (isLiteral) return this.#literal(part, at, out, putLabel(out.bytes, to, label, idLabelLength));
    this.#at = at + ID_BYTES;
    return writeHexDigits(out.bytes, putLabel(out.bytes, to, label, label.length), part.bytes, at);
  }

  /** Renders a literal; `#at` becomes the byte behind it. */
  #literal(part: ByteView, begin: number, out: ByteView, start: number): number {
    const {bytes} = part;
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
        to = copy(out.view, to, part.view, at + 1, raw);
        at = raw;
        continue;
      }
      if (token >= short) token = short + ((token - short) << 8) + bytes[at++]!;
      to = copy(out.view, to, values, words[tokens + token]!, words[tokens + token + 1]!);
    }
    this.#at = end;
    return to;
  }
}

function putLabel(out: Uint8Array, to: number, label: Uint8Array, length: number): number {
  for (let i = 0; i < length; i++) out[to + i] = label[i]!;
  return to + length;
}

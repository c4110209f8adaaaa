/** Renders rows of all tables for one thread, into buffers that are reused from page to page. */
import type {Lines} from '../types.ts';
import {type Area, BATCH} from './renderer.ts';
import type {RowForm} from './stored_rows.ts';

/** Bytes kept between pages; a larger page gets a buffer of its own. */
const KEPT_BYTES = 1 << 22;
const MIN_BYTES = 1 << 16;

/** Writes the fields of the next batch from row `done` of the list on. One write for all: a call costs more than a row. */
function writeFields(
  {fields, texts}: Area,
  done: number,
  count: number,
  fieldsOf: (i: number) => string,
): void {
  const most = Math.min(count - done, BATCH);
  const all: string[] = [];
  let length = 0;
  fields.view[0] = 0;
  for (let i = 0; i < most; i++) {
    const text = fieldsOf(done + i);
    all.push(text);
    length += text.length;
    fields.view[i + 1] = length;
  }
  texts.view.write(all.join(''), 'latin1');
}

/** A buffer of at least so many bytes: the given one, unless it is too small or far too large. */
const resized = (buffer: Buffer<ArrayBuffer>, bytes: number): Buffer<ArrayBuffer> =>
  bytes > buffer.length || (buffer.length > KEPT_BYTES && bytes < KEPT_BYTES)
    ? Buffer.allocUnsafeSlow(Math.max(bytes, MIN_BYTES))
    : buffer;

/** Renders rows for one thread. Every result is overwritten by the next call. */
export class RowReader {
  readonly #one = new Uint32Array(1);
  #bytes = Buffer.allocUnsafeSlow(MIN_BYTES);
  #ends = new Uint32Array(1 << 10);

  /** JSON of one row, without its line feed. */
  row({rows, whole}: RowForm, row: number): Buffer {
    this.#one[0] = row;
    rows.render(this.#one, 0, whole, false);
    const {output, ends} = rows.area;
    return output.view.subarray(0, ends.view[0]!);
  }

  /** These rows in this order. */
  rows(form: RowForm, rows: Uint32Array): Lines {
    return this.#all(form, rows, null);
  }

  /** These rows in this order with fields appended to their own: `fieldsOf` returns them, in ASCII, after a comma. */
  rowsWithFields(form: RowForm, rows: Uint32Array, fieldsOf: (i: number) => string): Lines {
    return this.#all(form, rows, fieldsOf);
  }

  #all({rows: stored, whole}: RowForm, rows: Uint32Array, fieldsOf: ((i: number) => string) | null): Lines {
    const count = rows.length;
    if (count > this.#ends.length) this.#ends = new Uint32Array(count);
    let length = 0;
    for (let done = 0; done < count; ) {
      const {area} = stored;
      if (fieldsOf) writeFields(area, done, count, fieldsOf);
      const rendered = stored.render(rows, done, whole, fieldsOf !== null);
      const {view: ends} = area.ends;
      const bytes = ends[rendered - 1]! + 1;
      if (done === 0 && rendered === count) {
        return {bytes: area.output.view.subarray(0, bytes), count, ends};
      }
      if (length + bytes > this.#bytes.length || length === 0)
        this.#grow(length, bytes, done + rendered, count);
      area.output.view.copy(this.#bytes, length, 0, bytes);
      for (let i = 0; i < rendered; i++) this.#ends[done + i] = length + ends[i]!;
      length += bytes;
      done += rendered;
    }
    return {bytes: this.#bytes.subarray(0, length), count, ends: this.#ends};
  }

  /** Makes room for `more` bytes and, as it seems from the rows so far, for all further rows. */
  #grow(length: number, more: number, done: number, count: number): void {
    const expected = Math.ceil((1.1 * (length + more) * count) / done);
    const larger = resized(this.#bytes, Math.max(length + more, expected));
    if (larger !== this.#bytes) this.#bytes.copy(larger, 0, 0, length);
    this.#bytes = larger;
  }
}

/** Renders rows of all tables for one thread, into a buffer that is reused from page to page. */
import type {Lines} from '../types.ts';
import {SLACK} from './layout.ts';
import {ByteView, type RowDecoder} from './row_decoder.ts';
import {BATCH, PartReader, type RowForm} from './stored_rows.ts';

/** Bytes kept between pages; what a larger page took is given back. */
const KEPT_BYTES = 1 << 22;
const MIN_BYTES = 1 << 16;

const CLOSE_BRACE = 0x7d;
const LF = 0x0a;

/** Renders rows for one thread. Every result is overwritten by the next call. */
export class RowReader {
  readonly #one = new Uint32Array(1);
  readonly #heads = new PartReader();
  readonly #rests = new PartReader();
  #buffer = Buffer.allocUnsafeSlow(MIN_BYTES);
  #out = new ByteView(this.#buffer);
  #ends = new Uint32Array(1 << 10);
  #starts = new Uint32Array(1 << 14);

  /** JSON of one row, without its line feed. */
  row(form: RowForm, row: number): Buffer {
    this.#one[0] = row;
    const {bytes} = this.rows(form, this.#one);
    return bytes.subarray(0, bytes.length - 1);
  }

  /**
   * These rows in this order, each with what `fieldsOf` returns, if given, behind its own fields: others, in
   * ASCII, after a comma.
   */
  rows(
    {rows: stored, whole}: RowForm,
    rows: Uint32Array,
    fieldsOf: ((i: number) => string) | null = null,
  ): Lines {
    const {decoder} = stored;
    const largest = whole ? decoder.largest.row : decoder.largest.item;
    const count = rows.length;
    const columns = whole ? decoder.columns : decoder.inHead;
    if (count > this.#ends.length) this.#ends = new Uint32Array(count);
    if (count * columns > this.#starts.length) this.#starts = new Uint32Array(count * columns);
    const starts = this.#starts;
    if (this.#buffer.length > KEPT_BYTES) this.#resize(MIN_BYTES, 0);
    let to = 0;
    for (let done = 0; done < count; done += BATCH) {
      const batch = Math.min(count - done, BATCH);
      this.#heads.find(stored.heads, rows, done, batch);
      if (whole) this.#rests.find(stored.rests, rows, done, batch);
      for (let i = 0; i < batch; i++) {
        const fields = fieldsOf ? fieldsOf(done + i) : '';
        const end = to + largest + fields.length + SLACK;
        // Room for the rows that are left, if they are as long as those so far.
        if (end > this.#buffer.length)
          this.#resize(end + Math.ceil((to * (count - done - i)) / (done + i + 1)), to);
        to = this.#parts(decoder, i, columns, to, (done + i) * columns);
        const out = this.#buffer;
        for (let k = 0; k < fields.length; k++) out[to++] = fields.charCodeAt(k);
        out[to++] = CLOSE_BRACE;
        this.#ends[done + i] = to;
        out[to++] = LF;
      }
      decoder.lacking?.check();
    }
    return {bytes: this.#buffer.subarray(0, to), count, ends: this.#ends, starts: fieldsOf ? null : starts};
  }

  /** Renders the parts of a row of the batch, up to `columns`; returns the end of what it wrote. */
  #parts(decoder: RowDecoder, i: number, columns: number, start: number, first: number): number {
    const {inHead, lacking} = decoder;
    const [heads, rests] = [this.#heads, this.#rests];
    try {
      const to = decoder.decode(
        heads.part,
        heads.begins[i]!,
        0,
        inHead,
        this.#out,
        start,
        this.#starts,
        first,
      );
      if (columns === inHead) return lacking ? this.#end(to, start) : to;
      const end = decoder.decode(
        rests.part,
        rests.begins[i]!,
        inHead,
        columns,
        this.#out,
        to,
        this.#starts,
        first,
      );
      return lacking ? this.#end(end, start) : end;
    } catch (error) {
      // A row without a value that is not there is rendered again.
      if (!lacking) throw error;
      lacking.add(error);
      return start;
    }
  }

  /** Where a row ends of which something may have been lacking. */
  #end(to: number, start: number): number {
    return Number.isNaN(to) ? start : to;
  }

  /** Moves the first `used` bytes to a buffer of so many. */
  #resize(bytes: number, used: number): void {
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes, MIN_BYTES));
    this.#buffer.copy(larger, 0, 0, used);
    this.#buffer = larger;
    this.#out = new ByteView(larger);
  }
}

/** Holds rows that come before their turn: the latest in memory, the others in a temporary file. */
import {closeSync, openSync, rmSync} from 'node:fs';
import {readFully, writeFully} from '../file/read_fully.ts';

/** The texts of one row. */
export type RowTexts = readonly Uint8Array[];

/** Bytes that are held in memory. */
const MAX_BUFFERED_BYTES = 1 << 25;

const bytesOf = (texts: RowTexts): number => texts.reduce((sum, {length}) => sum + length, 0);

/** The temporary file, with the location of each row in it. */
interface Spill {
  fd: number;
  /** By row: the byte at which it begins, or -1. */
  offsets: Float64Array;
  /** By text and row: bytes. */
  lengths: Uint32Array[];
}

/** Large joins may return the rows of a table in any order; memory stays bounded all the same. */
export class ReorderBuffer {
  readonly #path: string;
  readonly #rows: number;
  readonly #texts: number;
  readonly #maxBytes: number;
  readonly #buffered = new Map<number, RowTexts>();
  #bufferedBytes = 0;
  #spill: Spill | null = null;
  #end = 0;

  /** For up to `rows` rows of so many texts; `path` is the temporary file, which `close` removes. */
  constructor(path: string, rows: number, texts: number, maxBytes = MAX_BUFFERED_BYTES) {
    this.#path = path;
    this.#rows = rows;
    this.#texts = texts;
    this.#maxBytes = maxBytes;
  }

  put(row: number, texts: RowTexts): void {
    this.#buffered.set(row, texts);
    this.#bufferedBytes += bytesOf(texts);
    if (this.#bufferedBytes > this.#maxBytes) this.#flush();
  }

  /** The texts of a row, once; undefined when it was not put yet. */
  take(row: number): RowTexts | undefined {
    const buffered = this.#buffered.get(row);
    if (buffered) {
      this.#buffered.delete(row);
      this.#bufferedBytes -= bytesOf(buffered);
      return buffered;
    }
    const spill = this.#spill;
    const offset = spill?.offsets[row] ?? -1;
    if (!spill || offset < 0) return undefined;
    const lengths = spill.lengths.map((ofText) => ofText[row]!);
    const bytes = Buffer.allocUnsafe(lengths.reduce((sum, length) => sum + length, 0));
    const message = `${this.#path} is shorter than what was written to it`;
    readFully(spill.fd, bytes, 0, bytes.length, offset, message);
    let end = 0;
    return lengths.map((length) => {
      end += length;
      return bytes.subarray(end - length, end);
    });
  }

  /** Removes the temporary file. */
  close(): void {
    if (!this.#spill) return;
    closeSync(this.#spill.fd);
    rmSync(this.#path, {force: true});
  }

  /** Moves all buffered rows to the temporary file. */
  #flush(): void {
    this.#spill ??= {
      fd: openSync(this.#path, 'w+'),
      offsets: new Float64Array(this.#rows).fill(-1),
      lengths: Array.from({length: this.#texts}, () => new Uint32Array(this.#rows)),
    };
    const {fd, offsets, lengths} = this.#spill;
    const chunks: Uint8Array[] = [];
    let end = this.#end;
    for (const [row, texts] of this.#buffered) {
      offsets[row] = end;
      for (const [i, text] of texts.entries()) {
        lengths[i]![row] = text.length;
        chunks.push(text);
        end += text.length;
      }
    }
    writeFully(fd, Buffer.concat(chunks), this.#end);
    this.#end = end;
    this.#buffered.clear();
    this.#bufferedBytes = 0;
  }
}

/** A section of an index file that stays on disk and is read by position, from the page cache. */
import type {ByteFile} from './checked_file.ts';
import {CoalescedReads} from './coalesced_reads.ts';
import type {SectionReader} from './section_reader.ts';
import {ELEMENTS, type Section} from './sections.ts';

const MAX_GAP = 1 << 13;

/** One section of 32-bit integers or bytes. */
export class FileSection implements SectionReader {
  /** In elements. */
  readonly length: number;
  readonly #file: ByteFile;
  readonly #offset: number;
  readonly #elementSize: number;
  readonly #ranges = new CoalescedReads(MAX_GAP);

  constructor(file: ByteFile, {type, offset, length}: Section) {
    this.length = length;
    this.#file = file;
    this.#offset = offset;
    this.#elementSize = ELEMENTS[type].BYTES_PER_ELEMENT;
  }

  /** Tells the file of ranges that are read one after the other; throws Missing for all. */
  expect(ranges: readonly (readonly [from: number, to: number])[]): void {
    const size = this.#elementSize;
    this.#file.expect?.(
      ranges.map(([from]) => this.#offset + from * size),
      ranges.map(([from, to]) => (to - from) * size),
      ranges.length,
    );
  }

  /** Reads the elements of a range to the start of the target. */
  read(from: number, to: number, target: Uint8Array | Uint32Array): void {
    const size = this.#elementSize;
    this.#file.read(bytesOf(target), 0, (to - from) * size, this.#offset + from * size);
  }

  /**
   * Reads the first `count` ranges of elements to the target, one after the other; returns the number of
   * elements. Ascending ranges are read fastest.
   */
  readRanges(
    from: ArrayLike<number>,
    to: ArrayLike<number>,
    count: number,
    target: Uint8Array | Uint32Array,
  ): number {
    const size = this.#elementSize;
    const ranges = this.#ranges;
    ranges.reserve(count);
    const {begins, lengths, targets} = ranges;
    let at = 0;
    for (let i = 0; i < count; i++) {
      const length = (to[i]! - from[i]!) * size;
      begins[i] = this.#offset + from[i]! * size;
      lengths[i] = length;
      targets[i] = at;
      at += length;
    }
    ranges.read(this.#file, count, bytesOf(target), null);
    return at / size;
  }
}

const bytesOf = (elements: Uint8Array | Uint32Array): Uint8Array =>
  elements instanceof Uint8Array
    ? elements
    : new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength);

/** A section of an index file that stays on disk and is read by position, from the page cache, or at once where it is small. */
import type {ByteFile} from './checked_file.ts';
import {CoalescedReads} from './coalesced_reads.ts';
import {ELEMENTS, type Section} from './index_file.ts';

const MAX_GAP = 1 << 13;

/** Ranges of the read under way; a thread reads one section at a time. */
const ranges = new CoalescedReads(MAX_GAP);

/** One section of 32-bit integers or bytes. */
export class FileSection {
  /** In elements. */
  readonly length: number;
  readonly #file: ByteFile;
  readonly #offset: number;
  readonly #elementSize: number;
  readonly #held: HeldBytes | null;

  /** `held` has the bytes of the section for all threads, once one of them wanted some; see `heldSection`. */
  constructor(file: ByteFile, {type, offset, length}: Section, held: SharedArrayBuffer | null = null) {
    this.length = length;
    this.#file = file;
    this.#offset = offset;
    this.#elementSize = ELEMENTS[type].BYTES_PER_ELEMENT;
    this.#held = held && new HeldBytes(held, file, offset);
  }

  /** Reads the elements of a range to the start of the target. */
  read(from: number, to: number, target: Uint8Array | Uint32Array): void {
    const size = this.#elementSize;
    if (this.#held) {
      bytesOf(target).set(this.#held.bytes().subarray(from * size, to * size));
      return;
    }
    this.#file.read(bytesOf(target), 0, (to - from) * size, this.#offset + from * size);
  }

  /**
   * Reads the first `count` ranges of elements to the target, one after the other; returns the number of elements.
   * Ascending ranges are read fastest.
   */
  readRanges(
    from: ArrayLike<number>,
    to: ArrayLike<number>,
    count: number,
    target: Uint8Array | Uint32Array,
  ): number {
    const size = this.#elementSize;
    if (this.#held) return copyRanges(this.#held.bytes(), size, from, to, count, bytesOf(target));
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

/** Memory for the bytes of a section, which all threads share, and a byte that says whether they are there. */
export const heldSection = ({type, length}: Section): SharedArrayBuffer =>
  new SharedArrayBuffer(length * ELEMENTS[type].BYTES_PER_ELEMENT + 1);

class HeldBytes {
  readonly #bytes: Uint8Array;
  readonly #isRead: Uint8Array;
  readonly #file: ByteFile;
  readonly #offset: number;

  constructor(memory: SharedArrayBuffer, file: ByteFile, offset: number) {
    this.#bytes = new Uint8Array(memory, 0, memory.byteLength - 1);
    this.#isRead = new Uint8Array(memory, memory.byteLength - 1);
    this.#file = file;
    this.#offset = offset;
  }

  /** The bytes of the section. Several threads may read them at the same time: each writes the same. */
  bytes(): Uint8Array {
    if (Atomics.load(this.#isRead, 0) === 0) {
      this.#file.read(this.#bytes, 0, this.#bytes.length, this.#offset);
      Atomics.store(this.#isRead, 0, 1);
    }
    return this.#bytes;
  }
}

/** Copies ranges of elements to the target, one after the other; returns the number of elements. */
function copyRanges(
  bytes: Uint8Array,
  size: number,
  from: ArrayLike<number>,
  to: ArrayLike<number>,
  count: number,
  target: Uint8Array,
): number {
  let at = 0;
  for (let i = 0; i < count; i++) {
    target.set(bytes.subarray(from[i]! * size, to[i]! * size), at);
    at += (to[i]! - from[i]!) * size;
  }
  return at / size;
}

const bytesOf = (elements: Uint8Array | Uint32Array): Uint8Array =>
  elements instanceof Uint8Array
    ? elements
    : new Uint8Array(elements.buffer, elements.byteOffset, elements.byteLength);

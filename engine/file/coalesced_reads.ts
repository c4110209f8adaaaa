/**
 * Reads many byte ranges of a file with few system calls: ranges that lie close together are read at once.
 */
import type {ByteFile} from './checked_file.ts';

/** Most bytes that are read at once where some of them are not wanted. */
const MAX_SPAN = 1 << 19;

/** Copies of fewer bytes are faster without a call. */
const SMALL_COPY = 32;

/** A list of ranges, filled by the caller and read by one call. */
export class CoalescedReads {
  /** By range: its first byte in the file, its length, and its offset in the target buffer. */
  begins = new Float64Array(0);
  lengths = new Uint32Array(0);
  targets = new Uint32Array(0);
  readonly #maxGap: number;
  #span = Buffer.alloc(0);

  /**
   * Ranges no farther apart than `maxGap` bytes are read at once: a system call costs as much as so many
   * bytes.
   */
  constructor(maxGap: number) {
    this.#maxGap = maxGap;
  }

  /** Makes room for so many ranges. */
  reserve(count: number): void {
    if (count <= this.begins.length) return;
    const length = Math.max(count, 2 * this.begins.length);
    this.begins = new Float64Array(length);
    this.lengths = new Uint32Array(length);
    this.targets = new Uint32Array(length);
  }

  /**
   * Reads the first `count` ranges into the target, in the given order of ranges or as they are listed:
   * ascending ones need the fewest calls. Throws as the file does.
   */
  read(file: ByteFile, count: number, target: Uint8Array, order: Uint32Array | null): void {
    file.expect?.(this.begins, this.lengths, count);
    for (let i = 0; i < count; ) i = this.#readSpan(file, i, count, target, order);
  }

  /**
   * Reads the span that begins with range number `i` of the order; returns the number of the first range
   * after it.
   */
  #readSpan(file: ByteFile, i: number, count: number, target: Uint8Array, order: Uint32Array | null): number {
    const {begins, lengths, targets} = this;
    const first = order ? order[i]! : i;
    const begin = begins[first]!;
    let end = begin + lengths[first]!;
    let targetEnd = targets[first]! + lengths[first]!;
    // Adjacent in the file and in the target: read straight into it, in any length.
    let adjacent = true;
    let next = i + 1;
    for (; next < count; next++) {
      const range = order ? order[next]! : next;
      const start = begins[range]!;
      const stop = start + lengths[range]!;
      if (start < begin || start - end > this.#maxGap) break;
      const stays: boolean = adjacent && start === end && targets[range] === targetEnd;
      if (!stays && Math.max(end, stop) - begin > MAX_SPAN) break;
      adjacent = stays;
      end = Math.max(end, stop);
      targetEnd = targets[range]! + lengths[range]!;
    }
    if (adjacent) {
      file.read(target, targets[first]!, end - begin, begin);
      return next;
    }
    if (this.#span.length < end - begin) this.#span = Buffer.allocUnsafeSlow(2 * (end - begin));
    const span = this.#span;
    file.read(span, 0, end - begin, begin);
    for (let j = i; j < next; j++) {
      const range = order ? order[j]! : j;
      copy(span, begins[range]! - begin, lengths[range]!, target, targets[range]!);
    }
    return next;
  }
}

function copy(source: Uint8Array, from: number, length: number, into: Uint8Array, at: number): void {
  if (length > SMALL_COPY) into.set(source.subarray(from, from + length), at);
  else for (let i = 0; i < length; i++) into[at + i] = source[from + i]!;
}

/** An array of strings: their UTF-8 bytes one after the other, with offsets. */
import {GrowableUint32} from '../file/growable.ts';
import type {SectionReader} from '../file/section_reader.ts';
import type {Scratch} from '../rowset/scratch.ts';

/** String `i` lies from `offsets[i]` up to `offsets[i + 1]`. */
export interface StringArray {
  bytes: Uint8Array;
  offsets: Uint32Array;
}

/**
 * Bytes and strings at first: most of the hundreds of arrays of a build are small, and large ones double
 * anyway.
 */
const [FIRST_BYTES, FIRST_STRINGS] = [1 << 12, 1 << 8];

/** What an offset of 32 bits can point at. */
const MAX_BYTES = 2 ** 32 - 1;

/** Collects strings of unknown number and length. */
export class StringArrayBuilder {
  readonly #what: string;
  readonly #maxBytes: number;
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;
  readonly #offsets = new GrowableUint32(FIRST_STRINGS);

  /** `what` names the strings where they are too many. */
  constructor(what: string, maxBytes = MAX_BYTES) {
    this.#what = what;
    this.#maxBytes = maxBytes;
    this.#offsets.push(0);
  }

  /** Throws where all strings take more bytes than an offset can point at. */
  add(text: Uint8Array): void {
    const length = this.#length + text.length;
    if (length > this.#maxBytes) {
      throw new Error(
        `${this.#what} take more than ${this.#maxBytes} bytes, the most that one table can index: divide the table or shorten them`,
      );
    }
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(length, this.#bytes.length * 2));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(text, this.#length);
    this.#length = length;
    this.#offsets.push(length);
  }

  get count(): number {
    return this.#offsets.length - 1;
  }

  /** String `i`, not copied. */
  at(i: number): Buffer {
    return this.#bytes.subarray(this.#offsets.at(i), this.#offsets.at(i + 1));
  }

  /** Whether string `i` equals the bytes of a range. */
  equals(i: number, bytes: Uint8Array, from: number, to: number): boolean {
    const begin = this.#offsets.at(i);
    if (this.#offsets.at(i + 1) - begin !== to - from) return false;
    for (let at = from; at < to; at++) if (this.#bytes[begin + at - from] !== bytes[at]) return false;
    return true;
  }

  /** The strings added so far; their bytes are not copied. */
  build(): StringArray {
    return {
      bytes: this.#bytes.subarray(0, this.#length),
      offsets: this.#offsets.toArray().slice(),
    };
  }
}

/**
 * Numbers of the strings in the order of their bytes, which for UTF-8 is that of code points; equal ones are
 * ordered by `ties`, then by number.
 */
export function sortStrings(texts: StringArray, ties: StringArray | null = null): Uint32Array {
  const numbers = Uint32Array.from({length: texts.offsets.length - 1}, (_, i) => i);
  return numbers.sort((a, b) => compare(texts, a, b) || (ties ? compare(ties, a, b) : 0) || a - b);
}

function compare({bytes, offsets}: StringArray, a: number, b: number): number {
  let [i, j] = [offsets[a]!, offsets[b]!];
  const [endA, endB] = [offsets[a + 1]!, offsets[b + 1]!];
  while (i < endA && j < endB && bytes[i] === bytes[j]) {
    i++;
    j++;
  }
  if (i >= endA || j >= endB) return endA - i - (endB - j);
  return bytes[i]! - bytes[j]!;
}

/** The strings of an array with some numbers, in this order. */
export function stringsOf({bytes, offsets}: StringArray, numbers: Uint32Array): StringArray {
  const ends = new Uint32Array(numbers.length + 1);
  for (let i = 0; i < numbers.length; i++)
    ends[i + 1] = ends[i]! + offsets[numbers[i]! + 1]! - offsets[numbers[i]!]!;
  const into = new Uint8Array(ends[numbers.length]!);
  for (let i = 0; i < numbers.length; i++) {
    let at = ends[i]!;
    for (let from = offsets[numbers[i]!]!; at < ends[i + 1]!; from++) into[at++] = bytes[from]!;
  }
  return {bytes: into, offsets: ends};
}

/** The bytes of string `i` of the array, not copied where they are in memory. */
export function bytesAt({bytes, offsets}: StringArray, i: number): Buffer {
  const {buffer, byteOffset, length} = bytes.subarray(offsets[i], offsets[i + 1]);
  return Buffer.from(buffer, byteOffset, length);
}

/** String `i` of the array. */
export const stringAt = (strings: StringArray, i: number): string => bytesAt(strings, i).toString();

/** Strings one after the other: each begins where the one before ends. */
export interface Strings {
  bytes: Buffer;
  ends: Uint32Array;
}

/** The strings of some ascending ordinals. Valid until the scratch is released. */
export function readStrings(
  offsets: SectionReader,
  strings: SectionReader,
  ordinals: Uint32Array,
  scratch: Scratch,
): Strings {
  const count = ordinals.length;
  const [to, pairs] = [scratch.u32(count), scratch.u32(count * 2)];
  for (let i = 0; i < count; i++) to[i] = ordinals[i]! + 2;
  offsets.readRanges(ordinals, to, count, pairs);
  const [begins, ends] = [scratch.u32(count), scratch.u32(count)];
  let length = 0;
  for (let i = 0; i < count; i++) {
    begins[i] = pairs[i * 2]!;
    to[i] = pairs[i * 2 + 1]!;
    length += to[i]! - begins[i]!;
    ends[i] = length;
  }
  const words = scratch.u32((length + 3) >>> 2);
  const bytes = Buffer.from(words.buffer, words.byteOffset, length);
  strings.readRanges(begins, to, count, bytes);
  return {bytes, ends};
}

/** Distinct texts, numbered in the order in which they are added, with a hash table to find them. */
import type {StringArray} from '../text/string_array.ts';

const [FIRST_BYTES, FIRST_TEXTS] = [1 << 12, 1 << 6];

/** Bytes of all texts, at most: offsets have 32 bits. */
const MAX_BYTES = 2 ** 32 - 1;

/** Hash of the bytes from `from` up to `to`. */
export function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = to - from;
  let i = from;
  for (; i + 4 <= to; i += 4) {
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    hash = Math.imul(hash ^ word, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  for (; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x85ebca6b);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Texts by number, from 0. */
export class TextTable {
  readonly #name: string;
  readonly #maxBytes: number;
  #bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #offsets = new Uint32Array(FIRST_TEXTS + 1);
  #hashes = new Uint32Array(FIRST_TEXTS);
  /** By slot: one more than the number of a text, or 0. At least half of the slots are free. */
  #slots = new Uint32Array(2 * FIRST_TEXTS);
  #count = 0;

  /** `name` names table and column to whoever has too many texts. */
  constructor(name: string, maxBytes = MAX_BYTES) {
    this.#name = name;
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#count;
  }

  /** All texts, not copied. */
  texts(): StringArray {
    const offsets = this.#offsets.subarray(0, this.#count + 1);
    return {bytes: this.#bytes.subarray(0, offsets[this.#count]), offsets};
  }

  text(number: number): Buffer {
    return this.#bytes.subarray(this.#offsets[number], this.#offsets[number + 1]);
  }

  /** Whether a text equals the bytes of a range. */
  equals(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    const begin = this.#offsets[number]!;
    if (this.#offsets[number + 1]! - begin !== to - from) return false;
    const own = this.#bytes;
    for (let i = from, at = begin; i < to; i++, at++) if (own[at] !== bytes[i]) return false;
    return true;
  }

  /** The number of the bytes of a range with this hash; -1 where they were not added. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (number < 0) return -1;
      if (this.#hashes[number] === hash && this.equals(number, bytes, from, to)) return number;
    }
  }

  /**
   * Adds a text that was not found; returns its number. Throws where the texts would be more than 32 bits
   * address.
   */
  add(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const number = this.#count;
    const begin = this.#offsets[number]!;
    const end = begin + to - from;
    if (end > this.#bytes.length) this.#growBytes(end);
    if (number === this.#hashes.length) this.#growTexts();
    const own = this.#bytes;
    for (let i = from, at = begin; i < to; i++, at++) own[at] = bytes[i]!;
    this.#offsets[number + 1] = end;
    this.#hashes[number] = hash;
    this.#count++;
    this.#place(number);
    return number;
  }

  #place(number: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#hashes[number]! & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }

  #growBytes(bytes: number): void {
    if (bytes > this.#maxBytes) {
      throw new Error(
        `${this.#name}: its distinct values have more than ${this.#maxBytes} bytes, which is the limit of a column: ` +
          'shorten its values, do not index the column, or divide the dataset',
      );
    }
    const larger = Buffer.allocUnsafeSlow(Math.min(this.#maxBytes, Math.max(bytes, 2 * this.#bytes.length)));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  #growTexts(): void {
    const texts = 2 * this.#hashes.length;
    const [offsets, hashes] = [new Uint32Array(texts + 1), new Uint32Array(texts)];
    offsets.set(this.#offsets);
    hashes.set(this.#hashes);
    [this.#offsets, this.#hashes] = [offsets, hashes];
    this.#slots = new Uint32Array(2 * texts);
    for (let number = 0; number < this.#count; number++) this.#place(number);
  }
}

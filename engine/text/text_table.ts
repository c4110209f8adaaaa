/** Distinct texts, numbered in the order in which they are added, with a hash table to find them. */
import {GrowableUint32} from '../file/growable.ts';
import {type StringArray, StringArrayBuilder} from './string_array.ts';

/** Slots at first, a power of two: at least half of them are free. */
const FIRST_SLOTS = 1 << 7;

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
  readonly #texts: StringArrayBuilder;
  readonly #hashes = new GrowableUint32(FIRST_SLOTS / 2);
  /** By slot: one more than the number of a text, or 0. */
  #slots = new Uint32Array(FIRST_SLOTS);

  /** `what` names the texts to whoever has too many of them. */
  constructor(what: string, maxBytes?: number) {
    this.#texts = new StringArrayBuilder(what, maxBytes);
  }

  get count(): number {
    return this.#texts.count;
  }

  /** All texts; their bytes are not copied. */
  texts(): StringArray {
    return this.#texts.build();
  }

  /** One of them, not copied. */
  text(number: number): Buffer {
    return this.#texts.at(number);
  }

  /** Whether a text equals the bytes of a range. */
  equals(number: number, bytes: Uint8Array, from: number, to: number): boolean {
    return this.#texts.equals(number, bytes, from, to);
  }

  /** The number of the bytes of a range with this hash; -1 where they were not added. */
  find(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = slots[slot]! - 1;
      if (number < 0) return -1;
      if (this.#hashes.at(number) === hash && this.#texts.equals(number, bytes, from, to)) return number;
    }
  }

  /** Adds a text that was not found; returns its number. Throws where all take too many bytes. */
  add(bytes: Uint8Array, from: number, to: number, hash: number): number {
    const number = this.count;
    this.#texts.add(bytes.subarray(from, to));
    this.#hashes.push(hash);
    if (2 * this.count <= this.#slots.length) this.#place(number);
    else {
      this.#slots = new Uint32Array(2 * this.#slots.length);
      for (let each = 0; each <= number; each++) this.#place(each);
    }
    return number;
  }

  /** The number of the bytes of a range, which are added where they are new. */
  numberOf(bytes: Uint8Array, from: number, to: number): number {
    const hash = hashOf(bytes, from, to);
    const known = this.find(bytes, from, to, hash);
    return known < 0 ? this.add(bytes, from, to, hash) : known;
  }

  #place(number: number): void {
    const slots = this.#slots;
    const mask = slots.length - 1;
    let slot = this.#hashes.at(number) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number + 1;
  }
}

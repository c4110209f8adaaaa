/** Different words as numbers, in the order in which they first come. */
import {type StringArray, StringArrayBuilder} from './string_array.ts';

/** Slots for each word: more of them, fewer meetings. */
const SPARE = 2;

/** FNV-1a. */
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

export class TokenOrdinals {
  readonly #texts = new StringArrayBuilder();
  /** One more than the number of the word; 0 for none. */
  #slots = new Uint32Array(1 << 16);
  #hashes = new Uint32Array(1 << 15);

  get count(): number {
    return this.#texts.count;
  }

  /** Number of the word that stands in the text from one byte up to another. */
  number(text: Uint8Array, from: number, to: number): number {
    let hash = SEED;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text[i]!, PRIME);
    hash >>>= 0;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot]! - 1;
      if (known < 0) return this.#add(text.subarray(from, to), hash, slot);
      if (this.#hashes[known] === hash && this.#texts.equals(known, text, from, to)) return known;
    }
  }

  /** All words by number. */
  texts(): StringArray {
    return this.#texts.build();
  }

  #add(word: Uint8Array, hash: number, slot: number): number {
    const number = this.count;
    this.#texts.add(word);
    if (number === this.#hashes.length) {
      const larger = new Uint32Array(number * 2);
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[number] = hash;
    this.#slots[slot] = number + 1;
    if (this.count * SPARE > this.#slots.length) this.#grow();
    return number;
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.count; number++) {
      let slot = this.#hashes[number]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }
}

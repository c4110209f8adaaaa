/** Splits folded texts into tokens and numbers the distinct ones in order of first occurrence. */
import {GrowableUint32} from '../file/growable.ts';
import {type StringArray, StringArrayBuilder} from './string_array.ts';

/** Slots for each token: more slots, fewer collisions. */
const SLOTS_PER_TOKEN = 2;
/** Tokens for which there is room at first; a power of two. */
const FIRST_TOKENS = 1 << 11;

const BLANK = 0x20;

/** FNV-1a. */
const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

export class TokenOrdinals {
  readonly #tokens = new StringArrayBuilder('tokens');
  /** One more than the ordinal; 0 for an empty slot. */
  #slots = new Uint32Array(SLOTS_PER_TOKEN * FIRST_TOKENS);
  readonly #hashes = new GrowableUint32(FIRST_TOKENS);

  get count(): number {
    return this.#tokens.count;
  }

  /** Ordinal of the token in a range of bytes; a new one where it is not known. */
  ordinal(text: Uint8Array, from: number, to: number): number {
    let hash = SEED;
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ text[i]!, PRIME);
    hash >>>= 0;
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const known = this.#slots[slot]! - 1;
      if (known < 0) return this.#add(text.subarray(from, to), hash, slot);
      if (this.#hashes.at(known) === hash && this.#tokens.equals(known, text, from, to)) return known;
    }
  }

  /**
   * Calls back with the ordinals of the tokens of a folded text, which lies in a range of bytes: blanks
   * separate them.
   */
  forEach(text: Uint8Array, from: number, to: number, visit: (ordinal: number) => void): void {
    let begin = from;
    for (let i = from; i <= to; i++) {
      if (i < to && text[i] !== BLANK) continue;
      if (i > begin) visit(this.ordinal(text, begin, i));
      begin = i + 1;
    }
  }

  /** All tokens by ordinal. */
  tokens(): StringArray {
    return this.#tokens.build();
  }

  #add(token: Uint8Array, hash: number, slot: number): number {
    const ordinal = this.count;
    this.#tokens.add(token);
    this.#hashes.push(hash);
    this.#slots[slot] = ordinal + 1;
    if (this.count * SLOTS_PER_TOKEN > this.#slots.length) this.#grow();
    return ordinal;
  }

  #grow(): void {
    const slots = new Uint32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let ordinal = 0; ordinal < this.count; ordinal++) {
      let slot = this.#hashes.at(ordinal) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = ordinal + 1;
    }
    this.#slots = slots;
  }
}

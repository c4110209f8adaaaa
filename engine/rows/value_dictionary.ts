/** Assigns codes to the values of a column that repeat. */

/** A value gets an entry with this occurrence: before, its bytes cost less as literals. */
const OCCURRENCES = 4;
/** Counters of values without an entry. Values that share one take turns, so that values seen once never add up. */
const COUNTERS = 1 << 16;
/** A counter is the low bits of a hash and a count. */
const COUNT_BITS = 8;
/** Bounds on what one column holds; later values stay literals. */
const MAX_ENTRIES = 1 << 21;
const MAX_BYTES = 1 << 26;
/** Longer values repeat as a whole too seldom. */
const MAX_LENGTH = 1 << 13;

/** Hash of the bytes from `from` to `to`. */
function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = (to - from) | 0;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** Entries in the order of their codes, from 1. */
export class ValueDictionary {
  #bytes = Buffer.allocUnsafeSlow(1 << 12);
  #offsets = new Uint32Array(1 << 6);
  #count = 0;
  /** Codes and their hashes by slot; a slot is free where the code is 0. */
  #codes = new Uint32Array(1 << 7);
  #hashes = new Uint32Array(1 << 7);
  #counters: Uint32Array | null = null;

  get count(): number {
    return this.#count;
  }

  /** Bytes of all entries. */
  get size(): number {
    return this.#offsets[this.#count]!;
  }

  entry(code: number): Buffer {
    return this.#bytes.subarray(this.#offsets[code - 1]!, this.#offsets[code]!);
  }

  /** Code of a value, which may get its entry by this; 0 for a literal. */
  codeOf(value: Uint8Array, from: number, to: number): number {
    const hash = hashOf(value, from, to);
    const slot = this.#slotOf(hash, value, from, to);
    const code = this.#codes[slot]!;
    if (code > 0) return code;
    const length = to - from;
    if (length > MAX_LENGTH || this.#count === MAX_ENTRIES || this.size + length > MAX_BYTES) return 0;
    return this.#occurrences(hash) < OCCURRENCES ? 0 : this.#add(hash, value, from, to);
  }

  /** Whether the entry of a code is this value. */
  equals(code: number, value: Uint8Array, from: number, to: number): boolean {
    const begin = this.#offsets[code - 1]!;
    const length = to - from;
    if (this.#offsets[code]! - begin !== length) return false;
    const bytes = this.#bytes;
    for (let i = 0; i < length; i++) if (bytes[begin + i] !== value[from + i]) return false;
    return true;
  }

  /** Counts a value without an entry; another value of the same counter takes one off. */
  #occurrences(hash: number): number {
    this.#counters ??= new Uint32Array(COUNTERS);
    const at = hash & (COUNTERS - 1);
    const counter = this.#counters[at]!;
    const tag = hash & ~((1 << COUNT_BITS) - 1);
    const count = counter & ((1 << COUNT_BITS) - 1);
    if (count > 0 && (counter ^ tag) >>> COUNT_BITS !== 0) {
      this.#counters[at] = counter - 1;
      return 1;
    }
    this.#counters[at] = (tag | (count + 1)) >>> 0;
    return count + 1;
  }

  /** Code of a value that has an entry, else 0. */
  find(value: Uint8Array, from: number, to: number): number {
    return this.#codes[this.#slotOf(hashOf(value, from, to), value, from, to)]!;
  }

  /** Gives a new value its entry; returns the code. */
  add(value: Uint8Array): number {
    return this.#add(hashOf(value, 0, value.length), value, 0, value.length);
  }

  #slotOf(hash: number, value: Uint8Array, from: number, to: number): number {
    const mask = this.#codes.length - 1;
    let slot = hash & mask;
    for (; ; slot = (slot + 1) & mask) {
      const code = this.#codes[slot]!;
      if (code === 0 || (this.#hashes[slot] === hash && this.equals(code, value, from, to))) return slot;
    }
  }

  #add(hash: number, value: Uint8Array, from: number, to: number): number {
    if (this.#count + 2 > this.#offsets.length) this.#offsets = doubled(this.#offsets);
    if (2 * (this.#count + 1) > this.#codes.length) this.#rehash();
    const begin = this.#offsets[this.#count]!;
    const end = begin + to - from;
    if (end > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(end, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, begin);
      this.#bytes = larger;
    }
    for (let i = from; i < to; i++) this.#bytes[begin + i - from] = value[i]!;
    this.#offsets[++this.#count] = end;
    this.#insert(this.#count, hash);
    return this.#count;
  }

  #insert(code: number, hash: number): void {
    const mask = this.#codes.length - 1;
    let slot = hash & mask;
    while (this.#codes[slot]! > 0) slot = (slot + 1) & mask;
    this.#codes[slot] = code;
    this.#hashes[slot] = hash;
  }

  #rehash(): void {
    const [codes, hashes] = [this.#codes, this.#hashes];
    this.#codes = new Uint32Array(2 * codes.length);
    this.#hashes = new Uint32Array(2 * codes.length);
    for (let slot = 0; slot < codes.length; slot++)
      if (codes[slot]! > 0) this.#insert(codes[slot]!, hashes[slot]!);
  }
}

function doubled(elements: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * elements.length);
  larger.set(elements);
  return larger;
}

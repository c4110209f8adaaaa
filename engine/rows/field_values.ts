/**
 * The values of one field while rows are encoded: a value that occurs often gets an entry in the dictionary
 * of its field.
 */
import {GrowableUint32} from '../file/growable.ts';
import {hashOf, TextTable} from '../text/text_table.ts';

/** A value gets an entry with this occurrence: before, its bytes cost less as literals. */
const OCCURRENCES = 4;
/** Counters of a field. Values that share one take turns, so that values seen once never add up. */
const COUNTERS = 1 << 16;
/** A counter is the high bits of a hash and a count. */
const COUNT_MASK = 0xff;
/** Bounds on what one dictionary holds; later values stay literals. */
const MAX_ENTRIES = 1 << 21;
const MAX_BYTES = 1 << 26;
/** Longer values repeat as a whole too seldom. */
const MAX_LENGTH = 1 << 13;

/** The codes of the entries of a field, from 1, and the numbers of its texts, from 0. */
export class FieldValues {
  /** The texts that have numbers. */
  readonly texts: TextTable;
  readonly #isCollected: boolean;
  /** By code: the number of its text. */
  readonly #numbers = new GrowableUint32();
  /** By number: its code; 0 for none. */
  readonly #codes = new GrowableUint32();
  #bytes = 0;
  #counters: Uint32Array | null = null;
  /** The number of the text that `lookUp` looked up last; -1 where it has none. */
  number = -1;

  /**
   * Every text gets a number where they are collected, else entries alone; `name` is that of table and
   * column.
   */
  constructor(name: string, isCollected: boolean) {
    this.texts = new TextTable(`distinct values of ${name}`);
    this.#isCollected = isCollected;
    this.#numbers.push(0);
  }

  /** Number of entries. */
  get count(): number {
    return this.#numbers.length - 1;
  }

  /** The number of the text of a code. */
  numberOf(code: number): number {
    return this.#numbers.at(code);
  }

  /** The text of a code. */
  entry(code: number): Buffer {
    return this.texts.text(this.#numbers.at(code));
  }

  isEntry(code: number, json: Uint8Array, from: number, to: number): boolean {
    return this.texts.equals(this.#numbers.at(code), json, from, to);
  }

  /** Code of a value; 0 where it has no entry. */
  find(json: Uint8Array, from: number, to: number): number {
    const number = this.texts.find(json, from, to, hashOf(json, from, to));
    return number < 0 ? 0 : this.#codes.at(number);
  }

  /** Gives a value that was not found its entry. */
  addEntry(json: Uint8Array, from: number, to: number): void {
    this.#giveCode(this.#addText(json, from, to, hashOf(json, from, to)), to - from);
  }

  /** Code of a value, which may get its entry by this; 0 for a literal. Sets `number`. */
  lookUp(json: Uint8Array, from: number, to: number): number {
    const hash = hashOf(json, from, to);
    let number = this.texts.find(json, from, to, hash);
    if (number < 0 && this.#isCollected) number = this.#addText(json, from, to, hash);
    this.number = number;
    if (number >= 0) {
      const code = this.#codes.at(number);
      if (code > 0) return code;
    }
    if (!this.#isFrequent(hash, to - from)) return 0;
    if (number < 0) number = this.#addText(json, from, to, hash);
    return this.#giveCode(number, to - from);
  }

  #addText(json: Uint8Array, from: number, to: number, hash: number): number {
    this.#codes.push(0);
    return this.texts.add(json, from, to, hash);
  }

  #giveCode(number: number, length: number): number {
    const code = this.#numbers.length;
    this.#numbers.push(number);
    this.#codes.set(number, code);
    this.#bytes += length;
    return code;
  }

  /** Counts a value without an entry; true where it gets one. */
  #isFrequent(hash: number, length: number): boolean {
    if (length > MAX_LENGTH || this.count === MAX_ENTRIES || this.#bytes + length > MAX_BYTES) return false;
    this.#counters ??= new Uint32Array(COUNTERS);
    const counters = this.#counters;
    const at = hash & (COUNTERS - 1);
    const count = counters[at]! & COUNT_MASK;
    const tag = counters[at]! & ~COUNT_MASK;
    const own = hash & ~COUNT_MASK;
    if (count > 0 && tag !== own) {
      counters[at]!--;
      return false;
    }
    if (count + 1 >= OCCURRENCES) return true;
    counters[at] = own | (count + 1);
    return false;
  }
}

/** Predicts the code of a field from that of another one before it: a predicted value takes no bytes in its row. */
import {NO_PARENT} from './layout.ts';
import type {ValueDictionary} from './value_dictionary.ts';

/** A parent whose values repeat less than this in the sample predicts little. */
const MIN_REPEATS = 3;

/** Rows of the sample that are looked at. */
const MAX_ROWS = 1 << 12;

/** What is predicted of one field. */
export class Prediction {
  /** The field by whose code it is predicted, or NO_PARENT. */
  readonly parent: number;
  /** By code of the parent; without one only the first element. 0: nothing is predicted. */
  #codes: Uint32Array<ArrayBuffer>;

  constructor(parent: number, code = 0) {
    this.parent = parent;
    this.#codes = new Uint32Array(parent === NO_PARENT ? 1 : 1 << 6);
    if (parent === NO_PARENT) this.#codes[0] = code;
  }

  /** The predicted code, given the codes of the fields before; 0 where nothing is predicted. */
  predicted(codes: Uint32Array): number {
    if (this.parent === NO_PARENT) return this.#codes[0]!;
    const by = codes[this.parent]!;
    return by === 0 || by >= this.#codes.length ? 0 : this.#codes[by]!;
  }

  /** Learns a code where nothing was predicted; true if it is predicted from now on. */
  learn(code: number, codes: Uint32Array): boolean {
    if (code === 0 || this.parent === NO_PARENT) return false;
    const by = codes[this.parent]!;
    if (by === 0) return false;
    if (by >= this.#codes.length) this.#grow(by);
    if (this.#codes[by]! > 0) return false;
    this.#codes[by] = code;
    return true;
  }

  /** The predicted codes by code of the parent, of which there are `count`; without a parent one. */
  table(count: number): Uint32Array {
    if (this.parent === NO_PARENT) return this.#codes;
    if (this.#codes.length <= count) this.#grow(count);
    return this.#codes.subarray(0, count + 1);
  }

  #grow(least: number): void {
    const larger = new Uint32Array(Math.max(least + 1, 2 * this.#codes.length));
    larger.set(this.#codes);
    this.#codes = larger;
  }
}

/** Codes of a field in the sample, row by row. */
type Sampled = Uint32Array[];

/** Rows in which `parent` would predict `field`. */
function hitsOf(parent: Uint32Array, field: Uint32Array): number {
  const first = new Map<number, number>();
  let hits = 0;
  for (let row = 0; row < field.length; row++) {
    const [by, code] = [parent[row]!, field[row]!];
    if (by === 0 || code === 0) continue;
    const known = first.get(by);
    if (known === undefined) first.set(by, code);
    else if (known === code) hits++;
  }
  return hits;
}

/** The most frequent code but 0, and its rows. */
function mostFrequent(field: Uint32Array): {code: number; count: number} {
  const counts = new Map<number, number>();
  for (const code of field) if (code > 0) counts.set(code, (counts.get(code) ?? 0) + 1);
  let [code, count] = [0, 0];
  for (const [one, n] of counts) if (n > count) [code, count] = [one, n];
  return {code, count};
}

function sampled(fields: number, rows: Iterable<Uint32Array>): Sampled {
  const byRow: Uint32Array[] = [];
  for (const codes of rows) if (byRow.push(codes.slice()) === MAX_ROWS) break;
  return Array.from({length: fields}, (_, i) => Uint32Array.from(byRow, (codes) => codes[i]!));
}

/** Chooses for each field what predicts it best in the sample. A field of the head is predicted by one of the head. */
export function choosePredictions(
  values: readonly ValueDictionary[],
  inHead: number,
  predictable: readonly boolean[],
  codesOf: () => Iterable<Uint32Array>,
): Prediction[] {
  const codes = sampled(values.length, codesOf());
  const distinct = codes.map((field) => new Set(field).size);
  return codes.map((field, i) => {
    if (!predictable[i]) return new Prediction(NO_PARENT);
    const {code, count} = mostFrequent(field);
    let best = {parent: NO_PARENT, hits: count};
    // A byte for a code that is nearly always the same is worth no table.
    if (count < 0.98 * field.length) {
      for (let parent = 0; parent < i; parent++) {
        if (i < inHead !== parent < inHead && parent >= inHead) continue;
        if (!predictable[parent] || distinct[parent]! * MIN_REPEATS > field.length) continue;
        const hits = hitsOf(codes[parent]!, field);
        if (hits > best.hits) best = {parent, hits};
      }
    }
    return new Prediction(best.parent, code);
  });
}

/** Chooses by which field before it a field is predicted: a predicted value takes no bytes in its row. */
import {NO_PARENT} from './layout.ts';

/** A parent whose values repeat less than this in the sample predicts little. */
const MIN_REPEATS = 3;

/** Rows of the sample that are looked at. */
const MAX_ROWS = 1 << 12;

/** What is predicted of one field. */
export interface Prediction {
  /** The field by whose code it is predicted, or NO_PARENT. */
  parent: number;
  /** Without a parent the code that is predicted always; 0: none. */
  code: number;
}

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

/**
 * Chooses for each field what predicts it best in the sample, of which `sampled` has the codes by field and
 * row. A field of the head is predicted by one of the head.
 */
export function choosePredictions(
  sampled: readonly Uint32Array[],
  inHead: number,
  predictable: readonly boolean[],
): Prediction[] {
  const codes = sampled.map((ofField) => ofField.subarray(0, MAX_ROWS));
  const distinct = codes.map((field) => new Set(field).size);
  return codes.map((field, i) => {
    if (!predictable[i]) return {parent: NO_PARENT, code: 0};
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
    return {parent: best.parent, code: best.parent === NO_PARENT ? code : 0};
  });
}

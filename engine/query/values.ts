/** The different values of a column that contain a text: what a form that completes what is typed asks. */

import {storedValues} from '../columns/column.ts';
import {takeAll} from '../file/far_elements.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import type {Values, ValuesQuery} from '../types.ts';
import {bytesOfValues, facetColumn} from './facets.ts';
import type {Table} from './table.ts';
import {countsOfAll, mostFrequent, type ValueCounter} from './value_counter.ts';
import type {Work} from './work.ts';

/** Values that begin with the text first, each part by count descending, then folded value and value. */
export function values(
  table: Table,
  {column: name, text, limit}: ValuesQuery,
  {scratch, counter}: Work,
): Values {
  const find = () => findValues(table, name, text, limit, scratch, counter);
  if (text.length >= SHORT_TEXT) return find();
  const key = JSON.stringify([table.layout.declaration.name, 'values', name, text, limit]);
  return table.cache.get(key, find, bytesOfValues);
}

/** Shorter texts are in very many values. */
const SHORT_TEXT = 3;

function findValues(
  table: Table,
  name: string,
  text: string,
  limit: number,
  scratch: Scratch,
  counter: ValueCounter,
): Values {
  const column = facetColumn(table, name);
  const stored = storedValues(column, name);
  const counts = countsOfAll(table, column, name, scratch, counter);
  const substring = Buffer.from(text);
  const [from, to] = column.terms.startingWith(substring);
  const first = mostFrequent(counts, scratch.range(from, to), limit);
  const others = mostFrequent(
    counts,
    text === '' ? scratch.u32(0) : outside(column.terms.including(substring, scratch), from, to),
    limit - first.best.length,
  );
  const found: Values['values'] = [];
  const read = (ordinal: number, i: number) => () => {
    found[i] = {value: stringAt(stored, ordinal), count: counts[ordinal]!};
  };
  takeAll([...first.best, ...others.best].map(read));
  return {total: first.present + others.present, values: found};
}

/** Moves the ordinals that do not lie `from` up to `to` to the front, and returns them. */
function outside(ordinals: Uint32Array, from: number, to: number): Uint32Array {
  let count = 0;
  for (let i = 0; i < ordinals.length; i++) {
    const ordinal = ordinals[i]!;
    if (ordinal < from || ordinal >= to) ordinals[count++] = ordinal;
  }
  return ordinals.subarray(0, count);
}

/** Rows of each value of a column over a whole table or view: kept, as they are always the same. */

import type {DictionaryColumn} from '../columns/column.ts';
import {elementsFor} from '../file/far_elements.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Table} from './table.ts';
import type {ValueCounter} from './value_counter.ts';

/** Rows of each ordinal: as many as its postings, or of a view those that it sees. */
export function countsOfAll(
  table: Table,
  column: DictionaryColumn,
  name: string,
  scratch: Scratch,
  counter: ValueCounter,
): Uint32Array {
  const count = () =>
    table.view
      ? counter.count(column, table.all, scratch, ({counts}) => counts.slice(0, column.terms.count))
      : lengthsOf(column);
  const key = `${table.layout.declaration.name} counts ${name}`;
  return table.cache.get(key, count, ({byteLength}) => byteLength);
}

/** The number of rows of each ordinal. */
function lengthsOf({postings, terms}: DictionaryColumn): Uint32Array {
  const offsets = elementsFor(postings!.offsets, terms.count);
  const counts = new Uint32Array(terms.count);
  for (let i = 0; i < counts.length; i++) counts[i] = offsets[i + 1]! - offsets[i]!;
  return counts;
}

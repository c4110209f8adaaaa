/** Rows of each value of a column over a whole table or view: counted once for each thread. */
import type {DictionaryColumn} from '../columns/column.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Table} from './table.ts';
import type {ValueCounter} from './value_counter.ts';

/** Rows by ordinal, by table and column: counted once, as all rows are always the same. */
const known = new WeakMap<Table, Map<string, Uint32Array>>();

/** Rows of each ordinal: as many as its postings, or of a view those that it sees. */
export function countsOfAll(
  table: Table,
  column: DictionaryColumn,
  name: string,
  scratch: Scratch,
  counter: ValueCounter,
): Uint32Array {
  const ofTable = known.get(table) ?? new Map<string, Uint32Array>();
  known.set(table, ofTable);
  const counts =
    ofTable.get(name) ??
    (table.view
      ? counter.count(column, table.all, scratch, (counted) => counted.counts.slice(0, column.terms.count))
      : lengthsOf(column));
  ofTable.set(name, counts);
  return counts;
}

/** The number of rows of each ordinal. */
function lengthsOf({postings, terms}: DictionaryColumn): Uint32Array {
  const {offsets} = postings!;
  const counts = new Uint32Array(terms.count);
  for (let i = 0; i < counts.length; i++) counts[i] = offsets[i + 1]! - offsets[i]!;
  return counts;
}

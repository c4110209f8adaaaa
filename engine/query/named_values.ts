/** The values of a column by the names of bodies that they carry. */
import {namesIn} from '../../datasets/rules/bodies.ts';
import {type DictionaryColumn, storedValues} from '../columns/column.ts';
import {stringAt} from '../text/string_array.ts';
import type {Table} from './table.ts';

type OrdinalsByName = ReadonlyMap<string, readonly number[]>;

/** Bytes of a name and its list, about. */
const NAME_BYTES = 128;

/**
 * By name as `namesIn` gives it: the ordinals of the values that carry it, found by a scan of all values:
 * columns of bodies have few. The values must have been fetched.
 */
export const ordinalsByName = (table: Table, column: DictionaryColumn, name: string): OrdinalsByName =>
  table.cache.get(
    `${table.layout.declaration.name} names ${name}`,
    () => scan(column, name),
    (found) => found.size * NAME_BYTES + column.terms.count * Uint32Array.BYTES_PER_ELEMENT,
  );

function scan(column: DictionaryColumn, name: string): OrdinalsByName {
  const values = storedValues(column, name);
  const all = new Map<string, number[]>();
  for (let ordinal = 0; ordinal + 1 < values.offsets.length; ordinal++) {
    for (const one of new Set(namesIn(stringAt(values, ordinal)))) {
      const ordinals = all.get(one);
      if (ordinals) ordinals.push(ordinal);
      else all.set(one, [ordinal]);
    }
  }
  return all;
}

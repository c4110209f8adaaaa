/** Values of a column that are looked up again and again: by one or two characters, and by names of bodies. */
import {namesIn} from '../../datasets/rules/bodies.ts';
import {type DictionaryColumn, storedValues} from '../columns/column.ts';
import type {Scratch} from '../rowset/scratch.ts';
import {stringAt} from '../text/string_array.ts';
import type {Table} from './table.ts';

/** Longer substrings are found by a few lists; shorter ones are in very many values, of many lists. */
const SHORT = 3;

/** Ordinals whose values contain a text, and the rows that have one of them. */
export interface Selection {
  selected: Uint32Array;
  rows: number | null;
}

/** The ordinals of a column whose values contain a substring; nobody may write to them. */
export function selectionOf(
  {cache, layout}: Table,
  name: string,
  {terms}: DictionaryColumn,
  substring: Buffer,
  scratch: Scratch,
  count: (selected: Uint32Array) => number,
): Selection {
  if (substring.length === 0 || substring.length >= SHORT)
    return {selected: terms.containing(substring, scratch), rows: null};
  const find = (): Selection => {
    const selected = terms.containing(substring, scratch).slice();
    return {selected, rows: count(selected)};
  };
  const key = `${layout.declaration.name} short ${name} ${substring.toString('latin1')}`;
  return cache.get(key, find, ({selected}) => selected.byteLength);
}

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
  for (let ordinal = 0; ordinal + 1 < values.offsets.length; ordinal++)
    for (const one of new Set(namesIn(stringAt(values, ordinal)))) {
      const ordinals = all.get(one);
      if (ordinals) ordinals.push(ordinal);
      else all.set(one, [ordinal]);
    }
  return all;
}

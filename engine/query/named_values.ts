/** The values of a column by the names of bodies that they carry. */
import {namesIn} from '../../datasets/rules/bodies.ts';
import {type DictionaryColumn, storedValues} from '../columns/column.ts';
import {stringAt} from '../text/string_array.ts';
import type {TermDictionary} from '../text/term_dictionary.ts';

type OrdinalsByName = ReadonlyMap<string, readonly number[]>;

/** Found by a scan of all values once a thread: columns of bodies have few. They never change, and go with their dictionary. */
const found = new WeakMap<TermDictionary, OrdinalsByName>();

/** By name as `namesIn` gives it: the ordinals of the values that carry it. The values must have been fetched. */
export function ordinalsByName(column: DictionaryColumn, name: string): OrdinalsByName {
  const known = found.get(column.terms);
  if (known) return known;
  const values = storedValues(column, name);
  const all = new Map<string, number[]>();
  for (let ordinal = 0; ordinal + 1 < values.offsets.length; ordinal++) {
    for (const one of new Set(namesIn(stringAt(values, ordinal)))) {
      const ordinals = all.get(one);
      if (ordinals) ordinals.push(ordinal);
      else all.set(one, [ordinal]);
    }
  }
  found.set(column.terms, all);
  return all;
}

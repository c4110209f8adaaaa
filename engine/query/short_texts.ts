/**
 * Values that contain one or two characters: very many, found by merging many lists, and asked for again and
 * again.
 */
import type {DictionaryColumn} from '../columns/column.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {Table} from './table.ts';

/** Longer substrings are found by a few lists. */
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

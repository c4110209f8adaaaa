/** Values that contain one or two characters: very many, found by merging many lists, and asked for again and again. */
import type {DictionaryColumn} from '../columns/column.ts';
import type {Scratch} from '../rowset/scratch.ts';
import type {TermDictionary} from '../text/term_dictionary.ts';

/** Longer substrings are found by a few lists. */
const SHORT = 3;

/** Ordinals that a thread keeps of one dictionary, at most: four megabytes. */
const MOST_KEPT = 1 << 20;

/** Ordinals whose values contain a text, and the rows that have one of them. */
export interface Selection {
  selected: Uint32Array;
  rows: number | null;
}

interface Kept {
  /** By substring, as text of its bytes; those least recently asked for come first. */
  found: Map<string, Selection>;
  ordinals: number;
}

/** They never change, and go with their dictionary. */
const keptOf = new WeakMap<TermDictionary, Kept>();

/** The ordinals of a column whose values contain a substring; nobody may write to them. */
export function selectionOf(
  {terms}: DictionaryColumn,
  substring: Buffer,
  scratch: Scratch,
  count: (selected: Uint32Array) => number,
): Selection {
  if (substring.length === 0 || substring.length >= SHORT) {
    return {selected: terms.containing(substring, scratch), rows: null};
  }
  const kept = keptOf.get(terms) ?? {found: new Map(), ordinals: 0};
  keptOf.set(terms, kept);
  const key = substring.toString('latin1');
  const known = kept.found.get(key);
  if (known) {
    kept.found.delete(key);
    kept.found.set(key, known);
    return known;
  }
  const selected = terms.containing(substring, scratch).slice();
  const found = {selected, rows: count(selected)};
  kept.found.set(key, found);
  kept.ordinals += selected.length;
  for (const [oldest, {selected: freed}] of kept.found) {
    if (kept.ordinals <= MOST_KEPT) break;
    kept.found.delete(oldest);
    kept.ordinals -= freed.length;
  }
  return found;
}

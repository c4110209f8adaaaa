/** Indexed columns of a table: codes with their values, or numbers. */

import {openPostings, type Postings} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {ColumnLayout} from '../file/table_layout.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {StringArray} from '../text/string_array.ts';
import {TermDictionary} from '../text/term_dictionary.ts';
import {unitOf} from './units.ts';

export interface DictionaryColumn {
  kind: 'text' | 'multivalue';
  terms: TermDictionary;
  /** As stored; null where only folded texts are compared. */
  values: StringArray | null;
  /** By rank; the number of values for null. None for lists. */
  ordinals: Uint8Array | Uint16Array | Uint32Array | null;
  postings: Postings | null;
  /** By place of a point, where rows have points and the column few values; as `codes`. */
  leafOrdinals: Uint8Array | null;
}

export interface NumericColumn {
  kind: 'numeric';
  /** By rank; null is NaN, or the smallest number of 32 bits. */
  numbers: Int32Array | Float64Array;
  bound: (text: string, op: 'gte' | 'lte') => number;
  text: (value: number) => string;
}

export type IndexedColumn = DictionaryColumn | NumericColumn;

/** The values of a column as they are stored; throws where they are not kept. */
export function storedValues({values}: DictionaryColumn, name: string): StringArray {
  if (!values)
    throw new Error(
      `${name} is indexed by parts of its texts: only a column filtered as \`exact\` keeps them`,
    );
  return values;
}

/** The column as the plan describes it. */
export function openColumn(sections: Sections, plan: ColumnLayout): IndexedColumn {
  const {name, kind, column, postings, partial, values} = plan;
  if (kind === 'numeric') {
    const {bound, text} = unitOf(column.type);
    return {kind, numbers: sections.numbers(SECTIONS.numbers(name)), bound, text};
  }
  const of = SECTIONS.column(name);
  return {
    kind,
    terms: new TermDictionary(sections, of, partial),
    values: values
      ? {bytes: sections.bytes(SECTIONS.values(name)), offsets: sections.u32(SECTIONS.value_offsets(name))}
      : null,
    ordinals: kind === 'text' ? sections.ordinals(SECTIONS.ordinals(name)) : null,
    postings: postings ? openPostings(sections, of) : null,
    leafOrdinals: sections.has(SECTIONS.points.ordinals(name))
      ? sections.bytes(SECTIONS.points.ordinals(name))
      : null,
  };
}

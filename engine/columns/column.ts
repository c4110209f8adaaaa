/** Indexed columns of a table: codes with their values, or numbers. */

import {type Postings, postingsOf} from '../file/postings.ts';
import {SECTIONS} from '../file/section_names.ts';
import type {ColumnPlan} from '../file/table_layout.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {Texts} from '../text/string_array.ts';
import {Lexicon} from '../text/term_dictionary.ts';
import {unitOf} from './units.ts';

export interface CodedColumn {
  kind: 'texts' | 'lists';
  lexicon: Lexicon;
  /** As stored; null where only folded texts are compared. */
  values: Texts | null;
  /** By rank; the number of values for null. None for lists. */
  codes: Uint8Array | Uint16Array | Uint32Array | null;
  postings: Postings | null;
  /** By place of a point, where rows have points and the column few values; as `codes`. */
  byPlace: Uint8Array | null;
}

export interface NumberColumn {
  kind: 'numbers';
  /** By rank; null is NaN, or the smallest number of 32 bits. */
  numbers: Int32Array | Float64Array;
  bound: (text: string, op: 'gte' | 'lte') => number;
  text: (value: number) => string;
}

export type IndexedColumn = CodedColumn | NumberColumn;

/** The values of a column as they are stored; throws where they are not kept. */
export function storedValues({values}: CodedColumn, name: string): Texts {
  if (!values)
    throw new Error(
      `${name} is indexed by parts of its texts: only a column filtered as \`exact\` keeps them`,
    );
  return values;
}

/** The column as the plan describes it. */
export function openColumn(sections: Sections, plan: ColumnPlan): IndexedColumn {
  const {name, kind, column, postings, partial, values} = plan;
  if (kind === 'numbers') {
    const {bound, text} = unitOf(column.type);
    return {kind, numbers: sections.numbers(SECTIONS.numbers(name)), bound, text};
  }
  const of = SECTIONS.column(name);
  return {
    kind,
    lexicon: new Lexicon(sections, of, partial),
    values: values
      ? {bytes: sections.bytes(SECTIONS.values(name)), at: sections.u32(SECTIONS.values_at(name))}
      : null,
    codes: kind === 'texts' ? sections.codes(SECTIONS.codes(name)) : null,
    postings: postings ? postingsOf(sections, of) : null,
    byPlace: sections.has(SECTIONS.points.codes(name)) ? sections.bytes(SECTIONS.points.codes(name)) : null,
  };
}

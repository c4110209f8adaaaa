/** Indexed columns of a table: dictionary-encoded or numeric. */
import {openPostings, type Postings} from '../file/postings.ts';
import {NULL_I32, SECTIONS} from '../file/section_names.ts';
import type {ColumnLayout} from '../file/table_layout.ts';
import type {Sections} from '../file/typed_sections.ts';
import {type StringArray, stringAt} from '../text/string_array.ts';
import {TermDictionary} from '../text/term_dictionary.ts';
import {unitOf} from './units.ts';

export interface DictionaryColumn {
  kind: 'text' | 'multivalue';
  terms: TermDictionary;
  /** The published values; null where only folded ones are compared. */
  values: StringArray | null;
  /** By row; the number of values encodes null. None for `multivalue`. */
  ordinals: Uint8Array | Uint16Array | Uint32Array | null;
  /**
   * Of a multivalue facet: the ordinals of each row, from `offsets[row]` up to `offsets[row + 1]`; else null.
   */
  lists: {ordinals: Uint8Array | Uint16Array | Uint32Array; offsets: Uint32Array} | null;
  postings: Postings | null;
  /** As `ordinals`, by leaf of the point tree; only where rows have points and the column few values. */
  leafOrdinals: Uint8Array | null;
}

export interface NumericColumn {
  kind: 'numeric';
  /** By row; null is NaN, or NULL_I32 in 32-bit integers. */
  numbers: Int32Array | Float64Array;
  bound: (text: string, op: 'gte' | 'lte') => number;
  text: (value: number) => string;
}

export type IndexedColumn = DictionaryColumn | NumericColumn;

/** Whether a row has a value; a column of lists has none by row. */
export function hasValue(column: IndexedColumn, row: number): boolean {
  if (column.kind !== 'numeric')
    return column.ordinals !== null && column.ordinals[row]! < column.terms.count;
  const number = column.numbers[row]!;
  return column.numbers instanceof Int32Array ? number !== NULL_I32 : !Number.isNaN(number);
}

/** The published values of a column; throws where they are not kept. */
export function storedValues({values}: DictionaryColumn, name: string): StringArray {
  if (!values) throw new Error(`${name} keeps folded values only: it is not filtered as \`exact\``);
  return values;
}

/** The value of a row as text; null where it has none. */
export function textAt(column: IndexedColumn, name: string, row: number): string | null {
  if (!hasValue(column, row)) return null;
  if (column.kind === 'numeric') return column.text(column.numbers[row]!);
  return stringAt(storedValues(column, name), column.ordinals![row]!);
}

/** Opens the column that a layout describes. */
export function openColumn(sections: Sections, layout: ColumnLayout): IndexedColumn {
  const {name, kind, column, postings, partial, values, facet} = layout;
  if (kind === 'numeric') {
    const {bound, text} = unitOf(column.type);
    return {kind, numbers: sections.numbers(SECTIONS.numbers(name)), bound, text};
  }
  const prefix = SECTIONS.column(name);
  return {
    kind,
    terms: new TermDictionary(sections, prefix, partial),
    values: values
      ? {bytes: sections.bytes(SECTIONS.values(name)), offsets: sections.u32(SECTIONS.value_offsets(name))}
      : null,
    ordinals: kind === 'text' ? sections.ordinals(SECTIONS.ordinals(name)) : null,
    lists:
      kind === 'multivalue' && facet
        ? {
            ordinals: sections.ordinals(SECTIONS.ordinals(name)),
            offsets: sections.u32(SECTIONS.ordinal_offsets(name)),
          }
        : null,
    postings: postings ? openPostings(sections, prefix) : null,
    leafOrdinals: sections.has(SECTIONS.points.ordinals(name))
      ? sections.bytes(SECTIONS.points.ordinals(name))
      : null,
  };
}

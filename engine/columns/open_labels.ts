/**
 * Opens the labels of a table. Labels that are the values of a filtered column share the sections of that
 * column.
 */
import {SECTIONS} from '../file/section_names.ts';
import {MemorySection, type SectionReader} from '../file/section_reader.ts';
import type {Sections} from '../file/typed_sections.ts';
import type {Labels} from '../text/labels.ts';
import {TermDictionary} from '../text/term_dictionary.ts';
import type {IndexedColumn} from './column.ts';

/**
 * The labels of a table: the values of a filtered column, or texts of their own; `onDisk` gives sections of
 * the search file.
 */
export function openLabels(
  sections: Sections,
  onDisk: (name: string) => SectionReader,
  column: IndexedColumn | null,
): Labels {
  const names = SECTIONS.search;
  const [values, valueOffsets] = [onDisk(names.label_values), onDisk(names.label_offsets)];
  if (!column) {
    const postings = SECTIONS.postings(names.labels);
    return {
      terms: new TermDictionary(sections, names.labels, true),
      ordinals: sections.ordinals(names.label_ordinals),
      rows: onDisk(postings.rows),
      offsets: onDisk(postings.offsets),
      values,
      valueOffsets,
    };
  }
  if (column.kind === 'numeric' || !column.ordinals || !column.postings)
    throw new Error('labels are a column of texts that is filtered, with one value a row');
  return {
    terms: column.terms,
    ordinals: column.ordinals,
    rows: new MemorySection(column.postings.rows),
    offsets: new MemorySection(column.postings.offsets),
    values: column.values ? new MemorySection(column.values.bytes) : values,
    valueOffsets: column.values ? new MemorySection(column.values.offsets) : valueOffsets,
  };
}

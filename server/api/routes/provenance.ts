/** The field `provenance` of single records: where each of their fields was read. */

import type {Columns} from '../../../datasets/types.ts';
import {
  MADE,
  MADE_LABELS,
  NO_BYTES,
  NO_CELLS,
  WHAT_MADE,
  WHY_NO_BYTES,
  WHY_NO_CELLS,
} from '../../labels/provenance.ts';
import {withReasons} from '../../labels/reasons.ts';
import {column, integerColumn, NULLABLE, objectColumn, rowsColumn, textColumn} from './columns.ts';
import type {Parameters} from './types.ts';

/** Rows of a record whose places are given; others count in `row_count`. */
export const MOST_ROWS = 20;

/** Characters of a cell that are given. */
export const LONGEST_TEXT = 2000;

const ROW: Columns = {
  row: integerColumn('number among the rows of the record', 1),
  current: column('boolean', 'true: most fields come from it', true),
  file: textColumn('name, behind that of its zip', 'contracts.csv'),
  address: textColumn('where the file was fetched', 'https://open.canada.ca/data/contracts.csv'),
  sha256: textColumn(
    'SHA-256 of the file',
    '5646741d297708fd8ea8c7d09408ef8676fe3c444a451b97b81680f8bc9b1a07',
  ),
  fetched_at: column('timestamp', 'when it was first fetched', '2026-11-21T06:00:00'),
  encoding: textColumn('of its text, or `binary`', 'utf-8'),
  layout: textColumn('generation of its header', 'registry'),
  line: integerColumn('line, or row of the sheet', 17, NULLABLE),
  element: column(
    'integer',
    'number of the row among the items of its array, or among the rows of a set of documents',
    null,
    NULLABLE,
  ),
  place: textColumn('sheet and row of a workbook, or the document of a set', null, NULLABLE),
  first_byte: integerColumn(
    'where the row begins in the file, 0 being its first byte; null in files that are packed or recoded',
    4096,
    NULLABLE,
  ),
  bytes: integerColumn('length of the row there', 512, NULLABLE),
  reason: textColumn(withReasons(WHY_NO_BYTES, NO_BYTES, 'en'), null, NULLABLE),
};

const CELL: Columns = {
  row: integerColumn('number of its row', 1),
  column: textColumn('name of the column, key or path, as the file has it', 'vendor_name'),
  text: textColumn(
    `the cell as published, at most ${LONGEST_TEXT.toLocaleString('en')} characters; null for a blank one`,
    'Northline Survey Ltd.',
    NULLABLE,
  ),
  length: integerColumn('characters of the whole cell; null for a blank one', 21, NULLABLE),
};

const FIELD: Columns = {
  field: textColumn('name of the field', 'vendor'),
  rule: textColumn(
    'the field function that read the cells, of those that docs/inside/datasets.md lists; null: none',
    'text',
    NULLABLE,
  ),
  made: textColumn(withReasons(WHAT_MADE, MADE_LABELS, 'en'), null, {...NULLABLE, values: MADE}),
  cells: rowsColumn('what was read, in the order in which the rule reads', CELL),
  derived_from: column('text[]', 'other fields that it follows from', []),
  reason: textColumn(withReasons(WHY_NO_CELLS, NO_CELLS, 'en'), null, NULLABLE),
};

/** The field, after all others. */
export const PROVENANCE: Columns = {
  provenance: objectColumn(
    'only with `provenance=true`: where each field was read',
    {
      row_count: integerColumn(
        'rows of files that the record is made of; null: not known, or 10,000 and more',
        1,
        NULLABLE,
      ),
      rows: rowsColumn(`those that gave a field, and others up to ${MOST_ROWS}`, ROW),
      fields: rowsColumn('every field of the record, in its order', FIELD),
    },
    {optional: true, example: {row_count: 0, rows: [], fields: []}},
  ),
};

/** The parameter of single records. */
export const PROVENANCE_PARAMETER: Parameters = {
  provenance: {
    type: 'boolean',
    help: 'true: the record also has `provenance`: for each field the file, the line or element, the column, its text as published and the rule that read it',
    default: 'false',
    example: 'true',
    added: true,
  },
};

/** Changes: records that were added, changed, removed or returned from one build to the next. */
import {internalColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import type {Derived} from '../types.ts';

/** What happened to a record. */
export const CHANGE_KINDS = {
  added: 'the previous build did not have it',
  changed: 'some of its fields have new values',
  removed: 'this build no longer has it',
  returned: 'it was removed within the time for which changes are kept, and this build has it again',
} as const;

/** Why a record changed. */
export const CHANGE_CAUSES = {
  publisher: 'the publisher’s files changed, and the code that reads them did not',
  pipeline: 'the code, the declarations or the date of the data changed, not the publisher’s files',
  unknown: 'both the files and the code changed, so the cause is not known',
} as const;

const words = (table: Readonly<Record<string, string>>): string =>
  Object.entries(table)
    .map(([name, help]) => `\`${name}\`: ${help}`)
    .join('; ');

export const changes: Derived = {
  name: 'changes',
  title: 'Changes',
  help: 'Records of published datasets that were added, changed, removed or returned: one row for each record and build, kept for CHANGES_DAYS days. The first build has no rows, because there is no earlier build to compare it with. The row of a removal has no values, because the publisher may have withdrawn them.',
  key: {column: 'change_id', rank: 'changed_at'},
  columns: {
    change_id: internalColumn(
      'text',
      'dataset, record and build, separated by `/`',
      'contracts/c_9f31a2b4c5d6e7f8/6f0d9a3be1c24875',
      NOT_NULL,
    ),
    dataset: listColumn('text', 'dataset of the record', 'contracts', NOT_NULL),
    record_id: listColumn('text', 'id of the record', 'c_9f31a2b4c5d6e7f8', NOT_NULL),
    kind: listColumn('text', words(CHANGE_KINDS), 'changed', {
      ...NOT_NULL,
      values: Object.keys(CHANGE_KINDS),
    }),
    changed_at: listColumn('timestamp', 'start of the load that made the build, UTC', '2026-11-21T06:00:00', {
      ...NOT_NULL,
    }),
    build_id: listColumn('text', 'the build that first shows the change', '6f0d9a3be1c24875', NOT_NULL),
    cause: listColumn('text', words(CHANGE_CAUSES), 'publisher', {
      ...NOT_NULL,
      values: Object.keys(CHANGE_CAUSES),
    }),
    source: listColumn('text', 'slug of the source of the record', 'proactive_contracts', NOT_NULL),
    fields: rowsColumn(
      'the fields of a changed record that have new values, in table order, each with its old value; empty for other kinds. The new value is the `old` of the next change of the field, or else the present value in the record',
      {
        field: listColumn('text', 'name of the field', 'value', NOT_NULL),
        old: listColumn(
          'text',
          'the old value as text; lists and objects as JSON; null if there was none',
          '48250.75',
        ),
      },
      {visibility: 'list'},
    ),
    build_number: internalColumn('integer', 'position of the build in the sequence of builds', 412, NOT_NULL),
  },
  sort: {default: 'date', keys: {date: 'changed_at'}},
  filters: {
    dataset: 'exact',
    record_id: 'exact',
    kind: 'exact',
    cause: 'exact',
    source: 'exact',
    build_number: 'range',
    changed_at: 'range',
  },
  sql: 'log',
  names: null,
  sections: {},
  profile: [],
};

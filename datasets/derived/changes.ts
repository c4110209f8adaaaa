/** Changes: what was added, changed and removed in the records of a dataset, from build to build. */
import {internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import type {Derived} from '../types.ts';

/** What happened to a record. */
export const CHANGE_KINDS = {
  added: 'the build before did not have it',
  changed: 'some of its fields have other values than before',
  removed: 'this build does not have it any more',
  returned: 'it was removed within the time that changes are kept, and is there again',
} as const;

/** Why a record changed. */
export const CHANGE_CAUSES = {
  publisher: 'the publisher’s files changed, and the code that reads them did not',
  pipeline:
    'the code, the declarations or the day of the data made the difference, not the publisher’s files',
  unknown: 'files and code changed at once, so that nobody can tell',
} as const;

const words = (table: Readonly<Record<string, string>>): string =>
  Object.entries(table)
    .map(([name, help]) => `\`${name}\`: ${help}`)
    .join('; ');

export const changes: Derived = {
  name: 'changes',
  title: 'Changes',
  help: 'What was added, changed and removed in the records of published datasets: a row for each record and build, for as long as changes are kept (CHANGES_DAYS). The first build has none, since it is compared with nothing. A removed record leaves no values, since its publisher may have withdrawn them.',
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
    fields: listColumn(
      'rows',
      'of a changed record the fields with other values, in table order, each with the value before; of others empty. The value after is the one before the next change, or that of the record',
      [{field: 'value', old: '48250.75'}],
      {
        fields: {
          field: listColumn('text', 'name of the field', 'value', NOT_NULL),
          old: listColumn(
            'text',
            'the value before, as text; lists and objects as JSON; null: there was none',
            '48250.75',
          ),
        },
      },
    ),
    build_number: internalColumn('integer', 'place of the build in the line of builds', 412, NOT_NULL),
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

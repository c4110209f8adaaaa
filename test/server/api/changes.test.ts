/** What is said of removed records of a view, over a log in memory. */
import {expect, test} from 'vitest';
import {linesOf} from '../../../engine/rows/json_lines.ts';
import type {Engine, ListQuery, Page, Row} from '../../../engine/types.ts';
import {missingRecord, removedRecords} from '../../../server/api/operations/changes.ts';

const removal = (record_id: string, source: string, dataset = 'contracts'): Row => ({
  dataset,
  record_id,
  kind: 'removed',
  changed_at: '2026-11-22T06:00:00',
  cause: 'publisher',
  source,
});

const LOG = [
  removal('c_1', 'canadabuys_contracts'),
  removal('c_2', 'proactive_contracts'),
  removal('a_1', 'canadabuys_awards', 'awards'),
];

/** An engine that has nothing but the log. */
const engine = {
  detail: () => null,
  list: ({where}: ListQuery): Page => {
    const rows = LOG.filter((row) =>
      where.every(({columns, value}) =>
        columns.some((name) => (value as string[]).includes(String(row[name]))),
      ),
    );
    return {total: rows.length, items: linesOf(rows), last: null};
  },
} as unknown as Engine;

const missing = {en: 'Not found.', fr: 'Introuvable.'};

test('a view says of records of its own sources alone that they were removed', () => {
  const reasonOf = (dataset: string, id: string) => missingRecord(engine, dataset, id, missing).reason;
  expect(reasonOf('contracts', 'c_1')).toBe('record_removed');
  expect(reasonOf('disclosures', 'c_2')).toBe('record_removed');
  // It was never a disclosure.
  expect(reasonOf('disclosures', 'c_1')).toBe(reasonOf('contracts', 'c_0'));
});

test('a feed of a view names removed records of its own sources alone', () => {
  const removed = (dataset: string) => removedRecords(engine, dataset).map(({record_id}) => record_id);
  expect(removed('contracts').sort()).toEqual(['c_1', 'c_2']);
  expect(removed('disclosures')).toEqual(['c_2']);
});

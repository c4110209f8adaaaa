/** Compares what saved searches tell with the lists of both builds. */
import {expect} from 'vitest';
import {rowsOf} from '../../engine/rows/json_lines.ts';
import type {Engine} from '../../engine/types.ts';
import {changedRecords} from '../../server/alerts/changed_records.ts';
import {followed} from '../../server/alerts/followed.ts';
import {ListComparison} from '../../server/alerts/list_changes.ts';

interface Build {
  id: string;
  engine: Engine;
}

/** Expects what is told of a list of awards to be the changed records that either list has; returns their ids by kind. */
export function toldAsListed(list: string, from: Build, to: Build): Record<string, string[]> {
  const {where} = followed(list);
  const records = changedRecords(to.engine, 'awards', from.id);
  const listed = ({engine}: Build): Set<string> => {
    const known = {op: 'in' as const, columns: ['record_id'], value: [...records.keys()]};
    const query = {dataset: 'awards', where: [...where, known], sort: 'date', order: 'desc'} as const;
    const {items} = engine.list({...query, limit: 100, offset: 0});
    return new Set(rowsOf(items).map((row) => String(row['record_id'])));
  };
  const [before, after] = [listed(from), listed(to)];
  const expected: Record<string, string[]> = {};
  for (const [id, kind] of records) {
    const told =
      kind === 'removed' ? before.has(id) && kind : after.has(id) ? kind : before.has(id) && 'left';
    if (told) expected[told] = [...(expected[told] ?? []), id].sort();
  }
  const comparison = new ListComparison(to.engine, (build) => (build === from.id ? from.engine : null));
  const told: Record<string, string[]> = {};
  for (const [kind, id] of comparison.changes({list, build: from.id})?.records ?? [])
    told[kind] = [...(told[kind] ?? []), id].sort();
  expect(told, list).toEqual(expected);
  return expected;
}

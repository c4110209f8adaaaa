/** What two changes of a record are together, which of them are told, and when messages leave. */
import {expect, test} from 'vitest';
import {dueTimes} from '../../../server/accounts/search_changes.ts';
import {changedRecords, type Happened, joinedChanges} from '../../../server/alerts/changed_records.ts';
import {scanEngine} from '../../helpers/engine.ts';

test('changes of several builds are one', () => {
  const all: [Happened, Happened, Happened | null][] = [
    ['added', 'changed', 'added'],
    ['added', 'removed', null],
    ['changed', 'changed', 'changed'],
    ['changed', 'removed', 'removed'],
    ['removed', 'returned', 'changed'],
    ['returned', 'removed', null],
    ['returned', 'changed', 'returned'],
  ];
  for (const [first, then, both] of all) expect(joinedChanges(first, then), `${first} ${then}`).toBe(both);
});

test('what the pipeline changed is not told; of unknown causes what came or went', () => {
  const build = (number: number) => ({
    build_id: `b${number}`,
    built_at: `2026-11-2${number}T06:00:00`,
    number,
  });
  const row = (record_id: string, kind: string, cause: string, build_number = 2) => ({
    change_id: `${record_id}/${build_number}`,
    dataset: 'permits',
    record_id,
    kind,
    cause,
    source: 'toronto_permits',
    changed_at: `2026-11-2${build_number}T06:00:00`,
    build_id: `b${build_number}`,
    build_number,
    fields: [],
  });
  const rows = [
    row('a', 'added', 'publisher'),
    row('b', 'added', 'pipeline'),
    row('c', 'changed', 'pipeline'),
    row('d', 'changed', 'unknown'),
    row('e', 'added', 'unknown'),
    row('f', 'removed', 'unknown'),
    row('g', 'changed', 'publisher', 1),
  ];
  const log = {number: 2, builds: [build(1)], build: build(2), datasets: {}};
  const engine = scanEngine({changes: rows}, {build_id: 'b2', log} as never);
  expect(Object.fromEntries(changedRecords(engine, 'permits', 'b1'))).toEqual({
    a: 'added',
    e: 'added',
    f: 'removed',
  });
});

test('daily messages leave at the next hour of the day, weekly ones on the next Monday', () => {
  const at = (text: string) => Object.values(dueTimes(new Date(text))).map((one) => one.toISOString());
  expect(at('2026-11-30T10:59:59Z')).toEqual([
    '2026-11-30T10:59:59.000Z',
    '2026-11-30T11:00:00.000Z',
    '2026-11-30T11:00:00.000Z',
  ]);
  expect(at('2026-11-30T11:00:00Z').slice(1)).toEqual([
    '2026-12-01T11:00:00.000Z',
    '2026-12-07T11:00:00.000Z',
  ]);
});

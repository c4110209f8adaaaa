/** Versions of a record as releases: their dates and amounts. */
import {expect, test} from 'vitest';
import {versionsOf} from '../../../../server/api/operations/export/ocds/releases.ts';

const current = {
  record_id: 'c_1',
  date: '2024-01-01',
  last_amendment_date: '2024-03-01',
  last_updated: '2026-11-21T06:00:00',
  value: 7,
};
const dated = (...dates: (string | null)[]) => {
  const amendments = dates.map((date, i) => ({date, value: i + 1}));
  return versionsOf({...current, amendments}).map(({date}) => date.slice(0, 10));
};

test('a version without a date has that of the next one, never the day of a load', () => {
  expect(dated(null, '2024-02-01')).toEqual(['2024-02-01', '2024-02-01', '2024-03-01']);
  expect(dated('2024-01-01', null)).toEqual(['2024-01-01', '2024-03-01', '2024-03-01']);
});

test('no version is dated before an earlier one', () => {
  expect(dated('2024-02-01', '2024-01-15')).toEqual(['2024-02-01', '2024-02-01', '2024-03-01']);
});

test('versions have the amount that they were published with, and none where it is not known', () => {
  const amendments = [
    {date: '2024-01-01', value: null},
    {date: '2024-02-01', value: 0},
  ];
  expect(versionsOf({...current, amendments}).map(({id, value}) => [id, value])).toEqual([
    ['c_1-1', null],
    ['c_1-2', {amount: 0, currency: 'CAD'}],
    ['c_1-3', {amount: 7, currency: 'CAD'}],
  ]);
});

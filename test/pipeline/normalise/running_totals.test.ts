/** Versions of one period: what their totals tell of the order, and what they do not. */
import {expect, test} from 'vitest';
import {orderVersions} from '../../../pipeline/normalise/record_rules/running_totals.ts';

type Row = [name: string, period: number, change: number | null, value: number | null];

/** Names of the rows in order; equal periods and totals are told apart by name. */
const orderOf = (rows: readonly Row[]): string =>
  orderVersions(
    rows.map(([name, period, change, value]) => ({name, period, change, value})),
    (a, b) => a.period - b.period,
    (a, b) => (a.name < b.name ? -1 : 1),
  )
    .map(({name}) => name)
    .join(' ');

const CASES: [what: string, rows: Row[], order: string][] = [
  ['nothing', [], ''],
  [
    'periods before totals',
    [
      ['a', 2, 10, 110],
      ['b', 1, 10, 120],
    ],
    'b a',
  ],
  [
    'a chain against the names',
    [
      ['a', 1, 60, 620],
      ['b', 1, 33, 560],
    ],
    'b a',
  ],
  [
    'a chain from the total of the period before',
    [
      ['c', 1, 0, 100],
      ['a', 2, 5, 135],
      ['b', 2, 30, 130],
    ],
    'c b a',
  ],
  [
    'a chain that goes down and up',
    [
      ['a', 1, 25, 115],
      ['b', 1, -10, 90],
      ['c', 1, 5, 120],
    ],
    'b a c',
  ],
  [
    'a chain that comes back',
    [
      ['z', 1, 0, 100],
      ['a', 2, -20, 100],
      ['b', 2, 20, 120],
    ],
    'z b a',
  ],
  [
    'no total that leads to another: by name',
    [
      ['b', 1, 1, 70],
      ['a', 1, 1, 50],
      ['c', 1, 1, 10],
    ],
    'a b c',
  ],
  [
    'no changes: by name',
    [
      ['b', 1, null, 50],
      ['a', 1, null, 70],
    ],
    'a b',
  ],
  [
    'no values: by name',
    [
      ['b', 1, 5, null],
      ['a', 1, 5, null],
    ],
    'a b',
  ],
  [
    'an entry that changes nothing stays at its total',
    [
      ['b', 1, 0, 130],
      ['c', 1, 0, 100],
      ['a', 1, 30, 130],
    ],
    'c a b',
  ],
];

test.each(CASES)('%s', (_, rows, order) => {
  expect(orderOf(rows)).toBe(order);
  expect(orderOf(rows.toReversed())).toBe(order);
});

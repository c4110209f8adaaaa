/**
 * Statistics: groups, `Unknown`, groups without a value, orders, exact sums and walks by position, against a
 * scan.
 */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {compareText} from '../../../datasets/rules/text.ts';
import type {Row, StatsPage, StatsQuery} from '../../../engine/types.ts';
import type {GivenRow} from '../../helpers/build.ts';
import fc from '../../helpers/fast_check.ts';
import type {ObjectEngine} from '../../helpers/object_engine.ts';
import {openTestBuild} from '../../helpers/opened_build.ts';
import {seed} from '../../helpers/seed.ts';

/** Two departments that publish no amounts. */
const SILENT: GivenRow[] = ['A first', 'Z last', 'Z last'].map((department) => ({department, value: null}));

/** Cents beyond the sum of doubles, ties of sum and of count, and groups without a name. */
const RECORDS: GivenRow[] = [
  ...SILENT,
  ...fc.sample(
    fc.array(
      fc.record({
        vendor: fc.constantFrom('Élan Inc.', 'ELAN', 'Unknown', 'Zed Ltd', 'Zed', '😀 1', '???', null),
        department: fc.constantFrom('A | B', 'Á', 'C', 'Unknown', '\uffee', '😀', null),
        value: fc.constantFrom(0.1, 0.2, 0.7, 1_000_000_000.01, -0.3, 0, null),
        date: fc.constantFrom('1999-12-31', '2000-01-01', '2024-02-29', '2024-12-31', null),
      }),
      {minLength: 60, maxLength: 60},
    ),
    {seed, numRuns: 1},
  )[0]!,
];

let engine: ObjectEngine;
let end: () => Promise<void>;
beforeAll(async () => {
  ({engine, end} = await openTestBuild({rows: {contracts: RECORDS}}));
});
afterAll(() => end());

const ask = (more: Partial<StatsQuery>): Promise<StatsPage> =>
  engine.stats({dataset: 'contracts', where: [], group_by: 'department', limit: 200, offset: 0, ...more});

/** The rows of all pages, each after the last group of the one before. */
async function walk(query: Partial<StatsQuery>): Promise<Row[]> {
  const {total} = await ask(query);
  const walked: Row[] = [];
  let after: StatsQuery['after'];
  for (;;) {
    const page = await ask({...query, after});
    expect(page.total).toBe(total);
    walked.push(...page.rows);
    if (page.last === null) return walked;
    after = page.last;
  }
}

/** Groups in no order: name, records, those with an amount, and whole cents. */
function groups(rows: readonly GivenRow[], nameOf: (row: GivenRow) => string | null) {
  const all = new Map<string, {n: number; filled: number; cents: number}>();
  for (const row of rows) {
    const name = nameOf(row) ?? 'Unknown';
    const group = all.get(name) ?? {n: 0, filled: 0, cents: 0};
    group.n += 1;
    group.filled += Number((row['value'] ?? null) !== null);
    group.cents += Math.round(Number(row['value'] ?? 0) * 100);
    all.set(name, group);
  }
  return [...all].map(([name, group]) => ({name, ...group}));
}

const answer = (group_by: string, all: ReturnType<typeof groups>): Row[] =>
  all.map(({name, n, filled, cents}) => ({
    group_by,
    group_value: name,
    record_count: n,
    sum_field: 'value',
    sum_value: filled === 0 ? null : cents / 100,
    value_count: filled,
  }));

type Groups = ReturnType<typeof groups>;

/** Those without an amount last, whatever the direction of the others. */
const bySum = (all: Groups, sign = -1) =>
  [...all].sort(
    (a, b) =>
      Number(a.filled === 0) - Number(b.filled === 0) ||
      sign * (a.cents - b.cents) ||
      b.n - a.n ||
      compareText(a.name, b.name),
  );
const byCount = (all: Groups, sign: number) =>
  [...all].sort((a, b) => sign * (a.n - b.n) || compareText(a.name, b.name));
const byLabel = (all: Groups, sign: number) =>
  [...all].sort(
    (a, b) =>
      Number(a.name === 'Unknown') - Number(b.name === 'Unknown') || sign * compareText(a.name, b.name),
  );

const departments = (rows: readonly GivenRow[] = RECORDS): Groups =>
  groups(rows, (row) => (row['department'] as string | null) ?? null);

test('by department: ordered by sum, count and name; records without one are Unknown', async () => {
  const expected = answer('department', bySum(departments()));
  const page = await ask({});
  expect(page.rows).toEqual(expected);
  expect(page.total).toBe(expected.length);
});

test('departments that publish no amounts have no sum, come last, and add nothing to the whole', async () => {
  const page = await ask({});
  const silent = {group_by: 'department', sum_field: 'value', sum_value: null, value_count: 0};
  expect(page.rows.slice(-2)).toEqual([
    {...silent, group_value: 'Z last', record_count: 2},
    {...silent, group_value: 'A first', record_count: 1},
  ]);
  const [whole] = groups(RECORDS, () => 'all');
  expect([page.sum_value, page.value_count]).toEqual([whole!.cents / 100, whole!.filled]);
  const where = [{op: 'exact', columns: ['department'], value: 'z last'}] as const;
  const alone = await ask({where});
  expect([alone.sum_value, alone.value_count, alone.total]).toEqual([null, 0, 1]);
  const cells = await ask({where, then_by: 'year', median: true});
  expect(cells.rows).toEqual([
    {
      ...silent,
      group_value: 'Z last',
      record_count: 2,
      then_by: 'year',
      then_value: 'Unknown',
      median_value: null,
    },
  ]);
  expect((await ask({where, then_by: 'year'})).rows).toMatchObject([{sum_value: null, value_count: 0}]);
});

test.each([
  [{sort: 'sum'}, bySum(departments())],
  [{sort: 'sum', order: 'asc'}, bySum(departments(), 1)],
  [{order: 'asc'}, bySum(departments(), 1)],
  [{sort: 'count'}, byCount(departments(), -1)],
  [{sort: 'count', order: 'asc'}, byCount(departments(), 1)],
  [{sort: 'label'}, byLabel(departments(), 1)],
  [{sort: 'label', order: 'desc'}, byLabel(departments(), -1)],
] as const)('in the order %j, whole, by pages and by position', async (order, expected) => {
  const rows = answer('department', expected);
  expect((await ask(order)).rows).toEqual(rows);
  expect((await ask({...order, offset: 2, limit: 3})).rows).toEqual(rows.slice(2, 5));
  // The stored order of all rows is still there.
  expect((await ask({})).rows).toEqual(answer('department', bySum(departments())));
  // Of other rows than all, whose statistics are not stored.
  const where = [{op: 'gte', columns: ['value'], value: '-1'}] as const;
  const valued = new Set(departments(RECORDS.filter(({value}) => value !== null)).map(({name}) => name));
  const some = await ask({...order, where});
  expect(new Set(some.rows.map((row) => row['group_value']))).toEqual(valued);
  expect(await walk({...order, where, limit: 2})).toEqual(some.rows);
  expect(await walk({...order, limit: 1})).toEqual(rows);
});

test('years in another order: by sum, and oldest first', async () => {
  const years = groups(RECORDS, (row) => (row['date'] as string | null | undefined)?.slice(0, 4) ?? null);
  const page = {group_by: 'year', limit: 200};
  expect((await ask({...page, sort: 'sum'})).rows).toEqual(answer('year', bySum(years)));
  expect((await ask({...page, order: 'asc'})).rows).toEqual(answer('year', byLabel(years, 1)));
  expect(await walk({...page, order: 'asc', limit: 1})).toEqual(answer('year', byLabel(years, 1)));
});

test('by year: newest first, Unknown last', async () => {
  const all = groups(RECORDS, (row) => (row['date'] as string | null | undefined)?.slice(0, 4) ?? null);
  all.sort((a, b) => (a.name === 'Unknown' ? 1 : b.name === 'Unknown' ? -1 : compareText(b.name, a.name)));
  expect((await ask({group_by: 'year'})).rows).toEqual(answer('year', all));
});

test('by vendor: grouped by resolved name; a name without letters and digits is Unknown', async () => {
  const page = await ask({group_by: 'vendor'});
  const vendors = await engine.list({
    dataset: 'vendors',
    where: [],
    sort: 'total_value',
    order: 'desc',
    limit: 50,
    offset: 0,
  });
  const known = new Map(vendors.rows.map((row) => [row['vendor'], row]));
  const nameless = RECORDS.filter(
    ({vendor = null}) => vendor === null || vendor === '???' || vendor === 'Unknown',
  );
  for (const row of page.rows) {
    if (row['group_value'] === 'Unknown') {
      expect(row['record_count']).toBe(nameless.length);
      continue;
    }
    const vendor = known.get(row['group_value'] ?? null);
    expect([row['record_count'], row['sum_value']]).toEqual([
      vendor?.['contract_count'],
      vendor?.['total_value'],
    ]);
  }
  const records = page.rows.reduce((sum, row) => sum + Number(row['record_count']), 0);
  expect(records).toBe(RECORDS.length);
});

test('filters apply before grouping', async () => {
  const page = await ask({where: [{op: 'gte', columns: ['date'], value: '2024-01-01'}]});
  const rows = RECORDS.filter(({date}) => typeof date === 'string' && date >= '2024-01-01');
  const expected = answer('department', bySum(departments(rows)));
  expect(page.rows).toEqual(expected);
});

test.each(['department', 'vendor', 'year'])('pages and walks by %s', async (group_by) => {
  const all = await ask({group_by});
  const paged: Row[] = [];
  for (let offset = 0; offset < all.total + 2; offset += 2) {
    const page = await ask({group_by, limit: 2, offset});
    expect(page.total).toBe(all.total);
    paged.push(...page.rows);
  }
  expect(paged).toEqual(all.rows);

  expect(await walk({group_by, limit: 2})).toEqual(all.rows);
});

test('a query without matches has no groups', async () => {
  const where = [{op: 'exact', columns: ['vendor'], value: 'nobody'}] as const;
  expect(await ask({where})).toEqual({
    total: 0,
    groups: 0,
    sum_value: null,
    value_count: 0,
    rows: [],
    last: null,
  });
});

test('an unknown dimension and a dataset without statistics are errors', async () => {
  await expect(ask({group_by: 'vendor_key'})).rejects.toThrow('contracts cannot be grouped by vendor_key');
  await expect(ask({dataset: 'zoning'})).rejects.toThrow('zoning cannot be grouped by department');
});

/** Statistics: groups, `Unknown`, order, exact sums and walks by position, against a scan. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {compareText} from '../../../datasets/rules/text.ts';
import type {Row, StatsQuery} from '../../../engine/types.ts';
import type {GivenRow} from '../../helpers/build.ts';
import fc from '../../helpers/fast_check.ts';
import type {ObjectEngine} from '../../helpers/object_engine.ts';
import {openTestBuild} from '../../helpers/opened_build.ts';
import {seed} from '../../helpers/seed.ts';

/** Cents beyond the sum of doubles, ties of sum and of count, and groups without a name. */
const RECORDS: GivenRow[] = fc.sample(
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
)[0]!;

let engine: ObjectEngine;
let end: () => Promise<void>;
beforeAll(async () => {
  ({engine, end} = await openTestBuild({rows: {contracts: RECORDS}}));
});
afterAll(() => end());

const ask = (more: Partial<StatsQuery>): Promise<{total: number; rows: Row[]; last: unknown}> =>
  engine.stats({dataset: 'contracts', where: [], group_by: 'department', limit: 200, offset: 0, ...more});

/** Groups in no order: name, records and whole cents. */
function groups(rows: readonly GivenRow[], nameOf: (row: GivenRow) => string | null) {
  const all = new Map<string, {n: number; cents: number}>();
  for (const row of rows) {
    const name = nameOf(row) ?? 'Unknown';
    const group = all.get(name) ?? {n: 0, cents: 0};
    group.n += 1;
    group.cents += Math.round(Number(row['value'] ?? 0) * 100);
    all.set(name, group);
  }
  return [...all].map(([name, group]) => ({name, ...group}));
}

const answer = (group_by: string, all: ReturnType<typeof groups>): Row[] =>
  all.map(({name, n, cents}) => ({
    group_by,
    group_value: name,
    record_count: n,
    sum_field: 'value',
    sum_value: cents / 100,
  }));

const bySum = (all: ReturnType<typeof groups>) =>
  [...all].sort((a, b) => b.cents - a.cents || b.n - a.n || compareText(a.name, b.name));

test('by department: ordered by sum, count and name; records without one are Unknown', async () => {
  const expected = answer('department', bySum(groups(RECORDS, (row) => row['department'] as string | null)));
  const page = await ask({});
  expect(page.rows).toEqual(expected);
  expect(page.total).toBe(expected.length);
});

test('by year: newest first, Unknown last', async () => {
  const all = groups(RECORDS, (row) => (row['date'] as string | null)?.slice(0, 4) ?? null);
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
  const nameless = RECORDS.filter(({vendor}) => vendor === null || vendor === '???' || vendor === 'Unknown');
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
  const expected = answer('department', bySum(groups(rows, (row) => row['department'] as string | null)));
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

  const walked: Row[] = [];
  let after: StatsQuery['after'];
  for (;;) {
    const page = await engine.stats({dataset: 'contracts', where: [], group_by, limit: 2, offset: 0, after});
    expect(page.total).toBe(all.total);
    walked.push(...page.rows);
    if (page.last === null) break;
    after = page.last;
  }
  expect(walked).toEqual(all.rows);
});

test('a query without matches has no groups', async () => {
  const where = [{op: 'exact', columns: ['vendor'], value: 'nobody'}] as const;
  expect(await ask({where})).toEqual({total: 0, groups: 0, rows: [], last: null});
});

test('an unknown dimension and a dataset without statistics are errors', async () => {
  await expect(ask({group_by: 'vendor_key'})).rejects.toThrow('contracts cannot be grouped by vendor_key');
  await expect(ask({dataset: 'awards'})).rejects.toThrow('awards cannot be grouped by department');
});

/** Pages against the scan: filters, totals, order, offsets and walks by position, over random queries. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {fold} from '../../../datasets/rules/text.ts';
import type {Condition, ListQuery, Position} from '../../../engine/types.ts';
import type {GivenRow} from '../../helpers/build.ts';
import fc from '../../helpers/fast_check.ts';
import {scanList} from '../../helpers/list_scan.ts';
import type {ObjectEngine} from '../../helpers/object_engine.ts';
import {openTestBuild} from '../../helpers/opened_build.ts';
import {seed} from '../../helpers/seed.ts';

const SOURCES = ['Proactive Disclosure Contracts', 'CanadaBuys Contract History'];
const VENDORS = [
  'Élan Inc.',
  'ELAN',
  'Érable & Fils',
  '100%',
  'a_b',
  "O'Neil",
  'Zoë 😀',
  '\uffee wide',
  null,
];

/** Few values, so that ties and nulls meet in every order. */
const record = fc.record({
  record_id: fc.integer({min: 0, max: 100_000}).map((n) => `c_${n}`),
  vendor: fc.constantFrom(...VENDORS),
  department: fc.constantFrom('Health Canada | Santé Canada', 'Transport Canada | Transports Canada', null),
  value: fc.constantFrom(0, 0.01, -12.5, 99.99, 100, 100.01, 1_234_567_890.12, null),
  date: fc.constantFrom('2003-12-31', '2024-02-29', '2024-03-01', '2030-01-01', null),
  procurement_method: fc.constantFrom('Competitive', 'Non-competitive', null),
  source_dataset: fc.constantFrom(...SOURCES),
});

/** The id of a record for three numbers of four, else one that no record has. */
const idFrom = (n: number): string =>
  n % 4 === 0 ? `c_none_${n}` : String(records[n % records.length]!['record_id']);

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc
    .constantFrom('e', 'elan', '%', '_', "'", 'é', 'canada', 'sante canada', 'zzz', 'fils erable', '😀')
    .chain((text) =>
      fc.record({
        op: fc.constantFrom('partial' as const, 'terms' as const, 'exact' as const),
        columns: fc.constantFrom(['vendor'], ['department'], ['vendor', 'department']),
        value: fc.constant(fold(text)),
      }),
    ),
  fc.record({
    op: fc.constantFrom('gte' as const, 'lte' as const),
    columns: fc.constant(['value']),
    value: fc.constantFrom('0', '0.01', '99.995', '100', '-12.5', '-12.501', '9999999999999'),
  }),
  fc.record({
    op: fc.constantFrom('gte' as const, 'lte' as const),
    columns: fc.constant(['date']),
    value: fc.constantFrom('1999-01-01', '2024-02-29', '2024-03-01', '2050-01-01'),
  }),
  fc.record({
    op: fc.constant('exact' as const),
    columns: fc.constant(['procurement_method']),
    value: fc.constantFrom('competitive', 'non-competitive', 'competitiv'),
  }),
  // Ids of records, some twice, and of none.
  fc.record({
    op: fc.constant('in' as const),
    columns: fc.constant(['record_id']),
    value: fc.array(fc.nat(), {maxLength: 100}).map((all) => all.map(idFrom)),
  }),
);

const query: fc.Arbitrary<ListQuery> = fc.record({
  dataset: fc.constantFrom('contracts', 'disclosures'),
  where: fc.array(condition, {maxLength: 3}),
  sort: fc.constantFrom('date', 'value'),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({min: 1, max: 40}),
  offset: fc.integer({min: 0, max: 250}),
});

const records: GivenRow[] = fc.sample(
  fc.uniqueArray(record, {selector: (row) => row.record_id, minLength: 200, maxLength: 240}),
  {seed, numRuns: 1},
)[0]!;
const rowsOf = (dataset: string) =>
  dataset === 'contracts' ? records : records.filter((row) => row['source_dataset'] === SOURCES[0]);

let engine: ObjectEngine;
let end: () => Promise<void>;
beforeAll(async () => {
  ({engine, end} = await openTestBuild({rows: {contracts: records}}));
});
afterAll(() => end());

const idsOf = (rows: readonly GivenRow[]) => rows.map((row) => row['record_id']);

test('random pages', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (listQuery) => {
      const page = await engine.list(listQuery);
      const expected = scanList(rowsOf(listQuery.dataset), listQuery);
      expect({total: page.total, ids: idsOf(page.rows)}).toEqual(expected);
      for (const row of page.rows) {
        const given = records.find((one) => one['record_id'] === row['record_id'])!;
        for (const name of Object.keys(given)) expect(row[name]).toBe(given[name]);
      }
    }),
    {seed, numRuns: 300},
  );
});

test('walks by position return every row once, in order', async () => {
  await fc.assert(
    fc.asyncProperty(query, async (listQuery) => {
      const all = scanList(rowsOf(listQuery.dataset), {...listQuery, offset: 0, limit: 1000});
      const limit = listQuery.limit + 10;
      const seen: unknown[] = [];
      let after: Position | undefined;
      for (;;) {
        const page = await engine.list({...listQuery, limit, offset: 0, after});
        expect(page.total).toBe(all.total);
        seen.push(...idsOf(page.rows));
        if (page.last === null) break;
        after = page.last;
      }
      expect(seen).toEqual(all.ids);
    }),
    {seed, numRuns: 40},
  );
});

test('a walk keeps its rows whatever is asked in between', async () => {
  await fc.assert(
    fc.asyncProperty(query, query, async (listQuery, other) => {
      const all = scanList(rowsOf(listQuery.dataset), {...listQuery, offset: 0, limit: 1000});
      const walked = {...listQuery, offset: 0, walk: {}};
      const seen: unknown[] = [];
      let after: Position | undefined;
      for (;;) {
        const page = await engine.list({...walked, after});
        expect(page.total).toBe(all.total);
        seen.push(...idsOf(page.rows));
        if (page.last === null) break;
        after = page.last;
        await engine.list(other);
      }
      expect(seen).toEqual(all.ids);
    }),
    {seed, numRuns: 40},
  );
});

test('a position that no row has continues after it', async () => {
  const listQuery: ListQuery = {
    dataset: 'contracts',
    where: [],
    sort: 'value',
    order: 'desc',
    limit: 300,
    offset: 0,
  };
  const page = await engine.list({...listQuery, after: {key: '50.00', id: ''}});
  const expected = scanList(records, listQuery).ids.filter((id) => {
    const {value} = records.find((row) => row['record_id'] === id)!;
    return value === null || Number(value) < 50;
  });
  expect(idsOf(page.rows)).toEqual(expected);
  expect(page.total).toBe(records.length);
});

test('an offset far past the end returns no rows and the true total', async () => {
  const listQuery = {
    dataset: 'contracts',
    sort: 'date',
    order: 'desc',
    limit: 200,
    offset: Number.MAX_SAFE_INTEGER,
  } as const;
  expect(await engine.list({...listQuery, where: []})).toEqual({total: records.length, rows: [], last: null});
  const where: Condition[] = [{op: 'partial', columns: ['vendor'], value: 'elan'}];
  const page = await engine.list({...listQuery, where});
  expect({total: page.total, ids: idsOf(page.rows)}).toEqual(scanList(records, {...listQuery, where}));
});

test('text keys compare folded, then as stored; positions hold the stored key', async () => {
  const names = ['éa', 'Eb', 'ea', 'EA', 'z', 'Ä', '\uffee', '😀'];
  const periods = await openTestBuild({
    rows: {
      nil_reports: names.map((reporting_period, i) => ({
        record_id: `n_${i}`,
        reporting_period,
        institution_code: 'x',
      })),
    },
  });
  const listQuery = {
    dataset: 'nil_reports',
    where: [],
    sort: 'date',
    order: 'asc',
    limit: 2,
    offset: 0,
  } as const;
  const seen: unknown[] = [];
  let after: Position | undefined;
  do {
    const page = await periods.engine.list({...listQuery, after});
    seen.push(...page.rows.map((row) => row['reporting_period']));
    if (page.last) expect(page.last.key).toBe(seen.at(-1));
    after = page.last ?? undefined;
  } while (after);
  expect(seen).toEqual(['Ä', 'EA', 'ea', 'éa', 'Eb', 'z', '\uffee', '😀']);
  await periods.end();
});

test('an unknown sort key is an error', async () => {
  const listQuery = {
    dataset: 'contracts',
    where: [],
    sort: 'vendor',
    order: 'asc',
    limit: 1,
    offset: 0,
  } as const;
  await expect(engine.list(listQuery)).rejects.toThrow('contracts cannot be sorted by vendor');
});

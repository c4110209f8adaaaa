/**
 * Lists and statistics of the running service against SQL over the Parquet files: every filter, sort and
 * page.
 */
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {
  type Filters,
  folded,
  LISTS,
  type List,
  type ListRequest,
  type Oracle,
  openOracle,
} from '../helpers/oracle.ts';
import {givenFilters, targetOf} from '../helpers/request_targets.ts';
import {seed} from '../helpers/seed.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

const runs = Number(process.env['RUNS'] || 150);

let server: Server;
let oracle: Oracle;
let api: (target: string) => Promise<Answer>;
/** Published texts and days to take filter values from. */
let pool: {vendor: string[]; department: string[]; value: string[]; date: string[]};

beforeAll(async () => {
  const dataDir = await sharedData();
  [server, oracle] = await Promise.all([sharedServer(), openOracle(join(dataDir, 'current'))]);
  api = apiClient(overHttp(server.base), makeKey(dataDir));
  const column = async (name: string) => {
    const rows = await oracle.rows(`SELECT DISTINCT CAST(${name} AS VARCHAR) AS text FROM (
      SELECT ${name} FROM contracts UNION SELECT ${name} FROM awards UNION SELECT ${name} FROM tenders
    ) WHERE ${name} IS NOT NULL ORDER BY text`);
    return rows.map(({text}) => String(text));
  };
  const [vendor, department, value, date] = await Promise.all(
    ['vendor', 'department', 'value', 'date'].map(column),
  );
  pool = {vendor: vendor!, department: department!, value: value!, date: date!};
});
afterAll(async () => {
  oracle?.close();
});

async function agreeOnList(list: List, request: ListRequest): Promise<number> {
  const {meta, rows} = await api(targetOf(`/${list}`, request));
  const limit = Math.min(request.limit, 200);
  const expected = await oracle.list(list, {...request, filters: givenFilters(request.filters), limit});
  expect({meta, rows}).toMatchObject({meta: {total: expected.total, limit, offset: request.offset}});
  // The record of the other publisher has tests of its own.
  expect(rows.map(({also_reported_by: _, ...row}) => row)).toEqual(expected.rows);
  return expected.total;
}

async function agreeOnStats(group_by: string, request: ListRequest): Promise<number> {
  const {meta, rows} = await api(targetOf('/contracts/stats', request, {group_by}));
  const limit = Math.min(request.limit, 200);
  const expected = await oracle.stats(group_by, {
    ...request,
    filters: givenFilters(request.filters),
    limit,
  });
  expect(meta).toMatchObject({total: expected.total, limit, offset: request.offset});
  expect(rows).toEqual(expected.rows);
  return expected.total;
}

const GROUPS = ['department', 'vendor', 'year'];
const LABELS = [
  'Proactive Disclosure Contracts',
  'CanadaBuys Contract History',
  'CanadaBuys Awards',
  'CanadaBuys Tenders',
];
const METHODS = ['Competitive', 'Non-competitive', 'Advance contract award notice'];

/** Filters one by one, in spellings that must not matter and at the edges that must. */
function singleFilters(): Filters[] {
  const middle = (texts: string[]) => texts[Math.floor(texts.length / 2)]!;
  const accented = pool.vendor.find((text) => folded(text) !== text.toLowerCase())!;
  const all: Record<string, string[]> = {
    vendor: [
      middle(pool.vendor),
      accented.toUpperCase(),
      folded(accented),
      ' &  ',
      'INC',
      '%',
      '_',
      'no such vendor',
    ],
    department: [middle(pool.department), 'SANTÉ', 'sante', ' | ', 'défense  NATIONALE', '*'],
    method: [...METHODS, ' COMPETITIVE ', 'compet', 'Non-compétitive'],
    source: [...LABELS, 'canadabuys  awards', 'CanadaBuys'],
    min_value: [middle(pool.value), '0', '-1', '100000', '100000000000', '0.005'],
    max_value: [middle(pool.value), '0', '-0.01', '10000.00', '+25000'],
    date_from: [middle(pool.date), '0001-01-01', '2024-02-29', '9999-12-31'],
    date_to: [middle(pool.date), '0001-01-01', '2024-02-29', '9999-12-31'],
  };
  return Object.entries(all).flatMap(([name, texts]) => texts.map((text) => ({[name]: text})));
}

describe.each(LISTS)('/%s', (list) => {
  test('every filter alone returns the rows and the total of the files', async () => {
    let some = 0;
    for (const filters of singleFilters())
      if ((await agreeOnList(list, {filters, limit: 25, offset: 0})) > 0) some++;
    expect(some).toBeGreaterThan(10);
  });

  test('every sort key in both directions, at pages from the first to past the end', async () => {
    const {total} = await oracle.list(list, {filters: {}, limit: 1, offset: 0});
    for (const sort_by of ['date', 'value'])
      for (const sort_order of ['asc', 'desc'])
        for (const offset of [0, 1, Math.floor(total / 2), total - 3, total, total + 1])
          await agreeOnList(list, {filters: {}, sort_by, sort_order, limit: 200, offset});
  });
});

test.each(GROUPS)('statistics by %s with every filter alone', async (group_by) => {
  await agreeOnStats(group_by, {filters: {}, limit: 200, offset: 0});
  await agreeOnStats(group_by, {filters: {}, limit: 7, offset: 5});
  for (const filters of singleFilters()) await agreeOnStats(group_by, {filters, limit: 200, offset: 0});
});

test('statistics add up to the list they group', async () => {
  const filters = {source: LABELS[1]!};
  const {meta} = await api(targetOf('/contracts', {filters, limit: 1, offset: 0}));
  for (const group_by of GROUPS) {
    const {rows} = await api(targetOf('/contracts/stats', {filters, limit: 200, offset: 0}, {group_by}));
    const counted = rows.reduce((sum, row) => sum + Number(row['record_count']), 0);
    if (rows.length < 200) expect(counted).toBe(meta.total);
  }
});

/** Typographic and full-width forms of what is on a keyboard. */
const fancy = (text: string): string =>
  text
    .replaceAll("'", '’')
    .replaceAll('-', '–')
    .replaceAll('oe', 'œ')
    .replaceAll('ae', 'Æ')
    .replace(/[a-z0-9]/gi, (one) => String.fromCodePoint(one.codePointAt(0)! + 0xfee0));

/** A piece of a published text in a spelling that folds to the same. */
const piece = (texts: string[]) =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(30), fc.integer({min: 1, max: 12}), fc.nat(5))
    .map(([text, start, length, spelling]) => {
      const cut = [...text]
        .slice(start % text.length)
        .slice(0, length)
        .join('');
      return [
        cut,
        cut.toUpperCase(),
        cut.normalize('NFD'),
        ` ${cut.replaceAll(' ', '\t ')}\u00a0`,
        fancy(cut),
        `\ufeff${[...cut].join('\u200b')}`,
      ][spelling]!;
    });

const filtersOf = () =>
  fc.record(
    {
      vendor: piece(pool.vendor),
      department: piece(pool.department),
      method: fc.constantFrom(...METHODS, 'COMPETITIVE', 'none of them'),
      source: fc.constantFrom(...LABELS, 'canadabuys awards'),
      min_value: fc.constantFrom(...pool.value, '-100', '0.001', '00050.5'),
      max_value: fc.constantFrom(...pool.value, '+1000', '99999999999999999.99'),
      date_from: fc.constantFrom(...pool.date, '2016-02-29'),
      date_to: fc.constantFrom(...pool.date, '2016-02-29'),
    },
    {requiredKeys: []},
  ) as fc.Arbitrary<Filters>;

const askedOf = () =>
  fc.record(
    {
      filters: filtersOf(),
      sort_by: fc.constantFrom('date', 'value'),
      sort_order: fc.constantFrom('asc', 'desc'),
      limit: fc.integer({min: 1, max: 230}),
      offset: fc.oneof({weight: 3, arbitrary: fc.nat(20)}, {weight: 1, arbitrary: fc.nat(2600)}),
    },
    {requiredKeys: ['filters', 'limit', 'offset']},
  );

test(`random requests agree (SEED=${seed} RUNS=${runs})`, {timeout: 600_000 + 1000 * runs}, async () => {
  const request = fc.tuple(fc.constantFrom(...LISTS), askedOf(), fc.constantFrom(...GROUPS));
  const agree = fc.asyncProperty(request, async ([list, listRequest, group_by]) => {
    await agreeOnList(list, listRequest);
    const {filters, limit, offset} = listRequest;
    await agreeOnStats(group_by, {filters, limit, offset: offset % 40});
  });
  await fc.assert(agree, {seed, numRuns: runs});
});

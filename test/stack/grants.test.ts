/** Lists, statistics and details of the section Grants and research against SQL over the Parquet files. */
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {type Filters, folded, type ListRequest} from '../helpers/oracle.ts';
import {
  GRANT_LISTS,
  type GrantList,
  type GrantOracle,
  openGrantOracle,
  SHAPES,
} from '../helpers/oracle_grants.ts';
import {givenFilters, targetOf} from '../helpers/request_targets.ts';
import {seed} from '../helpers/seed.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

const runs = Number(process.env['RUNS'] || 60);

let dataDir: string;
let server: Server;
let oracle: GrantOracle;
let api: (target: string) => Promise<Answer>;
/** Values of every column that filters compare, as text, in order. */
const pools: Record<GrantList, Record<string, string[]>> = {
  grants: {},
  research_grants: {},
  infrastructure_projects: {},
};

/** Column of a filter, for its test values. */
const COLUMN: Record<string, string> = {
  program: 'program_en',
  date_from: 'date',
  date_to: 'date',
  issued_after: 'approved_date',
  issued_before: 'approved_date',
};
const columnOf = (list: GrantList, filter: string): string => {
  if (filter === 'min_value' || filter === 'max_value') return SHAPES[list].sum;
  if (filter === 'q') return list === 'research_grants' ? 'keywords' : 'title_en';
  return COLUMN[filter] ?? filter;
};

beforeAll(async () => {
  dataDir = await sharedData();
  [server, oracle] = await Promise.all([sharedServer(), openGrantOracle(join(dataDir, 'current'))]);
  api = apiClient(overHttp(server.base), makeKey(dataDir));
  for (const list of GRANT_LISTS) {
    for (const filter of Object.keys(SHAPES[list].filters)) {
      const column = columnOf(list, filter);
      const rows = await oracle.rows(`SELECT DISTINCT CAST(${column} AS VARCHAR) AS text FROM ${list}
        WHERE ${column} IS NOT NULL ORDER BY text`);
      pools[list][filter] = rows.map(({text}) => String(text));
    }
  }
});
afterAll(async () => {
  oracle?.close();
});

async function agreeOnList(list: GrantList, request: ListRequest): Promise<number> {
  const {meta, rows} = await api(targetOf(`/${list}`, request));
  const limit = Math.min(request.limit, 200);
  const expected = await oracle.list(list, {...request, filters: givenFilters(request.filters), limit});
  expect({meta, rows}).toMatchObject({meta: {total: expected.total, limit, offset: request.offset}});
  expect(rows).toEqual(expected.rows);
  return expected.total;
}

async function agreeOnStats(list: GrantList, group_by: string, request: ListRequest): Promise<void> {
  const {meta, rows} = await api(targetOf(`/${list}/stats`, request, {group_by}));
  const limit = Math.min(request.limit, 200);
  const expected = await oracle.stats(list, group_by, {
    ...request,
    filters: givenFilters(request.filters),
    limit,
  });
  expect(meta).toMatchObject({total: expected.total, limit, offset: request.offset});
  expect(rows).toEqual(expected.rows);
}

/**
 * Filters of sets and forms take published values only, in any case; all others take any text of their type.
 */
const CLOSED = ['source', 'province', 'fiscal_year'];

/**
 * Every filter alone, with published values in spellings that must not matter and with values at the edges.
 */
function singleFilters(list: GrantList): Filters[] {
  return Object.entries(pools[list]).flatMap(([name, texts]) => {
    const some = [0, 0.3, 0.5, 0.9].map((at) => texts[Math.floor(at * texts.length)]!);
    if (CLOSED.includes(name)) return some.flatMap((text) => [{[name]: text}, {[name]: text.toLowerCase()}]);
    if (/value/.test(name))
      return [...some, '0', '-0.01', '+25000', '0.005', '99999999999'].map((text) => ({[name]: text}));
    if (/date|issued/.test(name))
      return [...some, '0001-01-01', '2024-02-29', '9999-12-31'].map((text) => ({[name]: text}));
    const accented = texts.find((text) => folded(text) !== text.toLowerCase()) ?? '';
    const middle = some[2]!.split(' ').slice(0, 2).join('  ');
    const spellings = [accented.toUpperCase(), folded(accented), middle, ` ${middle.toLowerCase()}\t`];
    return [...some, ...spellings, '%', '_', ' | ', 'no such text'].map((text) => ({
      [name]: text.slice(0, 200),
    }));
  });
}

describe.each(GRANT_LISTS)('/%s', (list) => {
  test('the corpus has records, and nulls in filtered columns', async () => {
    const read = Object.keys(SHAPES[list].filters).map((filter) => columnOf(list, filter));
    const nulls = [...new Set(read)].map((column) => `count(*) - count(${column})`);
    const [row] = await oracle.rows(
      `SELECT count(*) AS n, (${nulls.join(' + ')})::INTEGER AS nulls FROM ${list}`,
    );
    expect(Number(row!['n'])).toBeGreaterThanOrEqual(200);
    expect(Number(row!['nulls'])).toBeGreaterThan(0);
  });

  test('every filter alone returns the rows and the total of the files', async () => {
    let some = 0;
    for (const filters of singleFilters(list))
      if ((await agreeOnList(list, {filters, limit: 25, offset: 0})) > 0) some++;
    expect(some).toBeGreaterThan(20);
  });

  test('every sort key in both directions, at pages from the first to past the end', async () => {
    const {total} = await oracle.list(list, {filters: {}, limit: 1, offset: 0});
    for (const sort_by of Object.keys(SHAPES[list].sort))
      for (const sort_order of ['asc', 'desc'])
        for (const offset of [0, 1, Math.floor(total / 2), total - 3, total, total + 1])
          await agreeOnList(list, {filters: {}, sort_by, sort_order, limit: 200, offset});
  });

  test.each(Object.keys(SHAPES[list].groups))(
    'statistics by %s, also with every filter alone',
    async (group_by) => {
      await agreeOnStats(list, group_by, {filters: {}, limit: 200, offset: 0});
      await agreeOnStats(list, group_by, {filters: {}, limit: 3, offset: 1});
      for (const [i, filters] of singleFilters(list).entries())
        if (i % 3 === 0) await agreeOnStats(list, group_by, {filters, limit: 200, offset: 0});
    },
  );

  test(`random requests agree (SEED=${seed} RUNS=${runs})`, {timeout: 600_000 + 1000 * runs}, async () => {
    const values = Object.entries(pools[list]).map(([name, texts]): [string, fc.Arbitrary<string>] => [
      name,
      CLOSED.includes(name) || /value|date|issued/.test(name)
        ? fc.constantFrom(...texts)
        : fc.tuple(fc.constantFrom(...texts), fc.nat(20), fc.integer({min: 1, max: 9})).map(cut),
    ]);
    const request = fc.record(
      {
        filters: fc.record(Object.fromEntries(values), {requiredKeys: []}) as fc.Arbitrary<Filters>,
        sort_by: fc.constantFrom('date', 'value'),
        sort_order: fc.constantFrom('asc', 'desc'),
        limit: fc.integer({min: 1, max: 230}),
        offset: fc.oneof({weight: 3, arbitrary: fc.nat(20)}, {weight: 1, arbitrary: fc.nat(2600)}),
      },
      {requiredKeys: ['filters', 'limit', 'offset']},
    );
    const group = fc.constantFrom(...Object.keys(SHAPES[list].groups));
    const agree = fc.asyncProperty(request, group, async (one, group_by) => {
      await agreeOnList(list, one);
      const {filters, limit, offset} = one;
      await agreeOnStats(list, group_by, {filters, limit, offset: offset % 40});
    });
    await fc.assert(agree, {seed, numRuns: runs});
  });
});

/** A piece of a published text. */
const cut = ([text, start, length]: [string, number, number]): string =>
  [...text]
    .slice(start % text.length)
    .slice(0, length)
    .join('');

test('words of q match in any order and in any of the fields', async () => {
  const [row] = await oracle.rows(`SELECT researcher_name, institution FROM research_grants
    WHERE institution_compared IS NOT NULL AND researcher_name_compared LIKE '%, %' ORDER BY md5(record_id) LIMIT 1`);
  const [last, first] = folded(String(row!['researcher_name'])).split(', ');
  const word = folded(String(row!['institution'])).split(' ').at(-1)!;
  const q = `${word} ${first} ${last}`;
  expect(await agreeOnList('research_grants', {filters: {q}, limit: 50, offset: 0})).toBeGreaterThan(0);
});

/** Computed fields of details, as SQL over the oracle's tables (alias `p`). */
const KEY = '(SELECT name FROM grant_recipients AS r WHERE r.record_id = p.record_id)';
const HIDDEN =
  /_compared$|_folded$|^recipient_business_number$|^recipient_operating_name$|^project_number$|^category_en$/;

test.each(GRANT_LISTS)('details of %s have every stored field and the computed ones', async (list) => {
  await oracle.rows(
    `CREATE OR REPLACE VIEW loads AS FROM read_parquet('${join(dataDir, 'current/loads/*.parquet')}')`,
  );
  const key = list === 'grants' ? `, ${KEY} AS recipient_key` : '';
  const rows = await oracle.rows(`SELECT p.*,
    (SELECT last_changed FROM loads WHERE loads.record_id = p.record_id) AS last_updated ${key}
    FROM ${list} AS p ORDER BY md5(record_id) LIMIT 60`);
  for (const row of rows) {
    const shown = Object.fromEntries(Object.entries(row).filter(([name]) => !HIDDEN.test(name)));
    const name = shown['recipient_key'];
    const {data} = await api(`/api/v1/${list}/${row['record_id']}`);
    expect(data).toEqual({
      ...shown,
      ...(typeof name === 'string' ? {recipient_key: encodeURIComponent(name)} : {}),
    });
  }
});

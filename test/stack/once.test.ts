/** Contracts that both publishers report: pairs in the data, and what `once` counts. */
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {NO_TWIN, TWIN_RULES} from '../../datasets/derived/contract_twins.ts';
import {BASE_PATH} from '../../server/api/routes/index.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {type OracleDatabase, oracleDatabase} from '../helpers/oracle_database.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

let catalogue: OracleDatabase;
/** A target below `/api/v1`. */
let api: (target: string) => Promise<Answer>;

beforeAll(async () => {
  const dataDir = await sharedData();
  catalogue = await oracleDatabase(join(dataDir, 'current/catalogue.duckdb'));
  const ask = apiClient(overHttp((await sharedServer()).base), makeKey(dataDir));
  api = (target) => ask(`${BASE_PATH}${target}`);
});
afterAll(() => catalogue?.close());

type Item = Record<string, unknown> & {also_reported_by: {record_id: string} | null};
const read = async <T>(target: string): Promise<T> => JSON.parse((await api(target)).text) as T;
const listed = (query: string) =>
  read<{data: Item[]; meta: {total: number; facets?: unknown}}>(`/contracts?${query}`);
const one = async (sql: string): Promise<number> => Number(Object.values((await catalogue.rows(sql))[0]!)[0]);

test('twins name each other, are of two publishers, and one of them is counted', async () => {
  expect(await one('SELECT count(*) FROM contracts WHERE also_reported_by IS NOT NULL')).toBeGreaterThan(10);
  const wrong = await catalogue.rows(`SELECT a.record_id FROM contracts AS a
    LEFT JOIN contracts AS b ON b.record_id = a.also_reported_by.record_id
    WHERE a.also_reported_by IS NOT NULL AND (b.also_reported_by.record_id <> a.record_id OR b.record_id IS NULL
      OR b.source_dataset = a.source_dataset OR a.counted_once = b.counted_once
      OR (b.source_dataset = 'Proactive Disclosure Contracts' AND a.counted_once AND b.value IS NOT NULL))`);
  expect(wrong).toEqual([]);
  expect(
    await one('SELECT count(*) FROM contracts WHERE also_reported_by IS NULL AND NOT counted_once'),
  ).toBe(0);
});

test('every rule and reason is a declared one', async () => {
  const rows = await catalogue.rows('SELECT DISTINCT rule, twin_id IS NULL AS alone FROM contract_twins');
  for (const {rule, alone} of rows) expect(Object.keys(alone ? NO_TWIN : TWIN_RULES)).toContain(rule);
});

test('a list, its facets and its exports hold with `once` what the view holds', async () => {
  const {meta} = await listed('once=true&limit=1&facets=source');
  expect(meta.total).toBe(await one('SELECT count(*) FROM contracts_once'));
  expect(JSON.stringify(meta.facets)).toContain(
    String(await one("SELECT count(*) FROM contracts_once WHERE source_dataset LIKE 'CanadaBuys%'")),
  );
  const all = await listed('limit=1');
  expect((await listed('limit=1&once=false')).meta.total).toBe(all.meta.total);
  expect(all.meta.total - meta.total).toBe(
    await one('SELECT count(*) / 2 FROM contracts WHERE also_reported_by IS NOT NULL'),
  );
  const exported = await api('/export/contracts?once=true&format=ndjson');
  expect(exported.text.trim().split('\n').length).toBe(meta.total);
});

test('statistics with `once` sum what the view sums', async () => {
  const {data} = await read<{
    data: {group_value: string; record_count: number; sum_value: number}[];
  }>('/contracts/stats?group_by=year&once=true&limit=200');
  const rows = await catalogue.rows(`SELECT coalesce(CAST(year(date) AS VARCHAR), 'Unknown') AS group_value,
    count(*) AS record_count, sum(value) AS sum_value FROM contracts_once GROUP BY 1`);
  const expected = new Map(rows.map((row) => [row['group_value'], row]));
  expect(data.length).toBe(rows.length);
  for (const {group_value, record_count, sum_value} of data)
    expect([record_count, sum_value]).toEqual([
      Number(expected.get(group_value)!['record_count']),
      Number(expected.get(group_value)!['sum_value']),
    ]);
});

describe('a record with a twin', () => {
  test('names it in its list, its detail, as a disclosure and in its feed', async () => {
    const id = String(
      (
        await catalogue.rows(`SELECT record_id FROM contracts
      WHERE also_reported_by IS NOT NULL AND source_dataset LIKE 'Proactive%' ORDER BY 1 LIMIT 1`)
      )[0]!['record_id'],
    );
    const {data} = await read<{data: Item}>(`/contracts/${id}`);
    const twin = data.also_reported_by!;
    expect(Object.keys(twin)).toEqual(['record_id', 'rule', 'certainty']);
    const [item] = (await listed(`ids=${id}`)).data;
    expect(item!.also_reported_by).toEqual(twin);
    expect((await read<{data: Item}>(`/disclosures/${id}`)).data.also_reported_by).toEqual(twin);
    const back = await read<{data: Item}>(`/contracts/${twin.record_id}`);
    expect(back.data.also_reported_by!.record_id).toBe(id);
    expect(
      (await listed(`ids=${twin.record_id},${id}&once=true`)).data.map((row) => row['record_id']),
    ).toEqual([id]);
    expect((await api(`/contracts?ids=${twin.record_id}&once=true&format=atom`)).text).not.toContain(
      '<entry>',
    );
  });
});

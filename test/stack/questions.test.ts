/**
 * Facets, values, statistics by two dimensions and `q` over HTTP, by what the lists of the same service say.
 */
import {beforeAll, expect, test} from 'vitest';
import {compareText, fold} from '../../datasets/rules/text.ts';
import type {Row} from '../../engine/types.ts';
import {allRows} from '../helpers/all_rows.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';

interface Facet {
  total: number;
  values: {value: string; count: number}[];
}

let api: (path: string) => Promise<Answer>;
const all = (path: string) => allRows(api, path);
beforeAll(async () => {
  const dataDir = await sharedData();
  const server = await sharedServer();
  const client = apiClient(overHttp(server.base), makeKey(dataDir));
  api = (path) => client(`/api/v1${path}`);
});

/** Members of `meta` that statistics have besides. */
const wholeOf = ({meta}: Answer) =>
  meta as unknown as {sum_value: number | null; value_count: number | null; overlapping?: true};

const facetsOf = ({meta}: Answer) => (meta as unknown as {facets: Record<string, Facet>}).facets;

/** The values of a field over rows, the most frequent first. */
function counted(rows: readonly Row[], field: string): Facet['values'] {
  const counts = new Map<string, number>();
  for (const row of rows)
    for (const value of [row[field] ?? []].flat())
      counts.set(String(value), (counts.get(String(value)) ?? 0) + 1);
  const values = [...counts].map(([value, count]) => ({value, count}));
  return values.sort(
    (a, b) => b.count - a.count || compareText(fold(a.value), fold(b.value)) || compareText(a.value, b.value),
  );
}

test('facets count each field over the records that match all other filters', async () => {
  const answer = await api('/awards?limit=1&vendor=a&method=competitive&facets=method,vendor,department');
  const expected = {
    vendor: counted(await all('/awards?method=competitive'), 'vendor'),
    department: counted(await all('/awards?vendor=a&method=competitive'), 'department'),
    method: counted(await all('/awards?vendor=a'), 'procurement_method'),
  };
  expect(Object.keys(facetsOf(answer))).toEqual(['vendor', 'department', 'method']);
  const shown = (name: string) => ({
    ...facetsOf(answer)[name]!,
    values: facetsOf(answer)[name]!.values.map(({value, count}) => ({value, count})),
  });
  for (const [name, values] of Object.entries(expected))
    expect(shown(name), name).toEqual({total: values.length, values: values.slice(0, 20)});
  expect(expected.method.length).toBeGreaterThan(1);
});

test('codes have their names in both languages, other values none', async () => {
  const {method, vendor} = facetsOf(await api('/awards?limit=1&facets=method,vendor'));
  const competitive = {name_en: 'Competitive', name_fr: 'Concurrentiel'};
  expect(method!.values.find(({value}) => value === 'Competitive')).toMatchObject(competitive);
  expect(Object.keys(vendor!.values[0]!)).toEqual(['value', 'count']);
  const {data} = await api('/values/awards/method?q=competitive');
  const values = data as unknown as Facet['values'];
  expect(values.find(({value}) => value === 'Competitive')).toMatchObject(competitive);
  const {status} = facetsOf(await api('/permits?limit=1&facets=status'));
  expect(status!.values.every((one) => 'name_fr' in one)).toBe(true);
});

test('facets of lists of values count a record once for each value', async () => {
  const rows = await all('/lobbying/registrations?active=true');
  const {institution} = facetsOf(await api('/lobbying/registrations?active=true&limit=1&facets=institution'));
  const values = counted(rows, 'institutions');
  expect(institution).toEqual({total: values.length, values: values.slice(0, 20)});
});

test('a cursor goes on with or without facets, which are the same on every page', async () => {
  const first = await api('/contracts?limit=2&facets=source&method=competitive');
  const cursor = `cursor=${first.meta.next_cursor}`;
  const second = await api(`/contracts?limit=2&facets=source&method=competitive&${cursor}`);
  expect(facetsOf(second)).toEqual(facetsOf(first));
  const plain = await api(`/contracts?limit=2&method=competitive&${cursor}`);
  expect(plain.rows).toEqual(second.rows);
  expect(plain.headers['etag']).not.toBe(second.headers['etag']);
});

test('formats of rows alone refuse facets; exports ignore them and say so', async () => {
  for (const format of ['csv', 'ndjson'])
    expect(await api(`/contracts?facets=source&format=${format}`)).toMatchObject({
      status: 400,
      message: 'facets are part of JSON answers only: ask for format=json.',
    });
  const exported = await api('/export/bills?facets=law&format=parquet');
  expect(exported.headers['x-ignored-parameters']).toBe('facets');
});

test('bilingual values are cut by lang', async () => {
  const {department} = facetsOf(await api('/grants?limit=1&facets=department&lang=fr'));
  const whole = facetsOf(await api('/grants?limit=1&facets=department')).department!;
  expect(department!.total).toBe(whole.total);
  expect(department!.values).toEqual(
    whole.values.map(({value, count}) => ({value: value.split(' | ').at(1) ?? value, count})),
  );
});

test('values: those that begin with the text first, then those that contain it', async () => {
  const values = counted(await all('/contracts'), 'vendor');
  const q = fold(values[0]!.value).slice(0, 2);
  const starts = values.filter(({value}) => fold(value).startsWith(q));
  const contains = values.filter(
    ({value}) => !starts.some((one) => one.value === value) && fold(value).includes(q),
  );
  const body = JSON.parse((await api(`/values/contracts/vendor?q=${encodeURIComponent(q)}&limit=7`)).text);
  expect(body.data).toEqual([...starts, ...contains].slice(0, 7));
  expect(body.meta).toMatchObject({q, total: starts.length + contains.length, limit: 7});
  const seen = counted(await all('/disclosures'), 'vendor');
  const view = JSON.parse((await api('/values/disclosures/vendor')).text);
  expect([view.data, view.meta.total]).toEqual([seen.slice(0, 20), seen.length]);
});

test('an unknown dataset or field is 404, and a header names those that there are', async () => {
  const missing = 'Field not found. A dataset has the fields that facets of its list takes.';
  const field = await api('/values/contracts/value');
  expect(field).toMatchObject({status: 404, message: missing});
  expect(decodeURIComponent(field.headers['x-error-detail']!)).toMatch(
    /^Fields of contracts: vendor, department,/,
  );
  const dataset = await api('/values/constructor/vendor');
  expect(dataset).toMatchObject({status: 404, message: missing});
  expect(decodeURIComponent(dataset.headers['x-error-detail']!)).toMatch(
    /^Datasets: contracts, disclosures,/,
  );
});

const cents = (value: unknown) => Math.round(Number(value) * 100);

test('statistics by two dimensions are those of the lists, and pages count groups of the first', async () => {
  const rows = await all('/grants');
  const {rows: cells, meta} = await api('/grants/stats?group_by=year,department&median=true&limit=3');
  const years = new Set(rows.map((row) => String(row['date'] ?? 'Unknown').slice(0, 4)));
  expect(meta).toMatchObject({limit: 3, then_total: new Set(rows.map((row) => row['department'])).size});
  expect(new Set(cells.map((cell) => cell['group_value'])).size).toBe(Math.min(3, years.size));
  for (const {group_value, then_by, then_value, record_count, sum_value, median_value} of cells) {
    expect(then_by).toBe('department');
    const members = rows.filter(
      (row) => String(row['date']).startsWith(String(group_value)) && row['department'] === then_value,
    );
    const amounts = members
      .flatMap(({value}) => (value === null ? [] : [cents(value)]))
      .sort((a, b) => a - b);
    const middle = (amounts[(amounts.length - 1) >> 1]! + amounts[amounts.length >> 1]!) / 200;
    expect([record_count, cents(sum_value)]).toEqual([
      members.length,
      amounts.reduce((sum, amount) => sum + amount, 0),
    ]);
    expect(median_value).toBe(amounts.length > 0 ? middle : null);
  }
  const next = await api(
    `/grants/stats?group_by=year,department&median=true&limit=3&cursor=${meta.next_cursor}`,
  );
  expect(next.meta.offset).toBe(3);
  expect(next.rows.some((row) => row['group_value'] === cells.at(-1)!['group_value'])).toBe(false);
});

test('months, quarters and sizes add up to all records', async () => {
  const {total} = (await api('/contracts?limit=1')).meta;
  for (const [group, form] of [
    ['month', /^(\d{4}-\d\d|Unknown)$/],
    ['quarter', /^(\d{4}-Q[1-4]|Unknown)$/],
    ['bucket', /^(below 0|\d+ to \d+|\d+ or more|Unknown)$/],
  ] as const) {
    const groups = await all(`/contracts/stats?group_by=${group}`);
    expect(groups.reduce((sum, row) => sum + Number(row['record_count']), 0)).toBe(total);
    for (const row of groups) expect(String(row['group_value'])).toMatch(form);
  }
  const [largest] = (await api('/contracts/stats?group_by=bucket&limit=1')).rows;
  const [low, high] = String(largest!['group_value']).split(' to ').map(Number);
  const between = await api(`/contracts?limit=1&min_value=${low}&max_value=${high! - 0.01}`);
  expect(between.meta.total).toBe(largest!['record_count']);
});

test('cities that publish no costs have no sum, come last, and add nothing', async () => {
  const answer = await api('/permits/stats?group_by=municipality&limit=200');
  const {rows} = answer;
  const permits = await all('/permits');
  const costsOf = (city: unknown) =>
    permits.filter((row) => row['municipality'] === city && row['estimated_cost'] !== null);
  const totalOf = (some: Row[]) => some.reduce((sum, row) => sum + cents(row['estimated_cost']), 0);
  for (const {group_value, sum_value, value_count} of rows) {
    const costs = costsOf(group_value);
    expect([value_count, sum_value === null ? null : cents(sum_value)]).toEqual([
      costs.length,
      costs.length > 0 ? totalOf(costs) : null,
    ]);
  }
  const silent = rows.filter(({value_count}) => value_count === 0);
  expect(silent.length).toBeGreaterThan(0);
  expect(rows.slice(-silent.length)).toEqual(silent);
  const valued = permits.filter((row) => row['estimated_cost'] !== null);
  expect(wholeOf(answer).value_count).toBe(valued.length);
  expect(cents(wholeOf(answer).sum_value)).toBe(totalOf(valued));
  const none = await api(`/permits/stats?municipality=${silent[0]!['group_value']}&group_by=status`);
  expect(wholeOf(none)).toMatchObject({sum_value: null, value_count: 0});
});

test('groups in which a record counts several times are marked', async () => {
  for (const [groups, isMarked] of [
    ['institution', true],
    ['dpoh', true],
    ['subject', true],
    ['year,subject', true],
    ['lobbyist', undefined],
    ['client', undefined],
    ['year,lobbyist', undefined],
  ] as const) {
    const {overlapping} = wholeOf(await api(`/lobbying/communications/stats?limit=1&group_by=${groups}`));
    expect([groups, overlapping]).toEqual([groups, isMarked]);
  }
  const groups = await all('/lobbying/communications/stats?group_by=dpoh');
  const {group_value, record_count} = groups.find((row) => row['group_value'] !== 'Unknown')!;
  const rows = await all('/lobbying/communications');
  const ofOne = rows.filter((row) => String(row['dpoh_name']).split('; ').includes(String(group_value)));
  expect(record_count).toBe(ofOne.length);
});

test.each([
  ['/contracts', 'method'],
  ['/contracts', 'commodity_type'],
  ['/awards', 'method'],
  ['/tenders', 'method'],
  ['/grants', 'province'],
  ['/bills', 'status'],
])('%s by %s: every group leads to its list', async (path, name) => {
  const groups = await all(`${path}/stats?group_by=${name}`);
  for (const {group_value, record_count} of groups) {
    if (group_value === 'Unknown') continue;
    const value = encodeURIComponent(String(group_value));
    expect([group_value, (await api(`${path}?limit=1&${name}=${value}`)).meta.total]).toEqual([
      group_value,
      record_count,
    ]);
  }
  const {total} = (await api(`${path}?limit=1`)).meta;
  expect(groups.reduce((sum, row) => sum + Number(row['record_count']), 0)).toBe(total);
});

test('groups come in the order asked for; a cursor is of its own order', async () => {
  const path = '/contracts/stats?group_by=department';
  const groups = await all(path);
  const by = (compare: (a: Row, b: Row) => number) =>
    groups.toSorted(
      (a, b) => compare(a, b) || compareText(String(a['group_value']), String(b['group_value'])),
    );
  expect(await all(`${path}&sort_by=sum`)).toEqual(groups);
  const counts = (a: Row, b: Row) => Number(a['record_count']) - Number(b['record_count']);
  expect(await all(`${path}&sort_by=count`)).toEqual(by((a, b) => -counts(a, b)));
  expect(await all(`${path}&sort_by=count&sort_order=asc`)).toEqual(by(counts));
  const unknown = (row: Row) => Number(row['group_value'] === 'Unknown');
  expect(await all(`${path}&sort_by=label`)).toEqual(by((a, b) => unknown(a) - unknown(b)));
  const {meta} = await api(`${path}&sort_by=count&limit=1`);
  const other = await api(`${path}&sort_by=label&limit=1&cursor=${meta.next_cursor}`);
  expect([other.status, other.message]).toEqual([400, 'cursor does not match this query.']);
});

test('a wrong dimension is refused in the words of the specification, and a header names the added ones', async () => {
  const {status, message, headers} = await api('/contracts/stats?group_by=week');
  expect([status, message]).toEqual([400, 'group_by must be one of: department, vendor, year.']);
  expect(decodeURIComponent(headers['x-error-detail']!)).toBe(
    'group_by also takes: quarter, month, bucket, method, commodity_type; and two values separated by a comma.',
  );
});

test.each([
  '/contracts',
  '/awards',
  '/tenders',
  '/grants',
  '/lobbying/registrations',
  '/lobbying/communications',
])('%s: q finds words of names and numbers, in any order', async (path) => {
  const [row] = (await api(`${path}?limit=1`)).rows as [Row];
  const id = String(Object.values(row)[0]);
  const record = (await api(`${path}/${id}`)).data as Row;
  const number = record['reference_number'] ?? record['registration_number'] ?? record['com_id'];
  const name = fold(String(row['vendor'] ?? row['recipient'] ?? row['client'] ?? row['description'])).split(
    ' ',
  );
  const q = `${number} ${name.at(-1)} ${name[0]}`;
  const found = await api(`${path}?q=${encodeURIComponent(q)}`);
  expect(found.rows.map((one) => String(Object.values(one)[0]))).toContain(id);
  expect((await api(`${path}?q=${encodeURIComponent(`${q} zqxjk`)}`)).meta.total).toBe(0);
});

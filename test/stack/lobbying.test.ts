/** Lobbying over HTTP: what its section says beyond lists and details. */
import {beforeAll, expect, test} from 'vitest';
import type {Row} from '../../engine/types.ts';
import {allRows} from '../helpers/all_rows.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let server: Server;
let api: (path: string) => Promise<Answer>;
const all = (path: string) => allRows(api, path);
beforeAll(async () => {
  const dataDir = await sharedData();
  server = await sharedServer();
  const client = apiClient(overHttp(server.base), makeKey(dataDir));
  api = (path) => client(`/api/v1${path}`);
});

test('registrations are active until the data date passes their end', async () => {
  const {headers} = await api('/lobbying/registrations?limit=1');
  const today = headers['x-data-as-of']!.slice(0, 10);
  const rows = await all('/lobbying/registrations');
  for (const {active, end_date} of rows) expect(active).toBe(end_date === null || String(end_date) >= today);
  const ids = (some: Row[]) => some.map(({reg_id}) => reg_id);
  expect(ids(await all('/lobbying/registrations?active=true'))).toEqual(
    ids(rows.filter(({active}) => active)),
  );
  expect(ids(await all('/lobbying/registrations?active=False'))).toEqual(
    ids(rows.filter(({active}) => !active)),
  );
});

test('a record counts once in each of its institutions', async () => {
  const rows = await all('/lobbying/registrations');
  const counts = new Map<string, number>();
  for (const {institutions} of rows) {
    const names = new Set(institutions as string[]);
    for (const name of names.size > 0 ? names : ['Unknown']) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const groups = await all('/lobbying/registrations/stats?group_by=institution');
  const expected = [...counts].sort(
    ([a, n], [b, m]) => m - n || Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  expect(groups).toEqual(
    expected.map(([group_value, record_count]) => ({
      group_by: 'institution',
      group_value,
      group_key: encodeURIComponent(String(group_value)),
      record_count,
      sum_field: null,
      sum_value: null,
      value_count: null,
    })),
  );
  expect(expected.reduce((sum, [, n]) => sum + n, 0)).toBeGreaterThan(rows.length);
});

test('statistics have no `sum_field`, and are paged by cursor', async () => {
  const {headers} = await api('/lobbying/communications/stats?sum_field=value');
  expect(headers['x-ignored-parameters']).toBe('sum_field');
  for (const group_by of ['institution', 'client', 'year']) {
    const path = `/lobbying/communications/stats?group_by=${group_by}`;
    const walked: Row[] = [];
    for (let cursor = ''; ; ) {
      const {rows, meta} = await api(`${path}&limit=7${cursor}`);
      walked.push(...rows);
      if (meta.next_cursor === null) break;
      cursor = `&cursor=${meta.next_cursor}`;
    }
    expect(walked).toEqual(await all(path));
  }
});

test('pages of communications hold up to 500 by `limit`, 200 by `per_page`', async () => {
  const {rows, meta} = await api('/lobbying/communications?limit=600');
  expect([rows.length, meta.limit]).toEqual([Math.min(500, meta.total), 500]);
  expect((await api('/lobbying/communications?per_page=600')).meta.limit).toBe(200);
});

test('filters by official, institution and subject match single items', async () => {
  const rows = await all('/lobbying/communications');
  const several = rows.find(({dpoh_name}) => String(dpoh_name ?? '').includes('; '))!;
  const joined = String(several['dpoh_name']);
  const [first] = joined.split('; ');
  const matches = await all(`/lobbying/communications?dpoh=${encodeURIComponent(first!)}`);
  expect(matches.map(({com_id}) => com_id)).toContain(several['com_id']);
  expect((await api(`/lobbying/communications?dpoh=${encodeURIComponent(joined)}`)).meta.total).toBe(0);
});

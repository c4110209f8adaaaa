/** Bills for readers of French: their title in French, in every form of a list. */
import {beforeAll, expect, test} from 'vitest';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

let server: Server;
let api: (target: string, headers?: Record<string, string>) => Promise<Answer>;
beforeAll(async () => {
  const dataDir = await sharedData();
  server = await sharedServer();
  api = apiClient(overHttp(server.base), makeKey(dataDir));
});

const get = (target: string) => api(`/api/v1${target}`);
const FIELDS = 'session_id,number,name_en,sponsor_name,status_code,introduced,short_title_en';

test('items have it with lang=fr alone, as the single bill does', async () => {
  for (const query of ['', '?lang=en', '?lang=both'])
    expect(Object.keys((await get(`/bills${query}`)).rows[0] ?? {}).join()).toBe(FIELDS);
  const {rows} = await get('/bills?lang=FR&limit=20');
  expect(rows).toHaveLength(20);
  for (const {session_id, number, name_fr, ...others} of rows) {
    const {data} = await get(`/bills/${session_id}/${number}?lang=fr`);
    expect(data).toMatchObject({name_fr, ...others});
  }
  expect(rows.filter(({name_fr}) => /^Loi /.test(String(name_fr))).length).toBeGreaterThan(10);
});

test('it may be selected, and is in CSV, NDJSON and exports', async () => {
  const [bill] = (await get('/bills?lang=fr&limit=1')).rows;
  const {name_fr: title, number} = bill ?? {};
  expect((await get('/bills?lang=fr&limit=1&fields=name_fr,number')).rows).toEqual([
    {number, name_fr: title},
  ]);
  expect((await get('/bills?fields=name_fr')).message).toContain('fields has an unknown name: name_fr.');
  for (const target of ['/bills?limit=1&', '/export/bills?']) {
    const [header, line] = (await get(`${target}lang=fr&format=csv`)).text.split('\r\n');
    expect(header).toBe(`${FIELDS},name_fr`);
    expect(line).toContain(String(title));
    const [item] = (await get(`${target}lang=fr&format=ndjson`)).text.split('\n');
    expect(JSON.parse(item ?? '')).toEqual(bill);
    expect((await get(`${target}format=csv`)).text.split('\r\n')[0]).toBe(FIELDS);
  }
});

test('a cursor leads on in the other language, and the entity tags differ', async () => {
  const french = await get('/bills?lang=fr&limit=3');
  const english = await get(`/bills?limit=3&cursor=${french.meta.next_cursor}`);
  const all = (await get('/bills?limit=6')).rows.map(({number}) => number);
  expect([...french.rows, ...english.rows].map(({number}) => number)).toEqual(all);
  const tags = ['', '&lang=fr'].map(async (more) => (await get(`/bills?limit=3${more}`)).headers['etag']);
  expect(new Set(await Promise.all(tags)).size).toBe(2);
});

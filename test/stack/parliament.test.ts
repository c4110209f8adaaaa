/** Parliament over HTTP: what its section says beyond lists and details. */
import {beforeAll, describe, expect, test} from 'vitest';
import {fold} from '../../datasets/rules/text.ts';
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

describe('bills', () => {
  test('a number is found in any case, with or without the hyphen', async () => {
    for (const bill of (await all('/bills')).slice(0, 20)) {
      const number = String(bill['number']);
      const expected = (await api(`/bills/${bill['session_id']}/${number}`)).data;
      expect(expected).toMatchObject(bill);
      for (const form of [
        number.toLowerCase(),
        number.replace('-', ''),
        number.replace('-', '').toLowerCase(),
      ]) {
        expect((await api(`/bills/${bill['session_id']}/${form}`)).data, form).toEqual(expected);
      }
      for (const form of [
        ` ${number}`,
        `${number}0`,
        number.replace('-', '--'),
        number.slice(2),
        number[0],
      ]) {
        const {status} = await api(`/bills/${bill['session_id']}/${encodeURIComponent(String(form))}`);
        const other = (await all(`/bills?session=${bill['session_id']}`)).some(
          (one) => one['number'] === form,
        );
        expect(status, form).toBe(other ? 200 : 404);
      }
    }
  });

  test.each(['law', 'private_member'])('%s partitions the bills', async (name) => {
    const ids = (rows: Row[]) => rows.map((row) => `${row['session_id']}/${row['number']}`);
    const [yes, no] = [ids(await all(`/bills?${name}=true`)), ids(await all(`/bills?${name}=0`))];
    expect(yes.length).toBeGreaterThan(0);
    expect([...yes, ...no].sort()).toEqual(ids(await all('/bills')).sort());
    for (const id of yes.slice(0, 5)) expect((await api(`/bills/${id}`)).data[name]).toBe(true);
    for (const id of no.slice(0, 5)) expect((await api(`/bills/${id}`)).data[name]).toBe(false);
  });

  test('a sector and a status are found as the details have them; unknown ones match nothing', async () => {
    const bills = await all('/bills');
    const details = await Promise.all(
      bills.map((one) => api(`/bills/${one['session_id']}/${one['number']}`)),
    );
    const sectors = details.map(({data}) => data['sectors'] as string[]);
    for (const tag of new Set(sectors.flat())) {
      const count = sectors.filter((tags) => tags.includes(tag)).length;
      expect((await api(`/bills?sector=${tag.toUpperCase()}`)).meta.total, tag).toBe(count);
    }
    for (const query of ['sector=zzz', 'status=zzz', 'sector=health,housing', 'session=44']) {
      expect((await api(`/bills?${query}`)).meta.total, query).toBe(0);
    }
  });
});

describe('politicians', () => {
  test('lists sitting members only unless `current` is lifted', async () => {
    const [some, everyone] = [await all('/politicians'), await all('/politicians?current=false')];
    expect(some.length).toBeGreaterThan(0);
    expect(some).toEqual(everyone.filter((one) => one['current']));
    expect(everyone.length).toBeGreaterThan(some.length);
    expect(await all('/politicians?current=1')).toEqual(some);
    const names = everyone.map((one) => fold(String(one['name'])));
    expect(names).toEqual(names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
  });

  test('every one has a profile under the slug, but not under a substring of it', async () => {
    const everyone = await all('/politicians?current=false');
    expect(new Set(everyone.map(({slug}) => slug)).size).toBe(everyone.length);
    const slugs = new Set(everyone.map(({slug}) => String(slug)));
    for (const one of everyone.slice(0, 40)) {
      const slug = String(one['slug']);
      expect((await api(`/politicians/${encodeURIComponent(slug)}`)).data).toMatchObject(one);
      const part = slug.slice(0, -1);
      const {status} = await api(`/politicians/${encodeURIComponent(part)}`);
      expect(status, part).toBe(slugs.has(part) ? 200 : 404);
    }
  });
});

test('a committee is found by slug or acronym, in any case, and by nothing else', async () => {
  const committees = await all('/committees');
  expect(committees.length).toBeGreaterThan(0);
  for (const one of committees) {
    const [slug, acronym] = [String(one['slug']), String(one['acronym'])];
    const {data} = await api(`/committees/${encodeURIComponent(slug)}`);
    expect(data).toMatchObject(one);
    for (const form of [acronym, acronym.toLowerCase(), slug.toUpperCase()]) {
      expect((await api(`/committees/${encodeURIComponent(form)}`)).data, form).toEqual(data);
    }
    expect((await api(`/committees/${encodeURIComponent(`${slug}x`)}`)).status).toBe(404);
  }
});

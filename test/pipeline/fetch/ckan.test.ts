/** CKAN: files behind lookups and redirects, and tables read page by page. */
import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {bench, closing, csvOf, ofKind, single} from '../../helpers/fetching.ts';
import {zipOf} from '../../helpers/zips.ts';
import {startCkan} from '../../portals/ckan.ts';
import {startStorage} from '../../portals/storage.ts';

const BODY = csvOf(200_000);

async function portals() {
  const [ckan, storage] = [await closing(startCkan()), await closing(startStorage())];
  const base = `${ckan.base}/data`;
  const stored = storage.put('/objects/abc', {body: BODY, last_modified: 'Mon, 02 Mar 2026 10:00:00 GMT'});
  ckan.packages.set('contracts', [{id: 'res-1', storage: stored}]);
  const fallback = storage.put('/fixed.csv', {body: csvOf(1000)});
  const file = (resource: string | RegExp, dataset = 'contracts'): SourceFile => ({
    name: 'contracts.csv',
    format: 'csv',
    via: {portal: 'ckan-file', base, dataset, resource, fallback},
  });
  const table = (page: number): SourceFile => ({
    name: 'table.jsonl',
    format: 'jsonl',
    via: {portal: 'ckan-datastore', base, resource: 'table', page},
  });
  return {ckan, storage, file, table, fallback};
}

test('the address of a resource is looked up, its redirect followed, and the file confirmed later', async () => {
  const {ckan, storage, file} = await portals();
  const {fetch, events} = await bench();
  const first = await single(fetch([file('res-1')]));
  expect(first.body.equals(BODY)).toBe(true);
  expect(first.snapshot.url).toBe(`${ckan.base}/download/res-1.csv`);
  await single(fetch([file('res-1')]));
  expect(storage.requests.map((row) => row.path)).toEqual(['/objects/abc', '/objects/abc']);
  expect(storage.requests[1]?.headers['if-none-match']).toBe(first.snapshot.etag);
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false]);
  expect(ofKind(events, 'noted')).toEqual([]);
});

test('a resource is also known by the name of its file', async () => {
  const {ckan, file, fallback} = await portals();
  const {fetch, events} = await bench();
  const found = await single(fetch([file(/^RES-1\.csv$/i)]));
  expect(found.snapshot.url).toBe(`${ckan.base}/download/res-1.csv`);
  expect(ofKind(events, 'noted')).toEqual([]);
  const other = await single((await bench()).fetch([file(/^other\.csv$/)]));
  expect(other.snapshot.url).toBe(fallback);
});

test('a download through a redirect is resumed', async () => {
  const {ckan, storage, file} = await portals();
  storage.put('/objects/abc', {body: BODY, faults: [{kind: 'reset', after: 70_000}]});
  const {body} = await single((await bench()).fetch([file('res-1')]));
  expect(body.equals(BODY)).toBe(true);
  expect(storage.requests[1]?.headers.range).toBe('bytes=70000-');
  expect(ckan.requests.filter((row) => row.path.startsWith('/download/'))).toHaveLength(2);
});

test('a lookup that fails or lacks the resource is told, and the fixed address used', async () => {
  const {file, fallback} = await portals();
  for (const [declared, reason] of [
    [file('res-2'), 'resource res-2 has no address'],
    [file('res-1', 'none'), 'HTTP 404: Not found'],
  ] as const) {
    const {fetch, events} = await bench();
    const {snapshot} = await single(fetch([declared]));
    expect(snapshot.url).toBe(fallback);
    const [noted, more] = ofKind(events, 'noted');
    expect(noted?.text).toBe(`lookup failed, the fixed address ${fallback} is used: ${reason}`);
    expect(more).toBeUndefined();
  }
});

/** Records with ids from `from`; numbers in forms that JavaScript would not keep. */
function rows(count: number, from = 1): string[] {
  return Array.from(
    {length: count},
    (_, n) =>
      `{"_id": ${from + n}, "zeta": "É ${n}", "amount": ${n}.50, "big": 12345678901234567890, "none": null}`,
  );
}

test('a table becomes JSON Lines in order, without _id, with numbers as they were', async () => {
  const {ckan, table} = await portals();
  ckan.tables.set('table', {rows: rows(25)});
  const {snapshot, body} = await single((await bench()).fetch([table(10)]));
  const lines = body.toString().trimEnd().split('\n');
  expect(lines).toHaveLength(25);
  expect(lines[7]).toBe('{"zeta":"É 7","amount":7.50,"big":12345678901234567890,"none":null}');
  expect(snapshot).toMatchObject({name: 'table.jsonl', format: 'jsonl', encoding: 'utf-8', etag: null});
  const offsets = ckan.requests.map((row) => new URL(row.path, ckan.base).searchParams.get('offset'));
  expect(offsets).toEqual(['0', '10', '20', '0']);
});

test('a reload with new ids but equal rows is unchanged', async () => {
  const {ckan, table} = await portals();
  const {fetch, events} = await bench();
  const hashes: string[] = [];
  for (const from of [1, 5001]) {
    ckan.tables.set('table', {rows: rows(20, from)});
    hashes.push((await single(fetch([table(10)]))).snapshot.sha256);
  }
  expect(hashes[0]).toBe(hashes[1]);
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false]);
});

test('every sign that a table changed while it was read is an error, and nothing is stored', async () => {
  const cases: [string, Parameters<Awaited<ReturnType<typeof startCkan>>['tables']['set']>[1], RegExp][] = [
    ['total', {rows: rows(25), totals: {10: 24}}, /the total changed from 25 to 24 rows .*run again/],
    ['short page', {rows: rows(25), longest: 8}, /8 rows came at offset 0 where 10 were due/],
    ['total too high', {rows: rows(25), totals: {0: 26, 10: 26, 20: 26}}, /5 rows came at offset 20 where 6/],
    ['repeated row', {rows: [...rows(10), ...rows(10)]}, /row 1 came after row 10/],
    [
      'reload',
      {
        rows: rows(25),
        before: (request, changing) => {
          if (request === 3) changing.rows = rows(25, 9001);
        },
      },
      /the table was reloaded/,
    ],
    ['no rows', {rows: []}, /the file is empty/],
  ];
  for (const [name, content, message] of cases) {
    const {ckan, table} = await portals();
    ckan.tables.set('table', content);
    const {fetch, stored} = await bench();
    await expect(fetch([table(10)]), name).rejects.toThrow(message);
    expect(await stored(), name).toEqual([]);
  }
});

test('the portal’s own message is reported', async () => {
  const {table} = await portals();
  await expect((await bench()).fetch([table(10)])).rejects.toThrow(/HTTP 404: Not found/);
});

test('success false under status 200 is an error with the message', async () => {
  const {storage} = await portals();
  const body = Buffer.from('{"success": false, "error": {"message": "Search Query is invalid"}}');
  storage.put('/api/3/action/datastore_search', {body, type: 'application/json'});
  const via = {portal: 'ckan-datastore', base: storage.base, resource: 'table', page: 10} as const;
  const files: SourceFile[] = [{name: 'table.jsonl', format: 'jsonl', via}];
  await expect((await bench()).fetch(files)).rejects.toThrow(/did not succeed: Search Query is invalid/);
});

test('a zip behind a lookup is stored as one; a page, a challenge or anything else in its place is refused', async () => {
  const {ckan, storage} = await portals();
  const zip = await readFile(await zipOf({'a.csv': Buffer.from('a,b\r\n')}));
  const address = storage.put('/media/x1/archive_ocl.zip', {body: zip, type: 'application/zip'});
  ckan.packages.set('archive', [
    {id: 'page', storage: '', listed: {url: 'https://example.org/dictionary.xlsx'}},
    {id: 'zip', storage: '', listed: {url: address}},
  ]);
  const file: SourceFile = {
    name: 'archive.zip',
    format: 'csv',
    via: {
      portal: 'ckan-file',
      base: `${ckan.base}/data`,
      dataset: 'archive',
      resource: /\.zip$/i,
      fallback: `${storage.base}/none.zip`,
      entries: /\.csv$/i,
    },
  };
  const found = await single((await bench()).fetch([file]));
  expect(found.snapshot).toMatchObject({format: 'zip', encoding: 'binary', url: address});
  expect(found.body.equals(zip)).toBe(true);

  const page = Buffer.from('<!DOCTYPE html><title>Just a moment...</title>');
  const instead: [Parameters<typeof storage.put>[1], string][] = [
    [{body: page, type: 'text/html; charset=UTF-8'}, 'an HTML page came where zip was expected'],
    [{body: page, type: 'application/zip'}, 'an HTML page came where zip was expected'],
    [{body: Buffer.from('{"challenge": true}'), type: 'application/zip'}, 'truncated zip: '],
    [
      {
        body: zip,
        faults: [{kind: 'status', status: 403, headers: {'cf-mitigated': 'challenge'}, body: String(page)}],
      },
      'refused by publisher with HTTP 403',
    ],
  ];
  for (const [served, said] of instead) {
    storage.put('/media/x1/archive_ocl.zip', served);
    const {fetch, stored} = await bench();
    await expect(fetch([file])).rejects.toThrow(said);
    expect((await stored()).filter((name) => name.endsWith('.zip'))).toEqual([]);
  }
});

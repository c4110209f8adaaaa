/** CKAN: files by lookup and redirect, and tables page by page. */
import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {bench, closing, csvOf, ofKind, single} from '../../helpers/fetching.ts';
import {layoutOf} from '../../helpers/probing.ts';
import {zipOf} from '../../helpers/zips.ts';
import {type CkanTable, startCkan} from '../../portals/ckan.ts';
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
  expect(ofKind(events, 'warning')).toEqual([]);
});

test('without an HTTP validator the modification time comes from the portal', async () => {
  const {ckan, storage, file} = await portals();
  const bare = storage.put('/objects/bare', {body: BODY, etag: 'none'});
  const list = (last_modified: string) =>
    ckan.packages.set('contracts', [{id: 'res-1', storage: bare, listed: {last_modified}}]);
  const {fetch, events} = await bench();
  list('2026-03-01T04:00:00');
  const {snapshot} = await single(fetch([file('res-1')]));
  expect(snapshot.etag).toBe('the portal says: 2026-03-01T04:00:00');
  await single(fetch([file('res-1')]));
  expect(storage.requests).toHaveLength(1);
  list('2026-03-02T04:00:00');
  await single(fetch([file('res-1')]));
  expect(storage.requests).toHaveLength(2);
  expect(storage.requests[1]?.headers['if-none-match']).toBeUndefined();
  expect(ofKind(events, 'fetched').map((event) => event.changed)).toEqual([true, false, false]);
});

test('a resource is also known by the name of its file', async () => {
  const {ckan, file, fallback} = await portals();
  const {fetch, events} = await bench();
  const fetched = await single(fetch([file(/^RES-1\.csv$/i)]));
  expect(fetched.snapshot.url).toBe(`${ckan.base}/download/res-1.csv`);
  expect(ofKind(events, 'warning')).toEqual([]);
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

test('a lookup that fails or lacks the resource is reported, and the fixed address is used', async () => {
  const {file, fallback} = await portals();
  for (const [declared, reason] of [
    [file('res-2'), 'resource res-2 has no address'],
    [file('res-1', 'none'), 'HTTP 404: Not found'],
  ] as const) {
    const {fetch, events} = await bench();
    const {snapshot} = await single(fetch([declared]));
    expect(snapshot.url).toBe(fallback);
    const [warning, more] = ofKind(events, 'warning');
    expect(warning?.text).toBe(`lookup failed, the fixed address ${fallback} is used: ${reason}`);
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

test('a table becomes JSON Lines in order, without _id, with unchanged numbers', async () => {
  const {ckan, table} = await portals();
  ckan.tables.set('table', {rows: rows(25)});
  const {snapshot, body} = await single((await bench()).fetch([table(10)]));
  const lines = body.toString().trimEnd().split('\n');
  expect(lines).toHaveLength(25);
  expect(lines[7]).toBe('{"amount":7.50,"big":12345678901234567890,"none":null,"zeta":"É 7"}');
  expect(snapshot).toMatchObject({name: 'table.jsonl', format: 'jsonl', encoding: 'utf-8', etag: null});
  const queries = ckan.requests.map((row) => new URL(row.path, ckan.base).searchParams);
  const pages = queries.filter((query) => query.get('limit') === '10');
  expect(pages.map((query) => query.get('offset'))).toEqual(['0', '10', '20', '25']);
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

test('nothing is fetched while the portal says that the resource was not modified', async () => {
  const {ckan, table} = await portals();
  const {fetch} = await bench();
  const pages = () => ckan.requests.filter(({path}) => path.includes('limit=10&')).length;
  ckan.tables.set('table', {rows: rows(25), last_modified: '2026-03-01T04:00:00.000000'});
  const {snapshot} = await single(fetch([table(10)]));
  expect(snapshot.etag).toBe('last_modified 2026-03-01T04:00:00.000000, 25 rows, form 1');
  await single(fetch([table(10)]));
  expect(pages()).toBe(4);
  ckan.tables.set('table', {rows: rows(25), last_modified: '2026-03-02T04:00:00.000000'});
  await single(fetch([table(10)]));
  expect(pages()).toBe(8);
});

test('a portal that returns fewer rows than requested is read to its end', async () => {
  const {ckan, table} = await portals();
  ckan.tables.set('table', {rows: rows(25), longest: 8});
  const {body} = await single((await bench()).fetch([table(10)]));
  expect(body.toString().trimEnd().split('\n')).toHaveLength(25);
});

test('a table that was changed while it was read is read once more', async () => {
  const {ckan, table} = await portals();
  const changes: [string, (changing: {rows: string[]}) => void][] = [
    ['30 rows', (changing) => void changing.rows.unshift(...rows(5, -10))],
    ['row 9001', (changing) => void changing.rows.splice(0, 25, ...rows(25, 9001))],
  ];
  for (const [name, change] of changes) {
    ckan.tables.set('table', {
      rows: rows(25),
      // The first request is for the state, the second for the first page.
      before: (request, changing) => {
        if (request === queries + 3) change(changing);
      },
    });
    const queries = ckan.requests.filter(({path}) => path.includes('datastore_search')).length;
    const {fetch, events} = await bench();
    const {body} = await single(fetch([table(10)]));
    const lines = body.toString().trimEnd().split('\n');
    expect(new Set(lines).size, name).toBeGreaterThanOrEqual(25);
    expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
      expect.stringMatching(/^read once more from the start/),
    ]);
  }
});

test('a table that stays inconsistent on a second read is an error, and nothing is stored', async () => {
  const counted = (total: number) => Object.fromEntries(Array.from({length: 40}, (_, at) => [at, total]));
  const cases: [string, CkanTable, RegExp][] = [
    [
      'total too high',
      {rows: rows(25), totals: counted(26)},
      /25 rows came where the portal counts 26, also/,
    ],
    ['repeated row', {rows: [...rows(10), ...rows(10)]}, /row 1 came after row 10, also when read once more/],
    [
      'reload after reload',
      {
        rows: rows(25),
        before: (request, changing) => {
          if (request % 3 === 0) changing.rows = rows(25, 1000 * request);
        },
      },
      /the table was changed while it was read, also|came after row/,
    ],
    ['no rows', {rows: []}, /the file is empty/],
  ];
  for (const [name, content, message] of cases) {
    const {ckan, table} = await portals();
    ckan.tables.set('table', content);
    const {fetch, stored} = await bench();
    await expect(fetch([table(10)]), name).rejects.toThrow(message);
    expect(
      (await stored()).filter((one) => !/journal|rows$/.test(one)),
      name,
    ).toEqual([]);
  }
});

test('fetched pages are not requested again', async () => {
  const {ckan, table} = await portals();
  const content: CkanTable = {rows: rows(25), broken: new Set([20])};
  ckan.tables.set('table', content);
  const {fetch} = await bench();
  await expect(fetch([table(10)])).rejects.toThrow(/gave up after 6 tries: HTTP 500/);
  content.broken?.clear();
  const {body} = await single(fetch([table(10)]));
  expect(body.toString().trimEnd().split('\n')).toHaveLength(25);
  const offsets = ckan.requests.flatMap(({path}) => /limit=10&offset=(\d+)/.exec(path)?.[1] ?? []);
  expect([...new Set(offsets)]).toEqual(['0', '10', '20', '25']);
  expect(offsets.filter((offset) => offset === '0')).toHaveLength(1);
});

test('a table is asked for the columns that a layout reads', async () => {
  const {ckan, table} = await portals();
  const rows = [1, 2, 3].map((n) => `{"_id": ${n}, "Number": "P${n}", "owner": "A. Person", "text": null}`);
  ckan.tables.set('table', {rows, fields: ['_id', 'Number', 'owner', 'text']});
  const {fetch} = await bench();
  const declared = {layouts: [layoutOf(['number', 'owner'])], personal: ['Owner']};
  const {snapshot, body} = await single(fetch([table(2)], {declared}));
  expect(body.toString()).toBe('{"Number":"P1"}\n{"Number":"P2"}\n{"Number":"P3"}\n');
  expect(new URL(snapshot.url).searchParams.get('fields')).toBe('_id,Number');
  const asked = ckan.requests.map(({path}) => new URL(path, ckan.base).searchParams);
  const pages = asked.filter((query) => query.get('limit') === '2');
  expect(pages.map((query) => query.get('fields'))).toEqual(['_id,Number', '_id,Number', '_id,Number']);
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

test('a zip of a lookup is stored as one; a page, a challenge or anything else instead is refused', async () => {
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
  const fetched = await single((await bench()).fetch([file]));
  expect(fetched.snapshot).toMatchObject({format: 'zip', encoding: 'binary', url: address});
  expect(fetched.body.equals(zip)).toBe(true);

  const page = Buffer.from('<!DOCTYPE html><title>Just a moment...</title>');
  const replacements: [Parameters<typeof storage.put>[1], string][] = [
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
  for (const [served, problem] of replacements) {
    storage.put('/media/x1/archive_ocl.zip', served);
    const {fetch, stored} = await bench();
    await expect(fetch([file])).rejects.toThrow(problem);
    expect((await stored()).filter((name) => name.endsWith('.zip'))).toEqual([]);
  }
});

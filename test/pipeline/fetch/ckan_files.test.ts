/** CKAN datasets with a file for each year: resources, fallbacks and warnings. */
import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import type {Source, SourceFile} from '../../../datasets/types.ts';
import {addressOf} from '../../../pipeline/fetch/ckan_resources.ts';
import {bench, closing, csvOf, ofKind} from '../../helpers/fetching.ts';
import {zipOf} from '../../helpers/zips.ts';
import {type CkanResource, startCkan} from '../../portals/ckan.ts';
import {startStorage} from '../../portals/storage.ts';

const MODIFIED = 'Mon, 02 Mar 2026 10:00:00 GMT';
const PAYMENTS: Partial<Source> = {
  duplicates: 'separate',
  excluded: [
    {files: /partner/i, content: 'Partners', reason: 'no amounts'},
    {files: /\.xlsx$/i, content: 'Workbooks', reason: 'the CSV is read'},
  ],
};

type Listed = NonNullable<CkanResource['listed']>;

/**
 * A portal, storage with a file of distinct size at each path, and a dataset that lists the given resources.
 */
async function portals(paths: readonly string[], declared: readonly {name: string; path: string}[] = []) {
  const [ckan, storage] = [await closing(startCkan()), await closing(startStorage())];
  for (const [at, path] of paths.entries()) {
    storage.put(path, {body: csvOf(500 + 100 * at), last_modified: MODIFIED});
  }
  const list = (rows: readonly Listed[]) =>
    ckan.packages.set(
      'awards',
      rows.map((row, at) => ({
        id: `r${at}`,
        storage: '',
        listed: row.url?.startsWith('/') ? {...row, url: storage.base + row.url} : row,
      })),
    );
  const file: SourceFile = {
    name: 'awards',
    format: 'csv',
    via: {
      portal: 'ckan-files',
      base: `${ckan.base}/data`,
      dataset: 'awards',
      resources: /^(\d{4}) payments\b/i,
      fallback: declared.map(({name, path}) => ({name, url: storage.base + path})),
    },
  };
  const made = await bench();
  const run = async () => {
    made.events.length = 0;
    const snapshots = await made.fetch([file], {declared: PAYMENTS});
    if (snapshots === 'absent') throw new Error('snapshots were expected');
    return snapshots;
  };
  const notes = () =>
    ofKind(made.events, 'warning').map(({text}) =>
      text.replaceAll(storage.base, '').replaceAll(ckan.base, ''),
    );
  const requested = () => storage.requests.map((row) => row.path);
  return {...made, ckan, storage, list, run, notes, requested};
}

test('every listed year is a file of its own, in order', async () => {
  const {list, run, notes, requested} = await portals([
    '/b/SSHRC_2003.csv',
    '/a/SSHRC_2001.csv',
    '/c/Open%20Data 2002.csv',
  ]);
  list([
    {name: '2003 Payments', url: '/c/none.csv'},
    {name: ' 2001  payments ', url: '/a/SSHRC_2001.csv'},
    {name: '2002 PAYMENTS', url: '/b/SSHRC_2003.csv'},
  ]);
  await expect(run()).rejects.toThrow(
    /file 2003 \(csv\): nothing is there .*\/c\/none\.csv\); look for the file at the publisher/,
  );
  list([
    {name: '2003 Payments', url: '/b/SSHRC_2003.csv', format: 'csv'},
    {name: ' 2001  payments ', url: '/a/SSHRC_2001.csv'},
  ]);
  const snapshots = await run();
  expect(snapshots.map((one) => one.name)).toEqual(['SSHRC_2001.csv', 'SSHRC_2003.csv']);
  expect(notes()).toEqual([]);
  expect(requested()).toContain('/b/SSHRC_2003.csv');
});

test('a new year of the portal is fetched, known ones are confirmed', async () => {
  const {list, run, events, storage} = await portals(['/2001.csv', '/2002.csv']);
  const rows = [{name: '2001 Payments', url: '/2001.csv'}];
  list(rows);
  await run();
  list([...rows, {name: '2002 Payments', url: '/2002.csv'}]);
  expect(await run()).toHaveLength(2);
  const requests = storage.requests.map(
    (row) => `${row.path} ${row.headers['if-modified-since'] ?? 'whole'}`,
  );
  expect(requests.sort()).toEqual([`/2001.csv ${MODIFIED}`, '/2001.csv whole', '/2002.csv whole']);
  expect(
    ofKind(events, 'fetched')
      .map((event) => [event.file, event.changed])
      .sort(),
  ).toEqual([
    ['2001.csv', false],
    ['2002.csv', true],
  ]);
});

test('a year listed twice is read once, from its newest resource', async () => {
  const {list, run, notes} = await portals(['/old.csv', '/new.csv']);
  list([
    {name: '2001 Payments', url: '/old.csv', last_modified: '2019-01-01T00:00:00'},
    {name: '2001 payments (revised)', url: '/new.csv', last_modified: '2020-01-01T00:00:00'},
  ]);
  expect((await run()).map((one) => one.name)).toEqual(['new.csv']);
  expect(notes()).toEqual(['2001 is listed more than once: /new.csv is read and not /old.csv']);
});

test('the older resource of a year is the fallback for a missing newer one', async () => {
  const {list, run, notes} = await portals(['/old.csv']);
  list([
    {name: '2001 Payments', url: '/old.csv'},
    {name: '2001 Payments', url: '/new.csv', last_modified: '2020-01-01T00:00:00'},
  ]);
  expect((await run()).map((one) => one.name)).toEqual(['old.csv']);
  expect(notes()[1]).toBe('nothing at /new.csv: /old.csv stands in');
});

test('excluded and unknown resources are reported and not requested', async () => {
  const {list, run, notes, requested} = await portals(['/2001.csv']);
  list([
    {name: '2001 Payments', url: '/2001.csv'},
    {name: '2001 Partners', url: '/p1.csv'},
    {name: '2002 Partners', url: '/p2.csv'},
    {name: '2002 Payments', url: '/2002.xlsx', format: 'XLSX'},
    {name: '2003 Payments', url: '/2003', format: 'JSON'},
    {name: '2004 Payments', url: 'not an address'},
    {name: 'Payments of 2005', url: '/2005.csv'},
  ]);
  await run();
  expect(requested()).toEqual(['/2001.csv']);
  expect(notes()).toEqual([
    "left out, 2 of the portal's resources: Partners: no amounts",
    "left out, 1 of the portal's resources: Workbooks: the CSV is read",
    'resources that are not known are passed over: 2003 Payments (JSON), 2004 Payments (CSV), Payments of 2005 (CSV)',
  ]);
});

test('declared addresses are the fallback for a portal that fails, lists nothing or other names only', async () => {
  const declared = [
    {name: '2001 Payments', path: '/new/2001.csv'},
    {name: '2001 Payments', path: '/old/2001.csv'},
    {name: '2002 Payments', path: '/new/2002.csv'},
  ];
  const {list, run, notes} = await portals(['/old/2001.csv', '/new/2002.csv'], declared);
  const fallback = 'nothing at /new/2001.csv: /old/2001.csv stands in';
  expect((await run()).map((one) => one.name)).toEqual(['2001.csv', '2002.csv']);
  expect(notes()).toEqual(['lookup failed, the declared addresses are used: HTTP 404: Not found', fallback]);
  list([]);
  expect(await run()).toHaveLength(2);
  expect(notes()).toEqual(['the portal lists no file, the declared addresses are used', fallback]);
  list([{name: 'Payments 2001', url: '/new/2002.csv'}]);
  expect(await run()).toHaveLength(2);
  expect(notes()[0]).toBe('resources that are not known are passed over: Payments 2001 (CSV)');
});

test('without the portal, a year without a file at any declared address is an error', async () => {
  const {run} = await portals(
    ['/2001.csv'],
    [
      {name: '2001 Payments', path: '/2001.csv'},
      {name: '2002 Payments', path: '/2002.csv'},
    ],
  );
  await expect(run()).rejects.toThrow(/file 2002 \(csv\): nothing is there/);
});

test('a year under another name at the portal comes from its declared address; a missing one is reported', async () => {
  const {list, run, notes} = await portals(
    ['/2001.csv', '/2002.csv'],
    [
      {name: '2002 Payments', path: '/2002.csv'},
      {name: '2003 Payments', path: '/2003.csv'},
    ],
  );
  list([
    {name: '2001 Payments', url: '/2001.csv'},
    {name: 'Payments, 2002', url: '/2002.csv'},
  ]);
  expect((await run()).map((one) => one.name)).toEqual(['2001.csv', '2002.csv']);
  expect(notes()).toEqual([
    'resources that are not known are passed over: Payments, 2002 (CSV)',
    "not in the portal's list, declared addresses are tried: 2002, 2003",
    "2003 is neither in the portal's list nor at its declared addresses: passed over",
  ]);
});

test('years whose files share a name are kept apart; equal bytes are read once', async () => {
  const {list, run, notes, storage} = await portals(['/a/data.csv', '/b/data.csv']);
  list([
    {name: '2001 Payments', url: '/a/data.csv'},
    {name: '2002 Payments', url: '/b/data.csv'},
  ]);
  expect((await run()).map((one) => one.name)).toEqual(['2001-data.csv', '2002-data.csv']);
  storage.put('/b/data.csv', {body: csvOf(500)});
  expect((await run()).map((one) => one.name)).toEqual(['2001-data.csv']);
  expect(notes()).toEqual(['holds the same bytes as 2001-data.csv: read once']);
});

test('a reset is resumed, and a year that stays unavailable fails the source', async () => {
  const {list, run, storage, notes} = await portals(['/2001.csv', '/2002.csv']);
  list([
    {name: '2001 Payments', url: '/2001.csv'},
    {name: '2002 Payments', url: '/2002.csv'},
  ]);
  const body = csvOf(200_000);
  storage.put('/2002.csv', {body, faults: [{kind: 'reset', after: 70_000}]});
  expect((await run()).map((one) => one.bytes)).toEqual([expect.any(Number), body.length]);
  const down = Array.from({length: 20}, () => ({kind: 'status', status: 503}) as const);
  storage.put('/2002.csv', {body, faults: down});
  await expect(run()).rejects.toThrow(/file 2002.csv: gave up after 6 tries: HTTP 503/);
  expect(notes()).toEqual([]);
});

test.each([
  ['http://example.org/a.csv', 'https://example.org/a.csv'],
  ['https://example.org/Open Data_FY 2015.csv', 'https://example.org/Open%20Data_FY%202015.csv'],
  ['https://example.org/Open%20Data_FY%202015.csv ', 'https://example.org/Open%20Data_FY%202015.csv'],
  ['https://example.org/%C3%A9t%C3%A9.csv', 'https://example.org/%C3%A9t%C3%A9.csv'],
  ['https://example.org/été.csv', 'https://example.org/%C3%A9t%C3%A9.csv'],
  ['ftp://example.org/a.csv', ''],
  ['a.csv', ''],
])('the address %s is asked for as %s', (text, url) => {
  expect(addressOf(text, 'https://portal.example.org')).toBe(url);
});

test('a portal without https keeps its own addresses', () => {
  expect(addressOf('http://127.0.0.1:1/a b.csv', 'http://127.0.0.1:2')).toBe('http://127.0.0.1:1/a%20b.csv');
});

test('workbooks are matched by their names at the portal; without declared addresses its list is required', async () => {
  const [ckan, storage] = [await closing(startCkan()), await closing(startStorage())];
  const body = await readFile(await zipOf({'xl/workbook.xml': Buffer.from('<workbook/>')}));
  const url = storage.put('/permits_2025.xlsx', {body, type: 'application/octet-stream'});
  ckan.packages.set('report', [
    {id: 'a', storage: '', listed: {name: 'Permits 2025', format: 'XLSX', url}},
    {id: 'b', storage: '', listed: {name: 'Permits 2024', format: 'PDF', url: `${url}.pdf`}},
  ]);
  const file = (dataset: string, resources = /\b(20\d\d)\b/): SourceFile => ({
    name: 'permits',
    format: 'workbook',
    via: {portal: 'ckan-files', base: `${ckan.base}/data`, dataset, resources, fallback: []},
  });
  const {fetch, events} = await bench();
  const snapshots = await fetch([file('report')]);
  expect(snapshots === 'absent' ? [] : snapshots.map(({name, format}) => `${name} ${format}`)).toEqual([
    'permits_2025.xlsx workbook',
  ]);
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
    'resources that are not known are passed over: Permits 2024 (PDF)',
  ]);
  await expect((await bench()).fetch([file('none')])).rejects.toThrow(/HTTP 404: Not found/);
  await expect((await bench()).fetch([file('report', /^(1999)$/)])).rejects.toThrow(
    /the portal lists no workbook whose name matches/,
  );
});

test('the shapefile of a resource is a zip with its own format', async () => {
  const [ckan, storage] = [await closing(startCkan()), await closing(startStorage())];
  const body = await readFile(await zipOf({'zones.shp': Buffer.from('x')}));
  ckan.packages.set('zones', [
    {id: 'a', storage: storage.put('/zones.zip', {body, type: 'application/zip'})},
  ]);
  const base = `${ckan.base}/data`;
  const via = {portal: 'ckan-file', base, dataset: 'zones', resource: 'a', fallback: `${base}/none`} as const;
  const snapshots = await (await bench()).fetch([{name: 'zones.zip', format: 'shapefile', via}]);
  expect(snapshots === 'absent' ? null : snapshots[0]).toMatchObject({
    format: 'shapefile',
    encoding: 'binary',
  });
});

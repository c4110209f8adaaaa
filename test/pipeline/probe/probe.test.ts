/**
 * Probes: each kind of portal answers with its head, what speaks against an ingest is named, and nothing is
 * stored.
 */
import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {describe, expect, test} from 'vitest';
import type {Source, SourceFile} from '../../../datasets/types.ts';
import {bench, closing, folder} from '../../helpers/fetching.ts';
import {layoutOf, probedSource, probeOf} from '../../helpers/probing.ts';
import {zipOf} from '../../helpers/zips.ts';
import {startArcgis} from '../../portals/arcgis.ts';
import {startCkan} from '../../portals/ckan.ts';
import {startOpendatasoft} from '../../portals/opendatasoft.ts';
import {crawlOf, DECLARED, startParliament} from '../../portals/parliament.ts';
import {startSocrata} from '../../portals/socrata.ts';
import {type File, type Storage, startStorage} from '../../portals/storage.ts';

const CSV = 'number,text\r\n1,"a, b"\r\n2,c\r\n';

interface Server extends Storage {
  licence: string;
  at: (path: string, body: string | Buffer, more?: Partial<File>) => string;
}

async function storage(): Promise<Server> {
  const server = await closing(startStorage());
  const at: Server['at'] = (path, body, more) => server.put(path, {body: Buffer.from(body), ...more});
  return {...server, at, licence: at('/licence', '<html>licence</html>', {type: 'text/html'})};
}

const one = async (source: Source, settings: Record<string, string> = {}) => {
  const {code, lines} = await probeOf([source], {DATA_DIR: await folder(), ...settings});
  return [code, lines['example']];
};

describe('a file at an address', () => {
  test('is new, or unchanged since it was fetched, and nothing is stored', async () => {
    const {at, licence} = await storage();
    const source = probedSource({portal: 'plain', url: at('/rows.csv', CSV)}, licence);
    const made = await bench();
    const DATA_DIR = made.dataDir;
    expect(await one(source, {DATA_DIR})).toEqual([
      0,
      'ok: 1 file, 0.0 kB; new; header known; licence link alive',
    ]);
    expect(await readdir(DATA_DIR)).toEqual([]);
    await made.fetch([...source.files]);
    expect((await one(source, {DATA_DIR}))[1]).toContain('; unchanged; header known');
    at('/rows.csv', `${CSV}3,d\r\n`);
    expect((await one(source, {DATA_DIR}))[1]).toContain('; changed; header known');
  });

  test('is asked for its first bytes only, also where the server knows no ranges', async () => {
    const server = await storage();
    const body = `number,text\r\n${'1,"two\nlines"\r\n'.repeat(200_000)}`;
    for (const ranges of [true, false]) {
      const url = server.at('/rows.csv', body, {ranges});
      expect((await one(probedSource({portal: 'plain', url}, server.licence)))[1]).toContain(
        'ok: 1 file, 3.0 MB; new; header known',
      );
    }
    const asked = server.requests.filter(({path}) => path === '/rows.csv').map(({headers}) => headers.range);
    expect(asked).toEqual(['bytes=0-262143', 'bytes=0-262143']);
  });

  test.each<[string, string | Buffer, string]>([
    [
      'lacks a column',
      'number,words\r\n1,a\r\n',
      'the header changed: it lacks text and has unknown columns words',
    ],
    ['is a web page', '<!doctype html><html>', 'an HTML page came where csv was expected'],
    ['is empty', '', 'the file is empty'],
    ['is no text', Buffer.from([0xff, 0xfe, 0x00]), 'the bytes are not valid utf-8 or windows-1252'],
  ])('that %s fails', async (_, body, problem) => {
    const {at, licence} = await storage();
    const [code, line] = await one(probedSource({portal: 'plain', url: at('/rows.csv', body)}, licence));
    expect([code, line]).toEqual([1, expect.stringContaining(problem)]);
    expect(line).toMatch(/^FAILED: /);
  });

  test('in another dialect fails, with the one that was found', async () => {
    const {at, licence} = await storage();
    const source = probedSource({portal: 'plain', url: at('/rows.csv', 'number;text\n1;a\n2;b\n')}, licence);
    const [code, line] = await one(source);
    expect(code).toBe(1);
    expect(line).toContain(
      String.raw`its cells look parted by ";" and its lines by "\n", and are read as parted by ","`,
    );
  });

  test('that is not there fails, a dead licence link does not', async () => {
    const {at, base} = await storage();
    const gone = `${base}/gone`;
    expect(await one(probedSource({portal: 'plain', url: gone}, gone))).toEqual([
      1,
      expect.stringMatching(/^FAILED: HTTP 404 \(.*\/gone\); .*licence link HTTP 404$/),
    ]);
    expect(await one(probedSource({portal: 'plain', url: at('/rows.csv', CSV)}, gone))).toEqual([
      0,
      expect.stringMatching(/^ok: .*licence link HTTP 404$/),
    ]);
  });

  test('names new and absent optional columns', async () => {
    const {at, licence} = await storage();
    const url = at('/rows.csv', 'number,colour\r\n1,red\r\n');
    const layouts = [layoutOf(['number', 'text'], {optional: ['text']})];
    const [code, line] = await one(probedSource({portal: 'plain', url}, licence, {layouts}));
    expect([code, line]).toEqual([
      0,
      expect.stringContaining('unknown columns colour, columns not there text'),
    ]);
  });

  test('that stops on its way fails after PROBE_MS', async () => {
    const {at, licence} = await storage();
    const url = at('/rows.csv', CSV, {faults: [{kind: 'stall', after: 3}]});
    const [code, line] = await one(probedSource({portal: 'plain', url}, licence), {PROBE_MS: '150'});
    expect([code, line]).toEqual([1, expect.stringContaining('FAILED: no answer within 150 ms')]);
  });
});

test('a zip is looked into by its directory and the head of its entries', async () => {
  const server = await storage();
  // Bytes that no compression makes smaller than the head that is asked for.
  const filler = createHash('shake256', {outputLength: 400_000}).update('filler').digest();
  const zip = await readFile(await zipOf({'a.bin': filler, 'rows.csv': Buffer.from(CSV)}));
  const via = (url: string) => ({portal: 'plain', url, entries: /^rows\.csv$/}) as const;
  const url = server.at('/all.zip', zip);
  expect((await one(probedSource(via(url), server.licence)))[1]).toMatch(
    /^ok: 1 file, [\d.]+ .B; new; header known/,
  );
  const moved = server.at('/moved.zip', await readFile(await zipOf({'rows.csv': Buffer.from('a,b\n1,2\n')})));
  expect(await one(probedSource(via(moved), server.licence))).toEqual([
    1,
    expect.stringContaining('the header changed'),
  ]);
  const whole = server.at('/whole.zip', zip, {ranges: false});
  expect((await one(probedSource(via(whole), server.licence)))[1]).toContain(
    'not looked into: a zip, of which the server sends no parts',
  );
});

test('a file that an ingest would refuse for its size fails', async () => {
  const server = await storage();
  const zip = await readFile(
    await zipOf({'a.txt': Buffer.from('a'.repeat(100)), 'rows.csv': Buffer.from(CSV)}),
  );
  const url = server.at('/all.zip', zip);
  const source = probedSource({portal: 'plain', url, entries: /^rows\.csv$/}, server.licence);
  expect(await one(source, {UNPACK_MAX_BYTES: '99'})).toEqual([
    1,
    expect.stringMatching(
      /^FAILED: its member a\.txt would unpack to 100 bytes, more than 99 .*UNPACK_MAX_BYTES/,
    ),
  ]);
  expect((await one(source, {UNPACK_MAX_BYTES: '100'}))[0]).toBe(0);
  const rows = server.at('/rows.csv', CSV);
  expect(
    await one(probedSource({portal: 'plain', url: rows}, server.licence), {FETCH_MAX_BYTES: '5'}),
  ).toEqual([1, expect.stringMatching(/^FAILED: .*FETCH_MAX_BYTES/)]);
});

test('a CKAN file is found by its id, its fallback where the portal fails', async () => {
  const server = await storage();
  const ckan = await closing(startCkan());
  const url = server.at('/rows.csv', CSV);
  ckan.packages.set('set', [{id: 'one', storage: url}]);
  const via = {
    portal: 'ckan-file',
    base: `${ckan.base}/data`,
    dataset: 'set',
    resource: 'one',
    fallback: url,
  } as const;
  expect((await one(probedSource(via, server.licence)))[0]).toBe(0);
  expect((await one(probedSource({...via, dataset: 'gone'}, server.licence)))[0]).toBe(0);
  expect(
    await one(probedSource({...via, dataset: 'gone', fallback: `${server.base}/gone`}, server.licence)),
  ).toEqual([1, expect.stringContaining('HTTP 404')]);
});

test('yearly files are probed each; one that is listed and not there fails', async () => {
  const server = await storage();
  const ckan = await closing(startCkan());
  const resource = (year: number, url: string) => ({
    id: `y${year}`,
    storage: url,
    listed: {name: `Rows ${year}`, url, format: 'CSV'},
  });
  const listed = [resource(2020, server.at('/2020.csv', CSV)), resource(2021, `${server.base}/2021.csv`)];
  ckan.packages.set('set', listed);
  const via = {
    portal: 'ckan-files',
    base: `${ckan.base}/data`,
    dataset: 'set',
    resources: /^Rows (\d{4})$/,
    fallback: [],
  } as const;
  expect(await one(probedSource(via, server.licence))).toEqual([
    1,
    expect.stringMatching(/^FAILED: HTTP 404 \(.*2021\.csv\); .*; 2 files,/),
  ]);
  server.at('/2021.csv', CSV);
  expect((await one(probedSource(via, server.licence)))[1]).toMatch(/^ok: 2 files/);
});

describe('tables', () => {
  const jsonl = {format: 'jsonl', name: 'rows.jsonl'} as const;

  test('of Socrata are compared by the columns that the portal lists', async () => {
    const {licence} = await storage();
    const socrata = await closing(startSocrata());
    const rows = ['{":id":"row-1","number":"1"}', '{":id":"row-2","number":"2","text":"b"}'];
    socrata.tables.set('abcd-1234', {rows, rowsUpdatedAt: 5, columns: ['number', 'text']});
    const via = {portal: 'socrata', base: socrata.base, dataset: 'abcd-1234', page: 10} as const;
    const layouts = [layoutOf(['number', 'text'], {ignored: /^:/})];
    expect(await one(probedSource(via, licence, {...jsonl, layouts}))).toEqual([
      0,
      'ok: 1 file, 2 rows; new; header known; licence link alive',
    ]);
    socrata.tables.set('abcd-1234', {rows, rowsUpdatedAt: 5, columns: ['number', 'words']});
    expect(await one(probedSource(via, licence, {...jsonl, layouts}))).toEqual([
      1,
      expect.stringContaining('it lacks text and has unknown columns words'),
    ]);
    // Without a list the first row may just have no text.
    socrata.tables.set('abcd-1234', {rows, rowsUpdatedAt: 5});
    expect(await one(probedSource(via, licence, {...jsonl, layouts}))).toEqual([
      0,
      expect.stringContaining('the first 1 rows lack text'),
    ]);
    expect(socrata.pages()).toEqual(['1 0', '1 0', '1 0']);
  });

  test('are unchanged while the portal says so', async () => {
    const {licence} = await storage();
    const socrata = await closing(startSocrata());
    const rows = ['{":id":"row-1","number":"1","text":"a"}'];
    socrata.tables.set('abcd-1234', {rows, rowsUpdatedAt: 5, columns: ['number', 'text']});
    const via = {portal: 'socrata', base: socrata.base, dataset: 'abcd-1234', page: 10} as const;
    const source = probedSource(via, licence, jsonl);
    const made = await bench();
    await made.fetch([...source.files], {declared: {layouts: source.layouts}});
    expect((await one(source, {DATA_DIR: made.dataDir}))[1]).toContain('; unchanged;');
  });

  test('of ArcGIS and CKAN name all columns', async () => {
    const {licence} = await storage();
    const arcgis = await closing(startArcgis());
    const path = '/arcgis/rest/services/Rows/FeatureServer/0';
    const attributes = {OBJECTID: 1, number: 1, text: null};
    arcgis.layers.set(path, {name: 'Rows', rows: [{attributes}], geometryType: null});
    const layer: SourceFile['via'] = {portal: 'arcgis', layer: arcgis.base + path, page: 10, table: true};
    const layouts = [layoutOf(['number', 'text'], {ignored: /^OBJECTID$/})];
    expect((await one(probedSource(layer, licence, {...jsonl, layouts})))[1]).toContain('header known');
    const gone: SourceFile['via'] = {
      ...layer,
      layer: `${arcgis.base}/arcgis/rest/services/Gone/FeatureServer/7`,
    };
    expect((await one(probedSource(gone, licence, {...jsonl, layouts})))[0]).toBe(1);

    const ckan = await closing(startCkan());
    ckan.tables.set('r1', {rows: ['{"_id": 1, "number": 1}']});
    const table: SourceFile['via'] = {
      portal: 'ckan-datastore',
      base: `${ckan.base}/data`,
      resource: 'r1',
      page: 10,
    };
    expect(await one(probedSource(table, licence, jsonl))).toEqual([
      1,
      expect.stringContaining('it lacks text'),
    ]);
  });
});

test('an Opendatasoft export is read at its beginning', async () => {
  const {licence} = await storage();
  const portal = await closing(startOpendatasoft());
  portal.datasets.set('rows', {
    count: 2,
    data_processed: 'x',
    export: {body: Buffer.from('number;text\n1;a\n2;b\n')},
  });
  const via = {portal: 'opendatasoft', base: portal.base, dataset: 'rows', format: 'csv'} as const;
  expect((await one(probedSource(via, licence, {delimiter: ';'})))[1]).toMatch(
    /^ok: 1 file, 2 rows.*header known/,
  );
});

test('a crawl is probed by one page of each kind, as far as they lead', async () => {
  const {licence} = await storage();
  const bills = {
    'C-1': {title: 'a', changed: '2021', votes: [5, 6]},
    'C-2': {title: 'b', changed: '2022', votes: [7]},
  };
  const parliament = await closing(startParliament({'44-1': bills, '45-1': bills}));
  const source = {
    ...probedSource({portal: 'plain', url: ''}, licence),
    ...DECLARED,
    files: crawlOf(parliament, ['44-1', '45-1']),
  };
  const [code, line] = await one(source);
  expect([code, line]).toEqual([0, expect.stringContaining('header known')]);
  const requested = parliament.requested();
  expect(requested.map((path) => path.split('/')[1])).toEqual(['list', 'bill', 'vote']);
});

test('sources are probed together; the command names those that would fail', async () => {
  const {at, licence, base} = await storage();
  const good = probedSource({portal: 'plain', url: at('/rows.csv', CSV)}, licence, {slug: 'good'});
  const bad = probedSource({portal: 'plain', url: `${base}/gone`}, licence, {slug: 'bad'});
  const unknown = {...good, slug: 'unknown', unconfirmed: 'look at the hub'};
  const {code, lines, stderr} = await probeOf([good, bad, unknown], {DATA_DIR: await folder()});
  expect([code, stderr]).toEqual([1, 'an ingest would fail: bad\n']);
  expect(lines['unknown']).toBe('ok: no feed is known: look at the hub; licence link alive');
  expect(Object.keys(lines).sort()).toEqual(['bad', 'good', 'unknown']);
});

test('layouts that no real file was seen of are named', async () => {
  const {at, licence} = await storage();
  const url = at('/rows.csv', CSV);
  const layouts = [layoutOf(['number', 'text'], {unverified: true})];
  const [, line] = await one(probedSource({portal: 'plain', url}, licence, {layouts}));
  expect(line).toContain('; unverified: rows; licence');
});

test('a fault that nobody expected fails its source, not the others', async () => {
  const {at, licence} = await storage();
  const good = probedSource({portal: 'plain', url: at('/rows.csv', CSV)}, licence, {slug: 'good'});
  const odd = probedSource({portal: 'plain'} as never, licence, {slug: 'odd'});
  const {code, lines} = await probeOf([good, odd], {DATA_DIR: await folder()});
  expect([code, lines['good'], lines['odd']]).toEqual([
    1,
    expect.stringMatching(/^ok: /),
    expect.stringMatching(/^FAILED: .*Invalid URL/),
  ]);
});

test('a licence that several sources share is asked for once', async () => {
  const server = await storage();
  const url = server.at('/rows.csv', CSV);
  const sources = ['one', 'two', 'three'].map((slug) =>
    probedSource({portal: 'plain', url}, server.licence, {slug}),
  );
  expect((await probeOf(sources, {DATA_DIR: await folder()})).code).toBe(0);
  expect(server.requests.filter(({path}) => path === '/licence')).toHaveLength(1);
});

/** Citations of lists, records and profiles, and the addresses in them; descriptions of CSV files. */
import papaparse from 'papaparse';
import {beforeAll, expect, test} from 'vitest';
import {licenceOf} from '../../datasets/licence_of.ts';
import {sourcesOf} from '../../datasets/sources_of.ts';
import {CITATION_FORMS} from '../../server/site/citation.ts';
import {type SiteReader, siteReader} from '../helpers/site_reader.ts';
import {makeKey, manifestOf, sharedData, sharedServer} from '../helpers/stack.ts';

let page: SiteReader['page'];
let api: SiteReader['api'];
let base: string;
let build: string;
let dataDir: string;
beforeAll(async () => {
  dataDir = await sharedData();
  build = (await manifestOf(dataDir)).build_id;
  ({base} = await sharedServer());
  ({page, api} = await siteReader());
});

const get = (target: string, headers: Record<string, string> = {}) =>
  fetch(new URL(target, base), {redirect: 'manual', headers});

/** Pages with a citation: a list with filters, a record and a profile. */
async function pages(): Promise<string[]> {
  const {data} = await api('/contracts?limit=1');
  const {data: vendors} = await api('/vendors?limit=1');
  const [vendor] = vendors as {vendor: string}[];
  return [
    '/contracts?department=canada',
    `/contracts/${(data as {record_id: string}[])[0]!.record_id}`,
    `/vendors/${encodeURIComponent(vendor!.vendor)}`,
  ];
}

test('every page cites its publishers, build, licence and address, in both languages', async () => {
  for (const path of await pages())
    for (const language of ['en', 'fr'] as const) {
      const {status, $} = await page(`/${language}${path}`);
      const text = $('#cite').text();
      expect([path, status, text]).toEqual([
        path,
        200,
        expect.stringContaining(`/builds/${build}/${language}/`),
      ]);
      const [source] = sourcesOf('contracts');
      expect(text).toContain(licenceOf(source!).title[language]);
      const address = /https?:\S+\/builds\/\S+?(?=\. |$)/.exec(text)![0];
      const led = await get(new URL(address).pathname + new URL(address).search);
      expect([path, led.status, led.headers.get('location')]).toEqual([
        path,
        302,
        expect.stringMatching(`^/${language}/`),
      ]);
      expect((await get(led.headers.get('location')!)).status).toBe(200);
    }
});

test('every form is a file beside the page, and names the build', async () => {
  for (const path of await pages())
    for (const {extension, type} of CITATION_FORMS) {
      const [name = '', query] = path.split('?');
      const answer = await get(`/en${name}.${extension}${query ? `?${query}` : ''}`);
      const text = await answer.text();
      expect([path, extension, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        extension,
        200,
        type,
      ]);
      expect(text).toContain(build);
    }
  expect((await get('/en/contracts/nothing.bib')).status).toBe(404);
  expect((await get('/en/about.bib')).status).toBe(404);
});

test('an address of a build that is gone says so, and leads to the current data', async () => {
  for (const [language, word] of [
    ['en', 'is not here'],
    ['fr', 'n’est pas ici'],
  ]) {
    const {status, $} = await page(`/builds/0000000000000000/${language}/contracts?vendor=a`);
    expect([status, $('h1').text()]).toEqual([410, expect.stringContaining(word!)]);
    expect($('.error').text()).toContain(build);
    expect($(`.error a[href="/${language}/contracts?vendor=a"]`)).toHaveLength(1);
  }
});

interface Description {
  url: string;
  tableSchema: {
    columns: {name: string; titles: string; datatype: unknown; required?: boolean}[];
    primaryKey?: string;
  };
}

/** Compares a description with the file that it names. */
async function expectDescribed(described: Description, csv: string): Promise<void> {
  const {data} = papaparse.parse<string[]>(csv, {skipEmptyLines: true});
  const [header = [], ...rows] = data;
  const {columns, primaryKey} = described.tableSchema;
  expect(columns.map(({titles}) => titles)).toEqual(header);
  if (primaryKey !== undefined) expect(header).toContain(primaryKey);
  expect(rows.length).toBeGreaterThan(0);
  for (const [at, {name, datatype, required}] of columns.entries())
    for (const row of rows) {
      const cell = row[at]!;
      if (required) expect([name, cell]).not.toEqual([name, '']);
      if (cell === '') continue;
      if (datatype === 'integer') expect([name, cell]).toEqual([name, expect.stringMatching(/^-?\d+$/)]);
      if (datatype === 'decimal')
        expect([name, cell]).toEqual([name, expect.stringMatching(/^-?\d+(\.\d+)?$/)]);
      if (datatype === 'json') expect(() => JSON.parse(cell)).not.toThrow();
      if (typeof datatype === 'object')
        expect([name, cell]).toEqual([name, expect.stringMatching(/^\d{4}-\d\d-\d\d/)]);
    }
}

test('a CSV file of a list leads to a description of its columns, by which it can be read', async () => {
  for (const list of ['/awards', '/permits', '/bills']) {
    const csv = await get(`/en${list}.csv`);
    const [, target, relation] = /^<([^>]+)>; rel="describedby"; type="([^"]+)"$/.exec(
      csv.headers.get('link') ?? '',
    )!;
    const answer = await get(target!);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, relation]);
    const described = (await answer.json()) as Description;
    expect(new URL(described.url).pathname).toBe(`/en${list}.csv`);
    await expectDescribed(described, await csv.text());
  }
});

test('so does a CSV export, with its filters and fields, and one for spreadsheets does not', async () => {
  const headers = {'X-API-Key': makeKey(dataDir)};
  for (const query of ['', '&detail=full', '&fields=record_id,value&vendor=a']) {
    const csv = await get(`/api/v1/export/contracts?format=csv${query}`, headers);
    expect(csv.headers.get('x-build-id')).toBe(build);
    const [, target] = /^<([^>]+)>; rel="describedby"/.exec(csv.headers.get('link') ?? '')!;
    const answer = await get(target!, headers);
    expect(answer.headers.get('content-type')).toBe('application/csvm+json');
    const described = (await answer.json()) as Description & {'dc:identifier': string};
    expect(described['dc:identifier']).toBe(build);
    const named = new URL(described.url);
    expect(named.searchParams.get('format')).toBe('csv');
    await expectDescribed(described, await (await get(named.pathname + named.search, headers)).text());
  }
  for (const excel of ['true', 'fr']) {
    const csv = await get(`/api/v1/export/contracts?format=csv&excel=${excel}`, headers);
    expect(csv.headers.get('link')).toBeNull();
    // `text()` would take the mark away.
    const text = Buffer.from(await csv.arrayBuffer()).toString();
    expect(text.startsWith('\ufeffrecord_id')).toBe(true);
    expect(text.split('\r\n')[0]!.includes(';')).toBe(excel === 'fr');
  }
});

test('sources say their licence, whether it is open, and the sentence to write', async () => {
  const {data} = await api('/sources?limit=200&lang=fr');
  for (const row of data as Record<string, unknown>[]) {
    expect(row).toMatchObject({
      license_id: expect.stringMatching(/^[a-z]/),
      license_url: expect.stringMatching(/^https:/),
      license_url_fr: expect.stringMatching(/^https:/),
      license_open: expect.any(Boolean),
      attribution: expect.stringMatching(/\.$/),
    });
    expect(row['license_terms'] === null).toBe(row['license_open']);
  }
  const members = (data as Record<string, unknown>[]).find(({slug}) => slug === 'commons_members');
  expect(members).toMatchObject({license_open: false, license_terms: expect.stringContaining('officielles')});
  const {$} = await page('/fr/about');
  expect($('main').text()).toContain('La permission ne couvre pas');
});

/** Addresses of portals as people copy them, and the file that is declared for each. */
import {expect, test} from 'vitest';
import {settings} from '../../../datasets/settings.ts';
import type {SourceFile} from '../../../datasets/types.ts';
import {evaluate} from '../../../pipeline/draft/code.ts';
import {declaredAt} from '../../../pipeline/draft/portal.ts';
import {createHttpClient, type HttpClient} from '../../../pipeline/fetch/http.ts';
import {openStore} from '../../../pipeline/fetch/store.ts';
import {closing, folder} from '../../helpers/fetching.ts';
import {startArcgis} from '../../portals/arcgis.ts';
import {startStorage} from '../../portals/storage.ts';

/** Declares the file at an address; requests of `from` go to `to`. */
async function declared(address: string, dataset = 'permits', [from, to] = ['', '']) {
  const dataDir = await folder();
  const client = createHttpClient(settings({FETCH_RETRIES: '0'}));
  const get: HttpClient['get'] = (ask, accept) =>
    client.get({...ask, url: from ? ask.url.replace(from, to) : ask.url}, accept);
  const {file, page} = await declaredAt(address, dataset, {
    ...{dataDir, http: {...client, get}, store: openStore(dataDir, {slug: 'permits'})},
    ...{emit: () => undefined, signal: AbortSignal.timeout(60_000), startedAt: '2026-03-04T05:06:07'},
  }).finally(() => client.close());
  return {...(evaluate(file) as SourceFile), page};
}

test.each([
  ['https://data.example.org/d/abcd-1234', 'abcd-1234'],
  ['https://data.example.org/Permits/Building-Permits/abcd-1234/about_data', 'abcd-1234'],
  ['https://data.example.org/resource/abcd-1234.json?$limit=5', 'abcd-1234'],
  ['https://data.example.org/api/views/abcd-1234.json', 'abcd-1234'],
])('%s is a table of Socrata', async (address, dataset) => {
  const via = {portal: 'socrata', base: 'https://data.example.org', dataset};
  const page = 'https://data.example.org/d/abcd-1234';
  expect(await declared(address)).toMatchObject({name: 'permits.jsonl', format: 'jsonl', via, page});
});

test.each([
  'https://data.example.org/explore/dataset/permits-2026/table/?sort=date',
  'https://data.example.org/explore/embed/dataset/permits-2026/',
  'https://data.example.org/api/explore/v2.1/catalog/datasets/permits-2026/exports/csv?delimiter=%3B',
])('%s is a dataset of Opendatasoft, exported as the kind of records asks', async (address) => {
  const via = {portal: 'opendatasoft', base: 'https://data.example.org', dataset: 'permits-2026'};
  expect(await declared(address)).toMatchObject({name: 'permits-2026.csv', via: {...via, format: 'csv'}});
  const zones = {name: 'permits-2026.geojson', via: {...via, format: 'geojson'}};
  expect(await declared(address, 'zoning')).toMatchObject(zones);
});

test.each([
  ['https://example.org/files/Permits.CSV?v=2', 'csv', 'permits.csv'],
  ['https://example.org/permits.geojson', 'geojson', 'permits.geojson'],
  ['https://example.org/permits.xls', 'workbook', 'permits.xlsx'],
  ['https://example.org/download', 'csv', 'permits.csv'],
])('%s is a file', async (url, format, name) => {
  expect(await declared(url)).toEqual({name, format, via: {portal: 'plain', url}, page: url});
});

test('an item of a hub is its layer, and a service must have one', async () => {
  const arcgis = await closing(startArcgis());
  const service = '/arcgis/rest/services/P/MapServer';
  const layer = {name: 'x', rows: [{attributes: {OBJECTID: 1}}]};
  arcgis.layers.set(`${service}/1`, {...layer, geometryType: 'esriGeometryPoint'});
  arcgis.layers.set(`${service}/2`, {...layer, geometryType: null});
  const {put, base} = await closing(startStorage());
  const item = '0123456789abcdef0123456789abcdef';
  put(`/sharing/rest/content/items/${item}`, {
    body: Buffer.from(JSON.stringify({url: arcgis.base + service})),
  });
  const hub: [string, string] = ['https://www.arcgis.com', base];
  const page = `https://hub.example.org/datasets/${item}_2/explore`;
  const table = {portal: 'arcgis', layer: `${arcgis.base}${service}/2`, table: true};
  expect(await declared(page, 'permits', hub)).toMatchObject({via: table, page});
  const whole = `https://www.arcgis.com/home/item.html?id=${item}`;
  await expect(declared(whole, 'permits', hub)).rejects.toThrow(/layers one must be named: .*\/1, .*\/2/);
  put(`/sharing/rest/content/items/${item}`, {body: Buffer.from('{"url":null}')});
  await expect(declared(whole, 'permits', hub)).rejects.toThrow(/the item is no layer/);
});

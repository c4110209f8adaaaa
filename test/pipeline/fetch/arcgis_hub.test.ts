/** ArcGIS Hubs: layers and files of the catalogue. */
import {readFile} from 'node:fs/promises';
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {closing, bench as plainBench, single} from '../../helpers/fetching.ts';
import {zipOf} from '../../helpers/zips.ts';
import {type ArcgisLayer, startArcgis} from '../../portals/arcgis.ts';
import {startHub} from '../../portals/hub.ts';

/** A busy machine is slow: what looks like a stall there is none. */
const bench = () => plainBench({FETCH_STALL_MS: '3000'});

const id = (digit: string) => digit.repeat(32);

async function portals() {
  const [hub, arcgis] = [await closing(startHub()), await closing(startArcgis())];
  const search = (title: RegExp): SourceFile => ({
    name: 'zones.jsonl',
    format: 'jsonl',
    via: {portal: 'arcgis-search', hub: hub.base, title, geometry: 'polygon', page: 100},
  });
  const items = (title: RegExp): SourceFile => ({
    name: 'permits.xlsx',
    format: 'workbook',
    via: {portal: 'arcgis-items', hub: hub.base, title, content: hub.content},
  });
  /** Adds a layer with one row to the server; returns the URL of its service. */
  const layer = (name: string, geometryType: string | null): string => {
    const path = `/arcgis/rest/services/${name}/FeatureServer`;
    const shape = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
    };
    const rows: ArcgisLayer['rows'] = [{attributes: {OBJECTID: 1, CODE: name}, shape}];
    arcgis.layers.set(`${path}/0`, {name, rows, geometryType});
    return arcgis.base + path;
  };
  return {hub, search, items, layer};
}

test('the layer with the declared geometry is found by its title, at a layer or a service', async () => {
  const {hub, search, layer} = await portals();
  const points = layer('ZoningLabels', 'esriGeometryPoint');
  const zones = layer('Zoning', 'esriGeometryPolygon');
  hub.datasets.push(
    {title: 'Parks', services: [layer('Parks', 'esriGeometryPolygon')]},
    {title: 'Zoning labels', services: [`${points}/0`]},
    {title: 'Zoning', services: [`${zones}/0?layer=x`, zones]},
  );
  const {snapshot, body} = await single((await bench()).fetch([search(/zoning/i)]));
  expect(snapshot.url).toBe(`${zones}/0`);
  expect(JSON.parse(body.toString())).toMatchObject({CODE: 'Zoning', geometry: {type: 'Polygon'}});
});

test('keywords are searched if no title matches', async () => {
  const {hub, search, layer} = await portals();
  const zones = layer('LandUse', 'esriGeometryPolygon');
  hub.datasets.push({title: 'Land use by-law', keyword: ['Zoning', 'planning'], services: [zones]});
  expect((await single((await bench()).fetch([search(/^zoning$/i)]))).snapshot.url).toBe(`${zones}/0`);
});

test('no match and several matches are errors that name the candidates', async () => {
  const {hub, search, layer} = await portals();
  hub.datasets.push({title: 'Parks', services: []});
  await expect((await bench()).fetch([search(/zoning/i)])).rejects.toThrow(
    /no feed found: of 1 datasets none matches \/zoning\/i in title or keyword .*dcat-us\/1\.1\.json/,
  );
  hub.datasets.push({title: 'Zoning map', services: [layer('Labels', 'esriGeometryPoint')]});
  await expect((await bench()).fetch([search(/zoning/i)])).rejects.toThrow(
    /no feed found: of 2 datasets "Zoning map" match .*and no layer of them has polygons/,
  );
  hub.datasets.push(
    {title: 'Zoning 1985', services: [layer('Old', 'esriGeometryPolygon')]},
    {title: 'Zoning 2019', services: [layer('New', 'esriGeometryPolygon')]},
  );
  await expect((await bench()).fetch([search(/zoning/i)])).rejects.toThrow(
    /several layers match \/zoning\/i: "Zoning 1985" at .*\/Old\/.*, "Zoning 2019" at .*\/New\/.*by the portal `arcgis`/,
  );
});

test('every item whose title matches is a file of its own, in the format of its bytes', async () => {
  const {hub, items} = await portals();
  const xlsx = await readFile(await zipOf({'xl/workbook.xml': Buffer.from('<workbook/>')}));
  const xls = Buffer.from('d0cf11e0a1b11ae1000000', 'hex');
  hub.datasets.push(
    {title: 'Construction, demolition permits 2021', item: id('b')},
    {title: 'Construction, demolition permits 2020', item: id('a')},
    {title: 'Construction, demolition permits 2022', item: id('c')},
    {title: 'Construction, demolition permits: how to read them'},
    {title: 'Trees', item: id('d')},
  );
  for (const [digit, body] of [
    ['a', xls],
    ['b', xlsx],
    ['c', Buffer.from('WARD,VALUE\r\n1,2\r\n')],
  ] as const) {
    hub.items.set(id(digit), {body, type: 'application/octet-stream'});
  }
  const {fetch} = await bench();
  const snapshots = await fetch([items(/^construction, demolition/i)]);
  if (snapshots === 'absent') throw new Error('three files were expected');
  expect(snapshots.map(({name, format, encoding}) => `${name} ${format} ${encoding}`)).toEqual([
    'construction-demolition-permits-2020 workbook binary',
    'construction-demolition-permits-2021 workbook binary',
    'construction-demolition-permits-2022 csv utf-8',
  ]);
  expect(snapshots[0]?.url).toBe(`${hub.content}/items/${id('a')}/data`);
  await fetch([items(/^construction, demolition/i)]);
  const requests = hub.requests.filter(({path}) => path.includes(id('a')));
  expect(requests[1]?.headers['if-none-match']).toBe(snapshots[0]?.etag);
});

test('titles without a match and missing items are errors', async () => {
  const {hub, items} = await portals();
  hub.datasets.push({title: 'Permits 2020', item: id('a')});
  await expect((await bench()).fetch([items(/permis/)])).rejects.toThrow(
    /none of 1 titles matches \/permis\/ and has an item/,
  );
  await expect((await bench()).fetch([items(/permits/i)])).rejects.toThrow(/permits-2020: HTTP 404/);
});

test('two items with one title are distinguished by their ids', async () => {
  const {hub, items} = await portals();
  for (const digit of ['a', 'b']) {
    hub.datasets.push({title: 'Permits', item: id(digit)});
    hub.items.set(id(digit), {body: Buffer.from(`a\r\n${digit}\r\n`)});
  }
  const snapshots = await (await bench()).fetch([items(/permits/i)]);
  expect(snapshots === 'absent' ? [] : snapshots.map(({name}) => name)).toEqual([
    `permits-${id('a')}`,
    `permits-${id('b')}`,
  ]);
});

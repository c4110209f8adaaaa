/** ArcGIS: layers by rising object id, geometries in either form, and servers that fail in their own ways. */
import {expect, test} from 'vitest';
import type {SourceFile} from '../../../datasets/types.ts';
import {closing, ofKind, bench as plainBench, single} from '../../helpers/fetching.ts';
import {type Arcgis, type ArcgisLayer, type ArcgisRow, startArcgis} from '../../portals/arcgis.ts';

/** A busy machine is slow: what looks like a stall there is none. */
const bench = () => plainBench({FETCH_STALL_MS: '3000'});

const PATH = '/arcgis/rest/services/Permits/FeatureServer/0';

const row = (id: number): ArcgisRow => ({
  attributes: {OBJECTID: id, 'SHAPE.AREA': id / 4, ISSUED: 1_700_000_000_000 + id, NAME: `É ${id}`},
  geometry: {x: -80 - id / 1000, y: 43.5},
  shape: {type: 'Point', coordinates: [-80 - id / 1000, 43.5]},
});
const rows = (count: number): ArcgisRow[] => Array.from({length: count}, (_, n) => row(3 * n + 1));

async function server(layer: Partial<ArcgisLayer> = {}): Promise<Arcgis & {layer: ArcgisLayer}> {
  const arcgis = await closing(startArcgis());
  const whole: ArcgisLayer = {
    name: 'Permits',
    rows: rows(25),
    geometryType: 'esriGeometryPoint',
    maxRecordCount: 10,
    edited: 1_750_000_000_000,
    ...layer,
  };
  arcgis.layers.set(PATH, whole);
  return {...arcgis, layer: whole};
}

type Via = Extract<SourceFile['via'], {portal: 'arcgis'}>;
const file = ({base}: Arcgis, via: Partial<Via> = {}): SourceFile => ({
  name: 'permits.jsonl',
  format: 'jsonl',
  via: {portal: 'arcgis', layer: base + PATH, page: 1000, ...via},
});

const lines = (body: Buffer): string[] => body.toString().trimEnd().split('\n');
const read = async (files: SourceFile[]) => lines((await single((await bench()).fetch(files))).body);

test('a layer is paged by object id, with the page size of the server and dates as published', async () => {
  const arcgis = await server();
  const {snapshot, body} = await single((await bench()).fetch([file(arcgis)]));
  expect(lines(body)).toHaveLength(25);
  expect(lines(body)[1]).toBe(
    '{"ISSUED":1700000000004,"NAME":"É 4","OBJECTID":4,"SHAPE.AREA":1,"geometry":{"type":"Point","coordinates":[-80.004,43.5]}}',
  );
  expect(arcgis.queries().map((query) => query.get('where'))).toEqual([
    '1=1',
    '(1=1) AND OBJECTID > 28',
    '(1=1) AND OBJECTID > 58',
    '(1=1) AND OBJECTID > 73',
  ]);
  const [first] = arcgis.queries();
  expect(Object.fromEntries(first ?? [])).toMatchObject({
    f: 'geojson',
    outSR: '4326',
    outFields: '*',
    orderByFields: 'OBJECTID',
    resultRecordCount: '10',
  });
  expect(snapshot).toMatchObject({url: arcgis.base + PATH, etag: 'edited 1750000000000, 25 rows, form 1'});
});

test('the column of object ids comes from the layer', async () => {
  const own = rows(25).map(({attributes: {OBJECTID, ...others}, ...more}) => ({
    ...more,
    attributes: {FID: OBJECTID, ...others},
  }));
  const arcgis = await server({id: 'FID', rows: own});
  expect(await read([file(arcgis)])).toHaveLength(25);
  expect(arcgis.queries()[1]?.get('where')).toBe('(1=1) AND FID > 28');
});

test('nothing is fetched while the layer was not edited', async () => {
  const arcgis = await server();
  const {fetch} = await bench();
  await single(fetch([file(arcgis)]));
  await single(fetch([file(arcgis)]));
  expect(arcgis.queries()).toHaveLength(4);
  arcgis.layer.edited = 1_760_000_000_000;
  await single(fetch([file(arcgis)]));
  expect(arcgis.queries()).toHaveLength(8);
});

test('a server that truncates silently is read to an empty page', async () => {
  const arcgis = await server({silent: true});
  expect(await read([file(arcgis)])).toHaveLength(25);
});

test('a server that returns fewer rows than its count is read once more, then refused', async () => {
  const arcgis = await server({silent: true, stops_behind: 20});
  const {fetch, events} = await bench();
  await expect(fetch([file(arcgis)])).rejects.toThrow(
    /20 rows came where the portal counts 25, also when read once more/,
  );
  expect(ofKind(events, 'warning')[0]?.text).toMatch(/read once more from the start/);
});

test('rows added while it is read are included', async () => {
  const arcgis = await server({
    before: (page, layer) => {
      if (page === 2) layer.rows.push(row(900));
    },
  });
  expect(await read([file(arcgis)])).toHaveLength(26);
});

test('a server that does not keep the order is refused', async () => {
  const arcgis = await server({unordered: true, rows: rows(25).reverse()});
  await expect((await bench()).fetch([file(arcgis)])).rejects.toThrow(/row 70 came after row 73, also when/);
});

test.each(['unknown', 'fails', 'without geometry'] as const)(
  'where GeoJSON is %s, geometries come from the server’s own form',
  async (geojson) => {
    const expected = await read([file(await server())]);
    const arcgis = await server({geojson});
    const {fetch, events} = await bench();
    expect(lines((await single(fetch([file(arcgis)]))).body)).toEqual(expected);
    const forms = arcgis.queries().map((query) => query.get('f'));
    expect(forms.slice(geojson === 'unknown' ? 0 : 1)).toEqual(['json', 'json', 'json', 'json']);
    expect(ofKind(events, 'warning').map(({text}) => text)).toEqual(
      {
        unknown: [],
        fails: ['read as f=json: with f=geojson the server fails'],
        'without geometry': ['read as f=json: with f=geojson the server gives no geometry'],
      }[geojson],
    );
  },
);

test('rows without a geometry keep a null', async () => {
  const bare = rows(5).map(({attributes}) => ({attributes}));
  const [first] = await read([file(await server({rows: bare}))]);
  expect(first).toContain('"geometry":null');
});

test('a table without geometry is requested without one', async () => {
  const table = rows(12).map(({attributes}) => ({attributes}));
  const arcgis = await server({rows: table, geometryType: null});
  const [first] = await read([file(arcgis, {table: true})]);
  expect(first).toBe('{"ISSUED":1700000000001,"NAME":"É 1","OBJECTID":1,"SHAPE.AREA":0.25}');
  expect(arcgis.queries()[0]?.get('returnGeometry')).toBe('false');
  expect(arcgis.queries()[0]?.get('f')).toBe('json');
});

test('an error under status 200 is an error, after a smaller page was tried', async () => {
  const arcgis = await server({rows: rows(200), maxRecordCount: 100, breaks_above: 30});
  const {fetch, events} = await bench();
  expect(lines((await single(fetch([file(arcgis)]))).body)).toHaveLength(200);
  expect(ofKind(events, 'warning').map(({text}) => text)).toEqual([
    'pages of 50 rows from here on: the server answered with error 500: Error performing query operation',
    'pages of 25 rows from here on: the server answered with error 500: Error performing query operation',
  ]);
  arcgis.layer.breaks_above = 5;
  arcgis.layer.edited = 1;
  await expect(fetch([file(arcgis)])).rejects.toThrow(/error 500: Error performing query operation/);
  const nowhere = file(arcgis, {layer: `${arcgis.base}/arcgis/rest/services/None/FeatureServer/0`});
  await expect(fetch([nowhere])).rejects.toThrow(/the server answered with error 400: Invalid URL/);
});

test('transient faults are retried, and a failed run is continued', async () => {
  const arcgis = await server({
    // The last page is requested in both forms.
    faults: {1: {kind: 'cut'}, 3: {kind: 'reset'}, 5: {kind: 'page'}, 6: {kind: 'page'}},
  });
  const {fetch} = await bench();
  await expect(fetch([file(arcgis)])).rejects.toThrow(/not JSON/);
  const {body} = await single(fetch([file(arcgis)]));
  expect(lines(body)).toEqual(await read([file(await server())]));
  expect(arcgis.queries().map((query) => /\d+$/.exec(query.get('where') ?? '')?.[0])).toEqual([
    ...['1', '1', '28', '28', '58', '58'],
    ...['58', '73'],
  ]);
});

test('a layer is found by the prefix of its name, since numbers change', async () => {
  const arcgis = await server();
  const service = `${arcgis.base}/arcgis/rest/services/Permits/FeatureServer`;
  const other = {...arcgis.layer, name: 'Zoning By-law 2026', rows: rows(3)};
  arcgis.layers.set('/arcgis/rest/services/Permits/FeatureServer/7', other);
  expect(await read([file(arcgis, {layer: {service, name: /^zoning/i}})])).toHaveLength(3);
  const none = file(arcgis, {layer: {service, name: /^parks/i}});
  await expect((await bench()).fetch([none])).rejects.toThrow(
    /no layer matches \/\^parks\/i, there are "Permits", "Zoning By-law 2026"/,
  );
  const both = file(arcgis, {layer: {service, name: /./}});
  await expect((await bench()).fetch([both])).rejects.toThrow(/several layers match/);
});

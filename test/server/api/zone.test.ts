/** The zone of a point, from the request to the answer, over an engine that looks at every polygon. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import type {Json} from '../../../datasets/types.ts';
import type {Zone} from '../../../engine/types.ts';
import {type Answer, apiClient} from '../../helpers/api.ts';
import {scanEngine} from '../../helpers/engine.ts';
import {handle} from '../../helpers/handle.ts';
import {exampleTables} from '../../helpers/rows.ts';
import {type Service, testService} from '../../helpers/service.ts';

const square = (west: number, south: number, size: number): Json => [
  [
    [west, south],
    [west + size, south],
    [west + size, south + size],
    [west, south + size],
    [west, south],
  ],
];

const row = (record_id: string, municipality: string, zone_code: string, area_m2: number, rings: Json) => ({
  record_id,
  municipality,
  province: municipality === 'vancouver' ? 'BC' : 'ON',
  zone_code,
  zone_description: null,
  zone_category: null,
  source_dataset: `${municipality} zoning`,
  source_url: 'https://example.org/zoning',
  last_updated: '2026-01-02T03:04:05',
  area_m2,
  geometry: {type: 'Polygon', coordinates: rings},
});

const ZONING = [
  row('z_0000000000000001', 'vancouver', 'RM-4', 9_000_000, square(-123.15, 49.25, 0.03)),
  row('z_0000000000000002', 'vancouver', 'CD-1 (5)', 90_000, square(-123.14, 49.26, 0.004)),
  row('z_0000000000000003', 'toronto', 'UT | É', 70_000, square(-79.4, 43.65, 0.003)),
];

let service: Service;
let api: (query: string, headers?: Record<string, string>) => Promise<Answer>;
let client: ReturnType<typeof apiClient>;
beforeEach(async () => {
  service = await testService();
  const engine = scanEngine({...exampleTables(), zoning: ZONING});
  Object.assign(service.engine, {zone: engine.zone, detail: engine.detail, list: engine.list});
  client = apiClient((request) => handle(request, service.context), service.key);
  api = (query, headers) => client(`/api/v1/zone${query}`, headers);
});
afterEach(() => service.close());

const inside = '?lat=49.262&lng=-123.138';

test('the smallest polygon that contains the point, with the fields in their order', async () => {
  const {data, headers} = await api(inside);
  expect(Object.entries(data)).toEqual([
    ['record_id', 'z_0000000000000002'],
    ['municipality', 'vancouver'],
    ['province', 'BC'],
    ['zone_code', 'CD-1 (5)'],
    ['zone_description', null],
    ['zone_category', null],
    ['source_dataset', 'vancouver zoning'],
    ['source_url', 'https://example.org/zoning'],
    ['last_updated', '2026-01-02T03:04:05'],
    ['match', 'contains'],
    ['distance_m', 0],
  ]);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(headers['cache-control']).toBe('private, max-age=60');
});

test('near a polygon the distance has one decimal', async () => {
  const {data} = await api('?lat=43.6489&lng=-79.399');
  expect(data).toMatchObject({zone_code: 'UT | É', match: 'nearest', distance_m: 122.2});
});

test('a municipality restricts the search to its polygons', async () => {
  expect((await api(`${inside}&municipality=Vancouver`)).data).toMatchObject({zone_code: 'CD-1 (5)'});
  const {status, message} = await api(`${inside}&municipality=toronto`);
  expect([status, message]).toEqual([404, 'Zone not found.']);
});

test('a point far from all polygons has no zone', async () => {
  const {status, message} = await api('?lat=0&lng=0');
  expect([status, message]).toEqual([404, 'Zone not found.']);
});

test.each([
  ['', 'lat and lng are required.'],
  ['?lat=49.2', 'lat and lng are required.'],
  ['?lng=-123', 'lat and lng are required.'],
  ['?lat=&lng=-123', 'lat and lng are required.'],
  ['?lat=x', 'lat and lng are required.'],
  ['?lat=x&lng=-200', 'lat must be a number.'],
  ['?lat=1e1&lng=-123', 'lat must be a number.'],
  ['?lat=NaN&lng=-123', 'lat must be a number.'],
  ['?lat=90.1&lng=-123', 'lat must be between -90 and 90.'],
  ['?lat=-90.0000000001&lng=-200', 'lat must be between -90 and 90.'],
  ['?lat=49&lng=180.5', 'lng must be between -180 and 180.'],
  ['?lat=49&lng=-181&municipality=x', 'lng must be between -180 and 180.'],
  [
    '?lat=49&lng=-123&municipality=montreal',
    'municipality must be one of: toronto, calgary, edmonton, vancouver, winnipeg, ottawa, mississauga, kitchener, hamilton, quebec_city.',
  ],
  ['?lat=49&lng=-123&format=csv', 'format must be one of: json, geojson.'],
  ['?lat=49&lng=-123&lang=de', 'lang must be one of: en, fr, both.'],
])('%s is refused: %s', async (query, errorText) => {
  const {status, message} = await api(query);
  expect([status, message]).toEqual([400, errorText]);
});

test('the bounds are inclusive', async () => {
  for (const query of ['?lat=90&lng=180', '?lat=-90&lng=-180', '?lat=+90.000&lng=0180.0']) {
    expect((await api(query)).status).toBe(404);
  }
});

test.each([
  ['format=geojson', {}],
  ['', {accept: 'application/geo+json'}],
  ['', {accept: 'application/json;q=0.5, application/geo+json'}],
])('a Feature with the polygon by %s %o', async (format, headers) => {
  const {text, headers: got} = await api(`${inside}&${format}`, headers);
  expect(got['content-type']).toBe('application/geo+json; charset=utf-8');
  const {geometry, ...properties} = ZONING[1]!;
  const {area_m2: _, ...shown} = properties;
  expect(JSON.parse(text)).toEqual({
    type: 'Feature',
    id: 'z_0000000000000002',
    geometry,
    properties: {...shown, match: 'contains', distance_m: 0},
  });
});

test('`format` wins over `Accept`, which may name unsupported types', async () => {
  const json = await api(`${inside}&format=json`, {accept: 'application/geo+json'});
  expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
  const csv = await api(inside, {accept: 'text/csv'});
  expect(csv.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('spellings of one point share an entity tag, formats do not', async () => {
  const tag = async (query: string) => (await api(query)).headers['etag'];
  const one = await tag(inside);
  expect(await tag('?lng=-123.1380&lat=%2B49.262')).toBe(one);
  expect(await tag(`${inside}&format=geojson`)).not.toBe(one);
  expect(await tag(`${inside}&municipality=vancouver`)).not.toBe(one);
  expect(await tag('?lat=49.2621&lng=-123.138')).not.toBe(one);
  expect((await api(inside, {'if-none-match': one!})).status).toBe(304);
});

test('unknown parameters are named and ignored; `lang` changes nothing', async () => {
  const plain = await api(inside);
  const other = await api(`${inside}&fields=zone_code&radius_km=1&lang=fr`);
  expect(other.headers['x-ignored-parameters']).toBe('fields, radius_km');
  expect(other.data).toEqual(plain.data);
});

test('the engine gets the point as sent', async () => {
  const queries: unknown[] = [];
  service.engine.zone = (query): Zone => {
    queries.push(query);
    return {item: Buffer.from('{"record_id":"z_1"}'), match: 'nearest', distance_m: 149.96};
  };
  const handled = await handle(
    {
      method: 'GET',
      target: '/api/v1/zone?lat=-0.5&lng=7&municipality=OTTAWA',
      headers: {'x-api-key': service.key},
    },
    service.context,
  );
  expect(queries).toEqual([{dataset: 'zoning', lat: -0.5, lng: 7, within: 'ottawa'}]);
  expect(String(handled.body)).toBe('{"data":{"record_id":"z_1","match":"nearest","distance_m":150}}');
});

/** Lines of an export that is one piece. */
const exported = async (query: string): Promise<string> =>
  (await client(`/api/v1/export/zoning${query}`)).text;

test('an export has the polygons in NDJSON, without them when fields are named, and never in CSV', async () => {
  const rows = ZONING.map(({area_m2: _, ...shown}) => shown);
  const lines = (await exported('')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(rows);
  const [toronto, ...others] = (await exported('?municipality=toronto')).trim().split('\n');
  expect([JSON.parse(toronto!), others]).toEqual([rows[2], []]);
  expect(await exported('?municipality=toronto&fields=zone_code')).toBe('{"zone_code":"UT | É"}\n');
  const [head] = (await exported('?format=csv')).split('\r\n');
  expect(head).toBe(
    'record_id,municipality,province,zone_code,zone_description,zone_category,source_dataset,source_url,last_updated',
  );
  expect((await client('/api/v1/export/zoning?municipality=laval')).status).toBe(400);
});

test('no path lists the zones', async () => {
  expect((await client('/api/v1/zoning')).status).toBe(404);
  expect((await client('/api/v1/zone/z_0000000000000001')).status).toBe(404);
});

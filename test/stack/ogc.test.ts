/** OGC API Features at `/ogc`: its documents, features by box, day and filter, and what GDAL reads of it. */
import {execFile, execFileSync} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {createConfig, lint} from '@redocly/openapi-core';
import * as turf from '@turf/turf';
import {beforeAll, describe, expect, test} from 'vitest';
import type {Json} from '../../datasets/types.ts';
import {apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, sharedData, sharedServer, startServer} from '../helpers/stack.ts';

type Fields = Record<string, Json>;
interface Feature {
  id: string;
  geometry: {type: string; coordinates: never} | null;
  properties: Fields;
}
interface Link {
  rel: string;
  href: string;
  type: string;
}

let base: string;
let all: Record<'permits' | 'zoning', Feature[]>;

async function ask(path: string): Promise<{status: number; headers: Headers; body: never}> {
  const response = await fetch(path.startsWith('http') ? path : `${base}/ogc${path}`);
  return {status: response.status, headers: response.headers, body: (await response.json()) as never};
}

/** Features of all pages, by their links. */
async function walk(path: string): Promise<{features: Feature[]; matched: number; pages: number}> {
  const features: Feature[] = [];
  let next: string | undefined = path;
  let [matched, pages] = [0, 0];
  while (next !== undefined) {
    const {body} = await ask(next);
    const page = body as {features: Feature[]; numberMatched: number; numberReturned: number; links: Link[]};
    expect(page.numberReturned).toBe(page.features.length);
    features.push(...page.features);
    matched = page.numberMatched;
    next = page.links.find(({rel}) => rel === 'next')?.href;
    pages++;
  }
  return {features, matched, pages};
}

beforeAll(async () => {
  ({base} = await sharedServer());
  const api = apiClient(overHttp(base), makeKey(await sharedData()));
  const read = async (name: string) =>
    JSON.parse((await api(`/api/v1/export/${name}?format=geojson`)).text).features as Feature[];
  all = {permits: await read('permits'), zoning: await read('zoning')};
});

const idsOf = (features: readonly Feature[]) => features.map(({id}) => id);

test('the landing page leads to everything, without a key', async () => {
  const {status, headers, body} = await ask('');
  expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  const {links} = body as {links: Link[]};
  expect(links.map(({rel}) => rel)).toEqual(['self', 'service-desc', 'service-doc', 'conformance', 'data']);
  for (const {href, type} of links) {
    const response = await fetch(href);
    expect([href, response.status]).toEqual([href, 200]);
    expect(response.headers.get('content-type')?.split(';')[0]).toBe(type.split(';')[0]);
  }
  const {body: conformance} = await ask('/conformance');
  expect((conformance as {conformsTo: string[]}).conformsTo).toContain(
    'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  );
});

test('the collections have the extents of their features', async () => {
  const {body} = await ask('/collections');
  const {collections} = body as {collections: {id: string; extent: {spatial: {bbox: number[][]}}}[]};
  expect(collections.map(({id}) => id)).toEqual(['permits', 'zoning']);
  for (const collection of collections) {
    const places = all[collection.id as 'permits'].flatMap(({geometry}) => geometry ?? []);
    const box = turf.bbox(turf.featureCollection(places.map((one) => turf.feature(one as never))));
    expect(collection.extent.spatial.bbox).toEqual([box]);
    expect((await ask(`/collections/${collection.id}`)).body).toEqual(collection);
  }
});

describe.each(['permits', 'zoning'] as const)('%s', (name) => {
  const items = `/collections/${name}/items`;

  test('links lead through all features in the order of the export', async () => {
    const {features, matched, pages} = await walk(`${items}?limit=97`);
    expect(features).toEqual(all[name].map(({...one}) => one));
    expect([matched, pages]).toEqual([all[name].length, Math.ceil(all[name].length / 97)]);
  });

  test('a box has the features that touch it, its edges included, page by page', async () => {
    const places = all[name].filter(({geometry}) => geometry !== null);
    for (const at of [0, 7, 31]) {
      const [west, south, east, north] = turf.bbox(places[at]!.geometry as never) as [
        number,
        number,
        number,
        number,
      ];
      const [dx, dy] = name === 'permits' ? [0.02, 0.01] : [0, 0];
      const box = [west - dx, south - dy, east, north];
      const expected = places.filter(({geometry}) =>
        name === 'permits'
          ? inBox(geometry!.coordinates as Position, box)
          : turf.booleanIntersects(geometry as never, turf.bboxPolygon(box as never)),
      );
      const found = await walk(`${items}?limit=3&bbox=${box}`);
      expect(idsOf(found.features)).toEqual(idsOf(expected));
      expect(found.matched).toBe(expected.length);
      const six = [box[0], box[1], -5, box[2], box[3], 9000];
      expect((await walk(`${items}?limit=1000&bbox=${six}`)).matched).toBe(expected.length);
    }
    const {matched} = await walk(`${items}?limit=1000&bbox=170,-90,-1,90`);
    expect(matched).toBe(places.length);
    expect((await ask(`${items}?bbox=10,10,11,11`)).body).toMatchObject({numberMatched: 0, features: []});
  });

  test('filters are those of the export', async () => {
    const city = String(all[name][0]!.properties['municipality']);
    const {features} = await walk(`${items}?limit=1000&municipality=${city}`);
    expect(idsOf(features)).toEqual(
      idsOf(all[name].filter(({properties}) => properties['municipality'] === city)),
    );
    const world = await walk(`${items}?limit=1000&municipality=${city}&bbox=-180,-90,180,90`);
    expect(idsOf(world.features)).toEqual(idsOf(features.filter(({geometry}) => geometry !== null)));
  });

  test('one feature is that of the list', async () => {
    const one = all[name][5]!;
    const {body} = await ask(`${items}/${one.id}`);
    const {links: _, ...feature} = body as unknown as Feature & {links: Json};
    expect(feature).toEqual(one);
    expect(await ask(`${items}/nobody`)).toMatchObject({status: 404, body: {error: {code: 'NOT_FOUND'}}});
  });
});

type Position = [lng: number, lat: number];
const inBox = ([lng, lat]: Position, [west = 0, south = 0, east = 0, north = 0]: number[]) =>
  lng >= west && lng <= east && lat >= south && lat <= north;

test('days and intervals of days; zones have none and all match', async () => {
  const dayOf = ({properties: {issued_date, application_date}}: Feature) =>
    (issued_date ?? application_date ?? null) as string | null;
  const days = all.permits
    .map(dayOf)
    .filter((day) => day !== null)
    .sort();
  const [from, to] = [days[Math.floor(days.length / 3)]!, days[Math.floor(days.length / 2)]!];
  const cases: [datetime: string, fits: (day: string) => boolean][] = [
    [from, (day) => day === from],
    [`${from}T13:00:00Z`, (day) => day === from],
    [`${from}/${to}`, (day) => day >= from && day <= to],
    [`${from}T00:00:00Z/..`, (day) => day >= from],
    [`/${to}T23:30:00-01:00`, (day) => day <= next(to)],
  ];
  for (const [datetime, fits] of cases) {
    const found = await walk(
      `/collections/permits/items?limit=1000&datetime=${encodeURIComponent(datetime)}`,
    );
    const expected = all.permits.filter((one) => fits(dayOf(one) ?? '') && dayOf(one) !== null);
    expect([datetime, idsOf(found.features)]).toEqual([datetime, idsOf(expected)]);
  }
  expect((await ask(`/collections/zoning/items?datetime=${from}`)).body).toMatchObject({
    numberMatched: all.zoning.length,
  });
});
const next = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

test.each([
  ['/collections/permits/items?limit=0', 400, 'limit must be at least 1.'],
  ['/collections/permits/items?limit=x', 400, 'limit must be an integer.'],
  ['/collections/permits/items?colour=red', 400, 'colour is not a parameter of this operation.'],
  ['/collections/permits/items?lat=1', 400, 'lat is not a parameter of this operation.'],
  ['/collections/zoning/items?bbox=1,2,3', 400, 'bbox must be four numbers'],
  ['/collections/zoning/items?bbox=1,2,3,x', 400, 'bbox must be four numbers'],
  ['/collections/zoning/items?bbox=1,9,3,2', 400, 'bbox must be four numbers'],
  ['/collections/zoning/items?datetime=yesterday', 400, 'datetime must be'],
  ['/collections/permits/items?datetime=2024-02-30', 400, 'datetime must be'],
  ['/collections/permits/items?datetime=2024-03-01/2024-02-01', 400, 'datetime must be'],
  ['/collections/permits/items?datetime=../..', 400, 'datetime must be'],
  ['/collections/bills/items', 404, 'Requested resource not found.'],
  ['/nothing', 404, 'Requested resource not found.'],
])('%s is %d', async (path, status, message) => {
  const answer = await ask(path);
  expect([answer.status, (answer.body as {error: {message: string}}).error.message]).toEqual([
    status,
    expect.stringContaining(message),
  ]);
});

test('more features than a page may have are lowered to the most', async () => {
  const {body} = await ask('/collections/permits/items?limit=5000');
  expect((body as {numberReturned: number}).numberReturned).toBe(Math.min(1000, all.permits.length));
});

test('an offset behind all features is an empty page, however large', async () => {
  for (const box of ['', '&bbox=-180,-90,180,90']) {
    const {status, body} = await ask(
      `/collections/permits/items?offset=${Number.MAX_SAFE_INTEGER - 1}${box}`,
    );
    const {numberReturned, numberMatched} = body as {numberReturned: number; numberMatched: number};
    expect([status, numberReturned, numberMatched > 0]).toEqual([200, 0, true]);
  }
});

test('an address that asks too much waits, as for pages', async () => {
  const server = await startServer(await sharedData(), {SITE_PER_MINUTE: '2', WORKERS: '1'});
  const statuses = [];
  for (let i = 0; i < 3; i++) statuses.push((await fetch(`${server.base}/ogc/collections`)).status);
  await server.stop();
  expect(statuses).toEqual([200, 200, 429]);
});

test('the OpenAPI document is valid and names every parameter of features', async () => {
  const {body} = await ask('/api');
  const folder = mkdtempSync(join(tmpdir(), 'ogc-'));
  const ref = join(folder, 'openapi.json');
  writeFileSync(ref, JSON.stringify(body));
  const problems = await lint({ref, config: await createConfig({extends: ['minimal']})});
  rmSync(folder, {recursive: true});
  expect(problems.filter(({severity}) => severity === 'error').map(({message}) => message)).toEqual([]);
  const {paths} = body as {paths: Record<string, {get: {parameters: {name: string; schema: Fields}[]}}>};
  const {parameters} = paths['/collections/permits/items']!.get;
  expect(parameters.map(({name}) => name)).toEqual(
    expect.arrayContaining(['limit', 'bbox', 'datetime', 'status']),
  );
  expect(parameters.find(({name}) => name === 'limit')?.schema).toMatchObject({maximum: 1000, default: 100});
});

function hasGdal(): boolean {
  try {
    execFileSync('ogrinfo', ['--version']);
    return true;
  } catch {
    return false;
  }
}

describe.skipIf(!hasGdal())('ogrinfo', () => {
  const ogrinfo = async (...args: string[]) =>
    (await promisify(execFile)('ogrinfo', [...args], {maxBuffer: 1 << 28})).stdout;

  test.each(['permits', 'zoning'] as const)('reads %s: its count, extent and features', async (name) => {
    const source = `OAPIF:${base}/ogc`;
    expect(await ogrinfo(source)).toContain(name);
    const summary = await ogrinfo('-ro', '-so', source, name);
    expect(summary).toContain(`Feature Count: ${all[name].length}`);
    expect(summary).toContain('WGS 84');
    const one = all[name].find(({geometry}) => geometry !== null)!;
    const [west, south, east, north] = turf.bbox(one.geometry as never);
    const found = await ogrinfo(
      '-ro',
      '-al',
      source,
      name,
      '-spat',
      ...[west, south, east, north].map(String),
    );
    expect(found).toContain(one.id);
    expect(found).toContain(name === 'permits' ? 'POINT (' : 'POLYGON (');
  });
});

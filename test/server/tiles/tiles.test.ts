/**
 * The data of the map over HTTP, read by another program's decoder: sums, filters, errors, caching, limits.
 */
import {gunzipSync} from 'node:zlib';
import {VectorTile} from '@mapbox/vector-tile';
import {PbfReader} from 'pbf';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {ZONE_CATEGORIES} from '../../../datasets/zoning/enums.ts';
import {handle} from '../../helpers/handle.ts';
import {permitRows} from '../../helpers/permits_build.ts';
import {squareOf} from '../../helpers/scan_tiles.ts';
import {seed} from '../../helpers/seed.ts';
import {type TownService, townService} from '../../helpers/town_service.ts';

const TOWN = {lat: 51.0445, lng: -114.0655};
const permits = permitRows(3000, seed);
const located = permits.filter(({lat}) => typeof lat === 'number') as unknown as {
  record_id: string;
  lat: number;
  lng: number;
  permit_type: string;
}[];

let town: TownService;
let get: TownService['get'];
beforeAll(async () => {
  town = await townService(permits, 6);
  get = town.get;
});
afterAll(() => town?.close());
beforeEach(() => town.open());

async function tile(target: string): Promise<VectorTile> {
  const {status, headers, body} = await get(target);
  expect([target, status, headers['Content-Type']]).toEqual([
    target,
    200,
    'application/vnd.mapbox-vector-tile',
  ]);
  expect(body.length).toBeLessThan(300_000);
  return new VectorTile(new PbfReader(body));
}

/** Features of a layer; none where the tile lacks it. */
const featuresOf = ({layers}: VectorTile, name: string) =>
  Array.from({length: layers[name]?.length ?? 0}, (_, i) => layers[name]!.feature(i));

const json = async (target: string) => JSON.parse((await get(target)).body.toString());

const squares = (z: number) =>
  new Map(located.map((row) => squareOf(row, z)).map(({x, y}) => [`${x}/${y}`, {x, y}] as const)).values();

describe('tiles of permits', () => {
  test.each(['', '?permit_type=renovation', '?q=erable&status=issued', '?municipality=vancouver'])(
    'the tiles of a zoom add up to the list of the whole world, %s',
    async (query) => {
      const box = `bbox=-180,-90,180,90`;
      const {total} = await json(`/tiles/permits.json?${box}${query.replace('?', '&')}`);
      for (const z of [2, 6]) {
        let sum = 0;
        for (const {x, y} of squares(z)) {
          const cells = featuresOf(await tile(`/tiles/permits/${z}/${x}/${y}.mvt${query}`), 'cells');
          for (const {properties} of cells) sum += Number(properties['count']);
        }
        expect({z, sum}).toEqual({z, sum: total});
      }
      if (query === '') expect(total).toBe(located.length);
    },
  );

  test('near, each permit is a point at its place that names it', async () => {
    const one = located[0]!;
    const {x, y} = squareOf(one, 16);
    const points = featuresOf(await tile(`/tiles/permits/16/${x}/${y}.mvt`), 'permits');
    const point = points.find(({properties}) => properties['id'] === one.record_id)!;
    expect(point.properties['permit_type']).toBe(one.permit_type);
    const {geometry} = point.toGeoJSON(x, y, 16) as unknown as {geometry: {coordinates: [number, number]}};
    expect(Math.abs(geometry.coordinates[0] - one.lng)).toBeLessThan(2e-6);
    expect(Math.abs(geometry.coordinates[1] - one.lat)).toBeLessThan(2e-6);
  });

  test('the list of a box has the total of the plain scan, and the circle that of its statistics', async () => {
    const {lat, lng} = located[1]!;
    const inside = located.filter(
      (row) => Math.abs(row.lat - lat) <= 0.05 && row.lng >= lng - 0.05 && row.lng < lng + 0.05,
    );
    const near = await json(
      `/tiles/permits.json?bbox=${lng - 0.05},${lat - 0.05},${lng + 0.05},${lat + 0.05}`,
    );
    expect(near.total).toBe(inside.length);
    for (const {value, count} of near.types)
      expect([value, count]).toEqual([value, inside.filter((row) => row.permit_type === value).length]);
    expect(near.types.reduce((sum: number, {count}: {count: number}) => sum + count, 0)).toBe(near.total);
    expect(near.items.length).toBe(Math.min(50, inside.length));
    const {data} = await json(`/tiles/stats.json?group_by=permit_type&lat=${lat}&lng=${lng}&radius_km=100`);
    const list = await handle(
      {
        method: 'GET',
        target: `/api/v1/permits?lat=${lat}&lng=${lng}&radius_km=100&limit=1`,
        headers: {'x-api-key': town.service.key},
      },
      town.service.context,
    );
    const counts = (data as {record_count: number}[]).reduce((sum, one) => sum + one.record_count, 0);
    expect(counts).toBe(JSON.parse(String(list.body)).meta.total);
  });
});

describe('tiles of zones', () => {
  test('near, areas by category with their holes; far, the outline of the municipality', async () => {
    const {x, y} = squareOf(TOWN, 15);
    const zones = featuresOf(await tile(`/tiles/zoning/15/${x}/${y}.mvt`), 'zones');
    expect(zones.length).toBeGreaterThan(0);
    for (const {properties, type} of zones) {
      expect(type).toBe(3);
      const {category} = properties;
      expect(category === undefined || ZONE_CATEGORIES.some((one) => one === category)).toBe(true);
    }
    const far = squareOf(TOWN, 11);
    const coverage = featuresOf(await tile(`/tiles/zoning/11/${far.x}/${far.y}.mvt`), 'coverage');
    expect(coverage.map(({properties}) => properties['municipality'])).toEqual(['calgary']);
  });

  test('a point has the zone of the API', async () => {
    const {data} = await json(`/tiles/zone.json?lat=${TOWN.lat}&lng=${TOWN.lng}`);
    expect(data.municipality).toBe('calgary');
  });
});

describe('what is refused', () => {
  test.each([
    ['/tiles/permits/17/0/0.mvt', 'z from 0 to 16'],
    ['/tiles/permits/2/4/0.mvt', 'below 2^z'],
    ['/tiles/permits/2/-1/0.mvt', 'below 2^z'],
    ['/tiles/permits/2/1/0', 'below 2^z'],
    ['/tiles/permits/2/1.mvt', 'below 2^z'],
    ['/tiles/permits/2/1/0/0.mvt', 'below 2^z'],
    ['/tiles/permits/0/0/0.mvt?permit_type=castle', 'permit_type must be'],
    ['/tiles/permits/0/0/0.mvt?issued_after=soon', 'issued_after must be a date'],
    ['/tiles/permits.json', 'bbox must be four numbers'],
    ['/tiles/permits.json?bbox=1,2,0,3', 'bbox must be four numbers'],
    ['/tiles/zone.json', 'are required'],
  ])('%s', async (target, message) => {
    const {status, body, headers} = await get(target);
    expect([status, headers['Cache-Control']]).toEqual([400, 'no-store']);
    expect(JSON.parse(body.toString()).error.message).toContain(message);
    expect(town.service.held.count).toBe(0);
  });

  test('other layers are not found, and without a site there are no tiles', async () => {
    for (const path of ['/tiles/contracts/0/0/0.mvt', '/tiles/toString/0/0/0.mvt', '/tiles/'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    town.service.context.site = undefined;
    expect((await get('/tiles/permits/0/0/0.mvt')).status).toBe(404);
  });

  test('an address that asks too often is told when to go on, apart from its pages', async () => {
    town.open({perMinute: 1});
    for (let i = 0; i < 10; i++) expect((await get('/tiles/zoning/0/0/0.mvt')).status).toBe(200);
    const {status, headers} = await get('/tiles/zoning/0/0/0.mvt');
    expect([status, headers['Retry-After']]).toEqual([429, '60']);
    expect((await get('/en/about')).status).toBe(200);
  });
});

test('tiles are kept by their tag, compressed for whoever takes it, and empty where nothing is', async () => {
  const one = await get('/tiles/permits/0/0/0.mvt');
  const again = await get('/tiles/permits/0/0/0.mvt', {'if-none-match': String(one.headers['ETag'])});
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const all = '/tiles/permits.json?bbox=-180,-90,180,90';
  const [plain, packed] = [await get(all), await get(all, {'accept-encoding': 'gzip'})];
  expect(packed.headers['Content-Encoding']).toBe('gzip');
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
  const empty = await get('/tiles/permits/16/0/0.mvt');
  expect([empty.status, empty.body.length]).toEqual([200, 0]);
  expect(town.service.held.count).toBe(0);
});

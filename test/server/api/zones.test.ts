/** Zones of several points: each as `/zone` answers it, in the order of the points. */
import fc from 'fast-check';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Json} from '../../../datasets/types.ts';
import {type Answer, apiClient} from '../../helpers/api.ts';
import {scanEngine} from '../../helpers/engine.ts';
import {handle} from '../../helpers/handle.ts';
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
const zone = (record_id: string, municipality: string, zone_code: string, area_m2: number, rings: Json) => ({
  record_id,
  municipality,
  province: 'BC',
  zone_code,
  zone_description: null,
  zone_category: null,
  source_dataset: 'zoning',
  source_url: 'https://example.org/zoning',
  last_updated: '2026-01-02T03:04:05',
  area_m2,
  geometry: {type: 'Polygon', coordinates: rings},
});
const ZONING = [
  zone('z_1', 'vancouver', 'RM-4', 9_000_000, square(-123.15, 49.25, 0.03)),
  zone('z_2', 'vancouver', 'CD-1', 90_000, square(-123.14, 49.26, 0.004)),
  zone('z_3', 'toronto', 'UT', 70_000, square(-79.4, 43.65, 0.003)),
];

let service: Service;
let api: (target: string) => Promise<Answer>;
beforeAll(async () => {
  service = await testService();
  service.engine.zone = scanEngine({zoning: ZONING}).zone;
  const client = apiClient((request) => handle(request, service.context), service.key);
  api = (target) => client(`/api/v1${target}`);
});
afterAll(() => service.close());

const between = (min: number, max: number) => fc.double({min, max, noNaN: true});

/** Around the squares of either city, and anywhere. */
const point = fc.oneof(
  fc.tuple(between(49.24, 49.29), between(-123.16, -123.11)),
  fc.tuple(between(43.648, 43.655), between(-79.402, -79.395)),
  fc.tuple(between(-90, 90), between(-180, 180)),
);

test('each point is answered as alone, for every municipality and language', async () => {
  const given = fc.record({
    points: fc.array(point, {minLength: 1, maxLength: 6}),
    more: fc.constantFrom('', '&municipality=vancouver', '&municipality=toronto&lang=fr', '&lang=en'),
  });
  let found = 0;
  await fc.assert(
    fc.asyncProperty(given, async ({points, more}) => {
      const texts = points.map((pair) => pair.map((degrees) => degrees.toFixed(5)) as [string, string]);
      const {data, meta} = await api(`/zones?points=${texts.map((pair) => pair.join(',')).join(';')}${more}`);
      const alone = await Promise.all(texts.map(([lat, lng]) => api(`/zone?lat=${lat}&lng=${lng}${more}`)));
      expect(data).toEqual(
        alone.map((one, i) => ({
          lat: Number(texts[i]![0]) + 0,
          lng: Number(texts[i]![1]) + 0,
          zone: one.status === 200 ? one.data : null,
          reason: one.status === 200 ? null : decodeURIComponent(one.headers['x-error-detail'] ?? ''),
        })),
      );
      const zones = alone.filter(({status}) => status === 200).length;
      expect(meta).toEqual({total: points.length, found: zones});
      found += zones;
    }),
  );
  expect(found).toBeGreaterThan(20);
});

const bad = (position: number) =>
  `points: point ${position} must be lat,lng in degrees, lat from -90 to 90 and lng from -180 to 180. Separate points by semicolons.`;

test.each([
  ['', 'points is required.'],
  ['?points=%20;', 'points is required.'],
  ['?points=1,2;3', bad(2)],
  ['?points=1,2;;3,4', bad(2)],
  ['?points=1,2,3', bad(1)],
  ['?points=1,2;90.1,0', bad(2)],
  ['?points=0,-180.5', bad(1)],
  ['?points=1e1,0', bad(1)],
  [`?points=${'1,2;'.repeat(101)}`, 'points takes at most 100 values.'],
])('%s is refused', async (query, message) => {
  const answer = await api(`/zones${query}`);
  expect([answer.status, answer.message]).toEqual([400, message]);
});

test('a hundred points, one of them twice, and a semicolon at the end', async () => {
  const {data} = await api(`/zones?points=${'49.262,-123.138;'.repeat(100)}`);
  expect(data).toHaveLength(100);
});

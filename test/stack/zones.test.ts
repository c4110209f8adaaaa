/** Zones over HTTP: what the export says of every area is what a lookup finds there. */
import {beforeAll, expect, test} from 'vitest';
import {ZONING_MUNICIPALITIES} from '../../datasets/zoning/cities.ts';
import type {Row} from '../../engine/types.ts';
import {type Answer, apiClient, overHttp} from '../helpers/api.ts';
import {makeKey, type Server, sharedData, sharedServer} from '../helpers/stack.ts';

/** Areas of a city that are looked up. */
const SOME = 12;

let server: Server;
let api: (path: string, headers?: Record<string, string>) => Promise<Answer>;
beforeAll(async () => {
  const dataDir = await sharedData();
  server = await sharedServer();
  const client = apiClient(overHttp(server.base), makeKey(dataDir));
  api = (path, headers) => client(`/api/v1${path}`, headers);
});

type Position = [lng: number, lat: number];

const firstVertex = ({geometry}: Row): Position => {
  const flat = (geometry as {coordinates: unknown[]}).coordinates.flat(4) as number[];
  return [flat[0]!, flat[1]!];
};

test.each(ZONING_MUNICIPALITIES)('%s: a corner of an area is in it or in a smaller one', async (city) => {
  const {text} = await api(`/export/zoning?municipality=${city}`);
  const areas = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(areas.length).toBeGreaterThan(SOME);
  const known = new Map(areas.map((one) => [one['record_id'], one]));
  for (const area of areas.slice(0, SOME)) {
    const [lng, lat] = firstVertex(area);
    const {status, data} = await api(`/zone?lat=${lat}&lng=${lng}&municipality=${city}`);
    expect(status).toBe(200);
    expect(data).toMatchObject({municipality: city, match: 'contains', distance_m: 0});
    const {geometry: _, ...item} = known.get(data['record_id'])!;
    const {match: __, distance_m: ___, ...answered} = data;
    expect(answered).toEqual(item);
    const feature = await api(`/zone?lat=${lat}&lng=${lng}&municipality=${city}&format=geojson`);
    expect(JSON.parse(feature.text)).toMatchObject({
      type: 'Feature',
      id: data['record_id'],
      geometry: known.get(data['record_id'])!['geometry'],
    });
  }
});

test('a point far from every area is not found; one without a longitude is refused', async () => {
  expect(await api('/zone?lat=0&lng=0')).toMatchObject({status: 404, message: 'Zone not found.'});
  expect(await api('/zone?lat=43.7')).toMatchObject({status: 400, message: 'lat and lng are required.'});
});

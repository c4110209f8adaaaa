/** Names of streets from addresses as cities publish them, and the layer of tiles that has them. */
import {VectorTile} from '@mapbox/vector-tile';
import {PbfReader} from 'pbf';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {streetOf} from '../../../server/tiles/streets.ts';
import {permitRows} from '../../helpers/permits_build.ts';
import {squareOf} from '../../helpers/scan_tiles.ts';
import {seed} from '../../helpers/seed.ts';
import {type TownService, townService} from '../../helpers/town_service.ts';

test.each([
  ['147 HEATH ST E', 'HEATH ST E'],
  ['1573 CHAPMAN WAY SW', 'CHAPMAN WAY SW'],
  ['10108 114 STREET NW', '114 STREET NW'],
  ['1234 17 AV SW', '17 AV SW'],
  ['3223 rue Beaubien Est', 'rue Beaubien Est'],
  ['3417 Carré des Charmes, Québec G1G 3L7', 'Carré des Charmes'],
  ['1661 ONTARIO STREET, , BC', 'ONTARIO STREET'],
  ['1234 W 57TH AVENUE, Vancouver, BC V6P 1T1', 'W 57TH AVENUE'],
  ["23A O'Connor St", "O'Connor St"],
  ['4500-4510 boul. Saint-Laurent', 'boul. Saint-Laurent'],
  ['2 - 1200 GEORGIA ST W', 'GEORGIA ST W'],
  ['345 MAIN ST UNIT 4', 'MAIN ST'],
  ['345 MAIN ST #4', 'MAIN ST'],
])('%s lies on %s', (address, street) => {
  expect(streetOf(address)).toBe(street);
});

test.each([
  '10108 - 114 STREET NW',
  '7e Rue, Québec G1L 2P5',
  'QUEEN ST AT BAY ST',
  '12 & 14 KING ST',
  '10 KING ST W AND 12 KING ST W',
  '5 LOT 7 PLAN 123',
  '1/2 MAIN ST',
  '43 AVE',
  '44 DR E',
  'MAIN ST',
  '12',
  '',
])('%s names no street for certain', (address) => {
  expect(streetOf(address)).toBe(null);
});

const HERE = {lat: 51.0405, lng: -114.0695};
const addresses = [
  '12 Upright Way',
  '18 Upright Way',
  '22 UPRIGHT WAY',
  '7 Alone St',
  '7 Alone St',
  '9 & 10 Both St',
];
const permits = permitRows(addresses.length, seed).map((row, i) => ({
  ...row,
  address: addresses[i]!,
  lat: HERE.lat + i * 1e-4,
  lng: HERE.lng,
}));

let town: TownService;
beforeAll(async () => {
  town = await townService(permits, 2);
  town.open();
});
afterAll(() => town?.close());

async function streets(z: number) {
  const {x, y} = squareOf(permits[1]! as unknown as typeof HERE, z);
  const {body} = await town.get(`/tiles/permits/${z}/${x}/${y}.mvt`);
  const layer = new VectorTile(new PbfReader(body)).layers['streets'];
  return Array.from({length: layer?.length ?? 0}, (_, i) => layer!.feature(i).toGeoJSON(x, y, z));
}

test('a street of two addresses is named once, at the permit in its middle; one address is not enough', async () => {
  const [street, ...others] = await streets(15);
  expect(others).toEqual([]);
  expect(street!.properties).toEqual({name: 'Upright Way', permits: 3, side: 'right'});
  const [lng, lat] = (street!.geometry as unknown as {coordinates: [number, number]}).coordinates;
  expect(Math.abs(lng - HERE.lng)).toBeLessThan(1e-5);
  expect(Math.abs(lat - permits[1]!.lat)).toBeLessThan(1e-5);
});

test('streets are named up close alone', async () => {
  expect(await streets(14)).toEqual([]);
});

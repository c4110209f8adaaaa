/** The checks of zoning, each against zones that pass it and zones that do not. */
import type {DuckDBConnection} from '@duckdb/node-api';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {checks} from '../../datasets/zoning/checks.ts';
import {memoryDatabase} from '../helpers/pipeline.ts';

interface Zone {
  municipality: string;
  zone_code: string;
  zone_category: string | null;
  geometry: string;
  area_m2: number;
}

const at = (lng: number, lat: number, type = 'Polygon'): string => {
  const ring = [
    [lng, lat],
    [lng + 0.01, lat],
    [lng, lat + 0.01],
    [lng, lat],
  ];
  return JSON.stringify({type, coordinates: type === 'Polygon' ? [ring] : [[ring]]});
};

const zone = (changes: Partial<Zone> = {}): Zone => ({
  municipality: 'toronto',
  zone_code: 'RD',
  zone_category: 'residential',
  geometry: at(-79.4, 43.65),
  area_m2: 40_000,
  ...changes,
});
/** A hundred valid zones, so many of them changed. */
const zones = (changed: number, changes: Partial<Zone>): Zone[] =>
  Array.from({length: 100}, (_, n) => zone(n < changed ? changes : {}));

let db: DuckDBConnection;
let close: () => void;
beforeAll(async () => {
  ({db, close} = await memoryDatabase());
});
afterAll(() => close());

/** Names of the checks that these zones do not pass. */
async function failed(rows: readonly Zone[]): Promise<string[]> {
  await db.run(
    'CREATE OR REPLACE TABLE zoning (municipality VARCHAR, zone_code VARCHAR, zone_category VARCHAR, geometry VARCHAR, area_m2 DOUBLE)',
  );
  for (const {municipality, zone_code, zone_category, geometry, area_m2} of rows) {
    await db.run('INSERT INTO zoning VALUES ($1, $2, $3, $4, $5)', [
      municipality,
      zone_code,
      zone_category,
      geometry,
      area_m2,
    ]);
  }
  const terms = checks.map(({sql}, n) => `coalesce(${sql}, false) AS c${n}`).join(', ');
  const [row] = (await db.runAndReadAll(`SELECT ${terms} FROM zoning`)).getRowObjectsJS();
  return checks.filter((_, n) => row?.[`c${n}`] !== true).map(({name}) => name);
}

describe('the checks of zoning', () => {
  test('pass for valid zones of every form', async () => {
    const others = [
      zone({geometry: at(-79.4, 43.65, 'MultiPolygon')}),
      zone({municipality: 'quebec_city', geometry: at(-71.25, 46.82)}),
      zone({municipality: 'ottawa', geometry: at(-75.7, 45.4), area_m2: 2.7e9}),
    ];
    expect(await failed([...zones(5, {zone_category: null}), ...others])).toEqual([]);
  });

  test.each([
    ['zones are parts of a town', 1, {area_m2: 6e9}],
    ['zones have a size', 3, {area_m2: 0.2}],
    ['codes of zones are codes', 2, {zone_code: 'the same sentence in a column of codes, '.repeat(2)}],
    ['zones lie in their city', 1, {geometry: at(-123.1, 49.2)}],
    ['zones lie in their city', 1, {geometry: at(-79.4, 49.2, 'MultiPolygon')}],
    ['zones of toronto have a category', 6, {zone_category: null}],
  ])('%s: %d bad zones of a hundred are too many', async (name, changed, changes) => {
    expect(await failed(zones(changed, changes))).toEqual([name]);
  });

  test('cities with partly unknown codes may lack more categories, up to a limit', async () => {
    const hamilton = {municipality: 'hamilton', geometry: at(-79.87, 43.25)};
    const rows = (without: number) =>
      zones(100, hamilton).map((one, n) => (n < without ? {...one, zone_category: null} : one));
    expect(await failed(rows(25))).toEqual([]);
    expect(await failed(rows(26))).toEqual(['zones of hamilton have a category']);
  });
});

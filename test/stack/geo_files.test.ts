/** Permits and zoning as map layers in files: GeoParquet, and GeoJSON of whole datasets. */
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Json} from '../../datasets/types.ts';
import {apiClient, overHttp} from '../helpers/api.ts';
import {type OracleDatabase, oracleDatabase} from '../helpers/oracle_database.ts';
import {makeKey, sharedData, sharedServer} from '../helpers/stack.ts';
import {readWkb} from '../helpers/wkb.ts';

type Position = [lng: number, lat: number];
interface Geometry {
  type: string;
  coordinates: Json[];
}
interface Feature {
  type: string;
  id: string;
  bbox?: number[];
  geometry: Geometry | null;
  properties: Record<string, Json>;
}

let database: OracleDatabase;
let folder: string;
let api: ReturnType<typeof apiClient>;
beforeAll(async () => {
  const data = await sharedData();
  folder = join(data, 'current/export');
  database = await oracleDatabase();
  api = apiClient(overHttp((await sharedServer()).base), makeKey(data));
});
afterAll(() => database?.close());

const fileOf = (name: string) => `'${join(folder, `${name}.parquet`)}'`;

/** All positions at any depth. */
function positionsOf(coordinates: Json): Position[] {
  if (!Array.isArray(coordinates)) return [];
  return typeof coordinates[0] === 'number' ? [coordinates as Position] : coordinates.flatMap(positionsOf);
}

/** West, south, east and north. */
function boxOf(positions: readonly Position[]): number[] {
  const [lngs, lats] = [positions.map(([lng]) => lng), positions.map(([, lat]) => lat)];
  return [Math.min(...lngs), Math.min(...lats), Math.max(...lngs), Math.max(...lats)];
}

const around = (geometries: readonly (Geometry | null)[]) =>
  boxOf(geometries.flatMap((one) => (one ? positionsOf(one.coordinates) : [])));

/** Twice the area of a ring, positive counter-clockwise. */
function turnOf(ring: readonly Position[]): number {
  const [[x, y] = [0, 0]] = ring;
  return ring.reduce((sum, [ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return sum + (ax - x) * (by - y) - (ay - y) * (bx - x);
  }, 0);
}

describe.each([
  ['permits', ['Point'], true],
  ['zoning', ['Polygon', 'MultiPolygon'], false],
] as const)('%s', (name, types, hasBlanks) => {
  test('the Parquet file is a GeoParquet 1.1 whose geometries and boxes are those of its rows', async () => {
    const [entry] = await database.rows(
      `SELECT decode(value) AS text FROM parquet_kv_metadata(${fileOf(name)}) WHERE decode(key) = 'geo'`,
    );
    const geo = JSON.parse(String(entry?.['text']));
    // As BLOB, which the text of the geometry would not show.
    const rows = await database.rows(
      `SELECT hex(ST_AsWKB(geometry_wkb)) AS wkb, bbox, geometry FROM ${fileOf(name)}`,
    );
    const geometries = rows.map(({geometry}) => (geometry ? JSON.parse(String(geometry)) : null));
    expect(geo).toEqual({
      version: '1.1.0',
      primary_column: 'geometry_wkb',
      columns: {
        geometry_wkb: {
          encoding: 'WKB',
          geometry_types: types,
          orientation: 'counterclockwise',
          edges: 'planar',
          bbox: around(geometries),
          covering: {
            bbox: {
              xmin: ['bbox', 'xmin'],
              ymin: ['bbox', 'ymin'],
              xmax: ['bbox', 'xmax'],
              ymax: ['bbox', 'ymax'],
            },
          },
        },
      },
    });
    expect(rows.length).toBeGreaterThan(100);
    expect(geometries.includes(null)).toBe(hasBlanks);
    rows.forEach(({wkb, bbox}, i) => {
      const geometry = geometries[i];
      expect(wkb === null ? null : readWkb(String(wkb))).toEqual(geometry);
      if (geometry === null) expect(bbox).toBeNull();
      else expect(Object.values(bbox as Record<string, number>)).toEqual(around([geometry]));
    });
    const described = await database.rows(`DESCRIBE SELECT geometry_wkb, bbox FROM ${fileOf(name)}`);
    expect(described.map(({column_type}) => column_type)).toEqual([
      "GEOMETRY('OGC:CRS84')",
      'STRUCT(xmin DOUBLE, ymin DOUBLE, xmax DOUBLE, ymax DOUBLE)',
    ]);
  });

  test('GeoJSON has every record as a feature, with the fields and the order of NDJSON', async () => {
    const answer = await api(`/api/v1/export/${name}?format=geojson`);
    const {type, features, bbox} = JSON.parse(answer.text) as {
      type: string;
      features: Feature[];
      bbox: number[];
    };
    const lines = (await api(`/api/v1/export/${name}`)).text.trim().split('\n');
    const records = lines.map((line) => JSON.parse(line) as Record<string, Json>);
    expect(type).toBe('FeatureCollection');
    expect(answer.headers).toMatchObject({'x-total-count': String(records.length)});
    expect(answer.headers['content-type']).toBe('application/geo+json; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(/\.geojson"$/);
    expect(features.map(({id}) => id)).toEqual(records.map(({record_id}) => record_id));
    features.forEach((feature, i) => {
      const {geometry, ...properties} = records[i]!;
      const {lng = null, lat = null} = properties;
      const point = lng === null ? null : {type: 'Point', coordinates: [lng, lat]};
      expect(feature.type).toBe('Feature');
      expect(feature.properties).toEqual(properties);
      expect(feature.geometry).toEqual(name === 'permits' ? point : geometry);
      expect(feature.bbox).toEqual(name === 'permits' ? undefined : around([feature.geometry]));
    });
    expect(bbox).toEqual(around(features.map(({geometry}) => geometry)));
    expect(features.some(({geometry}) => geometry === null)).toBe(hasBlanks);
    for (const {geometry} of features) {
      const polygons = (
        geometry?.type === 'Polygon'
          ? [geometry.coordinates]
          : geometry?.type === 'MultiPolygon'
            ? geometry.coordinates
            : []
      ) as Position[][][];
      for (const [outer, ...holes] of polygons) {
        expect(turnOf(outer!)).toBeGreaterThan(0);
        for (const hole of holes) expect(turnOf(hole)).toBeLessThan(0);
      }
    }
  });

  test('GeoJSON takes filters and fields; without a match it is an empty collection without a box', async () => {
    const {features} = JSON.parse((await api(`/api/v1/export/${name}?format=geojson`)).text);
    const {municipality} = features.find(({geometry}: Feature) => geometry !== null).properties;
    const some = JSON.parse(
      (
        await api(
          `/api/v1/export/${name}?format=geojson&municipality=${municipality}&fields=province,record_id`,
        )
      ).text,
    );
    expect(some.features.length).toBeGreaterThan(0);
    for (const {properties} of some.features)
      expect(Object.keys(properties)).toEqual(['record_id', 'province']);
    expect(some.features.some(({geometry}: Feature) => geometry !== null)).toBe(true);
    const none = await api(`/api/v1/export/${name}?format=geojson&ids=p_none`);
    expect(JSON.parse(none.text)).toEqual({type: 'FeatureCollection', features: []});
  });
});

test('datasets without places have no GeoJSON', async () => {
  const answer = await api('/api/v1/export/contracts?format=geojson');
  expect(answer).toMatchObject({status: 400, message: 'format must be one of: ndjson, csv, parquet.'});
});

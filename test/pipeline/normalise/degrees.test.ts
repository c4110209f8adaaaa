/** Points of rows in every form that publishers write, and control points of projections. */
import {describe, expect, test} from 'vitest';
import {point} from '../../../datasets/fields.ts';
import type {Box, PointLocation} from '../../../datasets/types.ts';
import {OUTSIDE} from '../../../pipeline/normalise/degrees.ts';
import {projection} from '../../../pipeline/normalise/projected_points.ts';
import {memoryDatabase, typeCells, typedValues} from '../../helpers/pipeline.ts';

/** Ottawa and around. */
const BOX: Box = [-77, 45, -75, 46];
const UNREADABLE = 'cell could not be read, null instead';

/** The points of some rows as `lat lng`, null without one, and the warnings of all rows. */
async function pointsOf(locations: PointLocation[], rows: Record<string, string>[], within = BOX) {
  const {db, close} = await memoryDatabase();
  try {
    const header = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    const layout = {
      name: 'x',
      help: '',
      header,
      optional: [],
      aliases: {},
      fields: point(within, ...locations),
    };
    const typed = await typeCells(db, {}, [layout], layout, rows);
    const points = (await typedValues(db, typed)).map(({lat, lng}) => {
      expect(lat === null).toBe(lng === null);
      return lat === null ? null : `${lat} ${lng}`;
    });
    const cells = await db.runAndReadAll('SELECT cell FROM cell_warnings ORDER BY _row, field');
    return {points, notes: typed.notes, cells: cells.getRows().map(([cell]) => cell)};
  } finally {
    close();
  }
}

describe('points', () => {
  test('of two columns: blank and 0 are null, words and points elsewhere are reported', async () => {
    const rows = [
      ['45.4215', '-75.6972'],
      [' 45.5 ', '-7.61e1'],
      ['', ''],
      ['45.4', ''],
      ['0', '0.0'],
      ['45.4', '0'],
      ['N/A', 'NA'],
      ['north', '-75.7'],
      ['45.4', 'west'],
      ['43.65', '-79.38'],
      ['-75.6972', '45.4215'],
    ].map(([a = '', b = '']) => ({a, b}));
    const {points, notes, cells} = await pointsOf([{form: 'columns', lat: 'a', lng: 'b'}], rows);
    expect(points).toEqual(['45.4215 -75.6972', '45.5 -76.1', ...Array(9).fill(null)]);
    expect(notes).toEqual({
      [`lat: ${UNREADABLE}`]: 1,
      [`lng: ${UNREADABLE}`]: 1,
      [`lat: ${OUTSIDE}`]: 2,
    });
    expect(cells).toEqual(['north', 'west', '43.65, -79.38', '-75.6972, 45.4215']);
  });

  test.each([
    ['{"type":"Point","coordinates":[-75.6972,45.4215]}', '45.4215 -75.6972'],
    ['{ "coordinates" : [ -75.5, 45.25 ], "type" : "Point" }', '45.25 -75.5'],
    ['{"type":"MultiPoint","coordinates":[[-75.5,45.25],[-76,45]]}', '45.25 -75.5'],
    ['{"type":"Polygon","coordinates":[[[-75.5,45.25,80],[-76,45,81],[-76,46,81]]]}', '45.25 -75.5'],
    ['POINT (-75.5 45.25)', '45.25 -75.5'],
    ['MULTIPOINT ((-75.5 45.25), (-76 45))', '45.25 -75.5'],
    ['{"latitude":"45.25","longitude":"-75.5","human_address":"{}"}', '45.25 -75.5'],
    ['{"latitude":"45.25"}', null, UNREADABLE],
    ['{"type":"Point","coordinates":[0,0]}', null],
    ['{"type":"Point","coordinates":[]}', null],
    ['{"type":"Point","coordinates":null}', null],
    ['{"type":"Point","coordinates":[45.25,-75.5]}', null, OUTSIDE],
    ['{"type":"Point","coordinates":[-75.5]}', null, UNREADABLE],
  ])('of a geometry: %s', async (a, expected, note?: string) => {
    const {points, notes} = await pointsOf([{form: 'geojson', column: 'a'}], [{a}]);
    expect(points).toEqual([expected]);
    expect(notes).toEqual(note ? {[`lat: ${note}`]: 1} : {});
  });

  test.each([
    ['45.25, -75.5', '45.25 -75.5'],
    ['(45.25, -75.5)', '45.25 -75.5'],
    ['[45.25 -75.5]', '45.25 -75.5'],
    ['45.25;-75.5', '45.25 -75.5'],
    ['{"lon": -75.5, "lat": 45.25}', '45.25 -75.5'],
    ['{"latitude":"45.25","longitude":"-75.5","human_address":"{}"}', '45.25 -75.5'],
    ['(0.0, 0.0)', null],
    ['nowhere', null],
    ['45.25', null, UNREADABLE],
    ['{"lat": 45.25}', null, UNREADABLE],
  ])('of one cell: %s', async (a, expected, note?: string) => {
    const {points, notes} = await pointsOf([{form: 'pair', column: 'a'}], [{a}]);
    expect(points).toEqual([expected]);
    expect(notes).toEqual(note ? {[`lat: ${note}`]: 1} : {});
  });

  test('of metres: both degrees come from the same pair, in every row', async () => {
    const locations: PointLocation[] = [{form: 'projected', x: 'a', y: 'b', crs: 'EPSG:26918'}];
    const rows = [
      {a: '445467.2', b: '5029950.1'},
      {a: '445467.2', b: '5029950.1'},
      {a: '0', b: '0'},
      {a: '445467.2', b: ''},
      {a: 'x', b: '5029950.1'},
      {a: '630084', b: '4833438'},
    ];
    const {points, notes} = await pointsOf(locations, rows);
    expect(points[0]).toMatch(/^45\.42\d+ -75\.69\d+$/);
    expect(points.slice(1)).toEqual([points[0], null, null, null, null]);
    expect(notes).toEqual({[`lng: ${UNREADABLE}`]: 1, [`lat: ${OUTSIDE}`]: 1});
  });

  test('of the first location that has one: an unreadable other location is not reported then', async () => {
    const locations: PointLocation[] = [
      {form: 'columns', lat: 'a', lng: 'b'},
      {form: 'pair', column: 'c'},
      {form: 'projected', x: 'x', y: 'y', crs: 'EPSG:26918'},
    ];
    const rows = [
      {a: '45.1', b: '-75.1', c: '45.2, -75.2'},
      {a: '0', b: '-75.1', c: '45.2, -75.2'},
      {a: 'x', b: 'x', c: '(45.2, -75.2)'},
      {a: '', b: '', c: '', x: '445467.2', y: '5029950.1'},
      {a: '43', b: '-75.1', c: '45.2, -75.2'},
    ].map((row): Record<string, string> => ({x: '', y: '', ...row}));
    const {points, notes} = await pointsOf(locations, rows);
    expect(points).toEqual([
      '45.1 -75.1',
      '45.2 -75.2',
      '45.2 -75.2',
      expect.stringMatching(/^45\.42\d+ -75\.69\d+$/),
      null,
    ]);
    expect(notes).toEqual({[`lat: ${OUTSIDE}`]: 1});
  });
});

describe('projections', () => {
  test.each([
    // The tower of Toronto, the example of most texts on UTM.
    ['EPSG:26917', 630_084, 4_833_438, 43.642567, -79.387139],
    // Guidance note 7-2 of the registry, on Popular Visualisation Pseudo Mercator.
    ['EPSG:3857', -11_169_055.58, 2_800_000, 24.381786944, -100.333333333],
    // Origins: the definition of each projection.
    ['EPSG:2949', 304_800, 0, 0, -70.5],
    ['EPSG:2950', 304_800, 0, 0, -73.5],
    ['EPSG:2951', 304_800, 0, 0, -76.5],
    ['EPSG:2952', 304_800, 0, 0, -79.5],
    ['EPSG:32188', 304_800, 0, 0, -73.5],
    ['EPSG:2953', 2_500_000, 7_500_000, 46.5, -66.5],
    ...[10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20].map((zone): [string, number, number, number, number] => [
      `EPSG:${26900 + zone}`,
      500_000,
      0,
      0,
      zone * 6 - 183,
    ]),
  ])('%s: %d %d', (crs, x, y, lat, lng) => {
    const degrees = projection(crs)(x, y);
    // About a metre, as the published points are given.
    expect(Math.abs((degrees?.lat ?? 0) - lat)).toBeLessThan(1e-5);
    expect(Math.abs((degrees?.lng ?? 0) - lng)).toBeLessThan(1e-5);
  });

  test.each([
    ['UTM', 'EPSG:26917', 0.9996, 500_000, -81],
    ['MTM', 'EPSG:2950', 0.9999, 304_800, -73.5],
  ])(
    'northings on the central meridian of %s are its scale times the meridian arc',
    (_, crs, scale, x, lng) => {
      // Quarter meridian of GRS80 to 45 degrees north (Helmert's series), metres.
      const ARC = 4_984_944.378;
      expect(projection(crs)(x, scale * ARC)).toEqual({
        lat: expect.closeTo(45, 7),
        lng: expect.closeTo(lng, 9),
      });
    },
  );

  test('an unknown projection is named with the remedy', () => {
    expect(() => projection('EPSG:1')).toThrow(
      'EPSG:1 has no definition: add it to datasets/codes/projections.ts',
    );
    expect(projection('EPSG:26917')(Number.NaN, 1)).toBeNull();
  });
});

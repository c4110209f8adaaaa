/** Geometries of ArcGIS as GeoJSON: which ring is in which, and what is left of odd ones. */
import {expect, test} from 'vitest';
import {fromEsri, fromGeoJson} from '../../../pipeline/fetch/arcgis_geometry.ts';

/** A square, clockwise: an outer ring. */
const square = (x: number, y: number, size: number) => [
  [x, y],
  [x, y + size],
  [x + size, y + size],
  [x + size, y],
  [x, y],
];
const hole = (x: number, y: number, size: number) => square(x, y, size).reverse();

test('a clockwise ring is a polygon, rewound for GeoJSON', () => {
  expect(fromEsri({rings: [square(0, 0, 4)]})).toEqual({type: 'Polygon', coordinates: [hole(0, 0, 4)]});
});

test('holes belong to the smallest ring around them, in any order of rings', () => {
  const rings = [hole(11, 11, 1), square(0, 0, 20), hole(5, 5, 10), square(10, 10, 4), square(40, 0, 2)];
  expect(fromEsri({rings})).toEqual({
    type: 'MultiPolygon',
    coordinates: [[hole(0, 0, 20), square(5, 5, 10)], [hole(10, 10, 4), square(11, 11, 1)], [hole(40, 0, 2)]],
  });
});

test('a hole that touches the border from within is a hole, one outside all rings an outer ring', () => {
  expect(fromEsri({rings: [square(0, 0, 4), hole(0, 1, 2)]})).toEqual({
    type: 'Polygon',
    coordinates: [hole(0, 0, 4), square(0, 1, 2)],
  });
  expect(fromEsri({rings: [square(0, 0, 4), hole(9, 9, 2)]})).toEqual({
    type: 'MultiPolygon',
    coordinates: [[hole(0, 0, 4)], [hole(9, 9, 2)]],
  });
});

test('of several points the first is kept; heights are dropped', () => {
  expect(fromEsri({x: -80.5, y: 43.5, z: 9})).toEqual({type: 'Point', coordinates: [-80.5, 43.5]});
  const points = [
    [-80.5, 43.5, 9],
    [-81, 44, 9],
  ];
  expect(fromEsri({points})).toEqual({type: 'Point', coordinates: [-80.5, 43.5]});
  expect(fromGeoJson({type: 'MultiPoint', coordinates: points})).toEqual({
    type: 'Point',
    coordinates: [-80.5, 43.5],
  });
  expect(fromGeoJson({type: 'Point', coordinates: [-80.5, 43.5, 9]})).toEqual({
    type: 'Point',
    coordinates: [-80.5, 43.5],
  });
});

test('lines stay lines; geometries without coordinates are null', () => {
  expect(fromEsri({paths: [[[0, 0, 1]], [[1, 1]]]})).toEqual({
    type: 'MultiLineString',
    coordinates: [[[0, 0]], [[1, 1]]],
  });
  for (const nothing of [
    null,
    undefined,
    {},
    {x: 'NaN', y: 'NaN'},
    {points: []},
    {rings: []},
    {rings: [[]]},
    7,
  ]) {
    expect(fromEsri(nothing)).toBeNull();
    expect(fromGeoJson(nothing)).toBeNull();
  }
  expect(fromGeoJson({type: 'Point', coordinates: []})).toBeNull();
});

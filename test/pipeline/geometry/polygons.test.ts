/** Polygons as publishers write them: what is mended, what is refused, and one text for one area. */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {geometryText} from '../../../pipeline/geometry/canonical.ts';
import {repairPolygons} from '../../../pipeline/geometry/polygons.ts';
import type {Position, Ring} from '../../../pipeline/geometry/types.ts';
import {seed} from '../../helpers/seed.ts';

const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];
const turned = (ring: readonly Position[]): Position[] => [...ring].reverse();
const polygon = (...coordinates: unknown[]) => ({type: 'Polygon', coordinates});
const multi = (...coordinates: unknown[]) => ({type: 'MultiPolygon', coordinates});

/** The text of a geometry and what was mended, or the reason why it is refused. */
function read(geometry: unknown): {text: string; repairs: object} | string {
  const repaired = repairPolygons(geometry);
  return 'refused' in repaired
    ? repaired.refused
    : {text: geometryText(repaired.polygons), repairs: repaired.repairs};
}

const SQUARE = '{"type":"Polygon","coordinates":[[[1,2],[2,2],[2,3],[1,3],[1,2]]]}';

describe('repairs', () => {
  test.each([
    ['nothing', square(1, 2, 1), {}],
    ['a clockwise outer ring', turned(square(1, 2, 1)), {turned: 1}],
    ['an open ring', square(1, 2, 1).slice(0, 4), {closed: 1}],
    ['corners that come twice', square(1, 2, 1).flatMap((one) => [one, one]), {repeated: 5}],
    ['heights', square(1, 2, 1).map((one) => [...one, 70.5]), {heights: 1}],
  ])('%s', (_, ring, repairs) => {
    expect(read(polygon(ring))).toEqual({text: SQUARE, repairs});
  });

  test('a ring of three points, a collinear one and a part without an outer ring are dropped', () => {
    const flat = [
      [1, 1],
      [2, 2],
      [3, 3],
      [1, 1],
    ];
    const short = square(0, 0, 1).slice(0, 2);
    expect(read(polygon(square(1, 2, 1), flat, short))).toEqual({
      text: SQUARE,
      repairs: {thin: 2, closed: 1},
    });
    expect(read(multi([flat, square(5, 5, 1)], [square(1, 2, 1)]))).toEqual({
      text: SQUARE,
      repairs: {thin: 1},
    });
  });

  test('the first ring of a part is the outer one, whatever its direction, and holes run clockwise', () => {
    const hole = square(1.25, 2.25, 0.5);
    const made = read(polygon(turned(square(1, 2, 1)), hole));
    expect(made).toEqual({
      text: '{"type":"Polygon","coordinates":[[[1,2],[2,2],[2,3],[1,3],[1,2]],[[1.25,2.25],[1.25,2.75],[1.75,2.75],[1.75,2.25],[1.25,2.25]]]}',
      repairs: {turned: 2},
    });
  });

  test('nested and overlapping parts stay separate; a repeated part is kept once', () => {
    const [inner, over] = [square(1.25, 2.25, 0.5), square(1.5, 2.5, 1)];
    const made = repairPolygons(multi([square(1, 2, 1)], [inner], [over], [turned(inner)]));
    expect(made).toMatchObject({repairs: {twice: 1, turned: 1}});
    expect('polygons' in made && made.polygons).toHaveLength(3);
  });

  test('no coordinate is rounded, and numbers have their shortest form', () => {
    const ring = [
      [-79.39435217682758, 43.6553522546549],
      [-79.39390214156435, 43.65],
      [-79.3, 43.7],
    ];
    expect(JSON.stringify(read(polygon(ring)))).toContain(
      '[[-79.39435217682758,43.6553522546549],[-79.39390214156435,43.65],[-79.3,43.7],[-79.39435217682758,43.6553522546549]]',
    );
  });
});

test.each([
  [null, 'the geometry is no GeoJSON'],
  ['POLYGON', 'the geometry is no GeoJSON'],
  [{type: 'MultiLineString', coordinates: []}, 'no polygon: MultiLineString'],
  [{type: 'GeometryCollection', geometries: []}, 'no polygon: GeometryCollection'],
  [{}, 'no polygon: undefined'],
  [polygon(), 'no geometry'],
  [multi(), 'no geometry'],
  [{type: 'Polygon'}, 'a part of the geometry is no list of rings'],
  [multi([], []), 'no geometry'],
  [polygon(square(0, 0, 0)), 'no ring of the geometry has an area'],
  [polygon('ring'), 'a ring of the geometry is no list of positions'],
  [multi('part'), 'a part of the geometry is no list of rings'],
  [polygon([[1, 2], [1], [2, 2]]), 'a position of the geometry is no list of numbers'],
  [
    polygon([
      [1, 2],
      ['1', 3],
      [2, 2],
    ]),
    'a position of the geometry is no list of numbers',
  ],
  [
    polygon([
      [1, 2],
      [1, null],
      [2, 2],
    ]),
    'a position of the geometry is no list of numbers',
  ],
  [polygon(square(180, 2, 1)), 'coordinates are no degrees of WGS 84'],
  [polygon(square(630_000, 4_833_000, 10)), 'coordinates are no degrees of WGS 84'],
  [polygon(square(45.4, -75.7, 0.1)), 'latitude and longitude are swapped'],
])('%j is refused: %s', (geometry, reason) => {
  expect(read(geometry)).toBe(reason);
});

describe('an area has one canonical text', () => {
  const corner = fc.tuple(fc.integer({min: -5, max: 5}), fc.integer({min: -5, max: 5}));
  const ring = fc.array(corner, {minLength: 3, maxLength: 8});
  const parts = fc.array(fc.array(ring, {minLength: 1, maxLength: 3}), {minLength: 1, maxLength: 3});

  /** The ring begun elsewhere, maybe in the other direction, closed. */
  const rewritten = (corners: Ring, from: number, other: boolean): Position[] => {
    const at = from % corners.length;
    const rotated = [...corners.slice(at), ...corners.slice(0, at)];
    const way = other ? rotated.reverse() : rotated;
    return [...way, way[0] as Position];
  };

  test(`for any order of parts and holes, direction and start (SEED=${seed})`, () => {
    fc.assert(
      fc.property(parts, fc.nat(), fc.boolean(), (shape, from, other) => {
        const plain = shape.map((rings) => rings.map((one) => [...one, one[0]]));
        const changed = shape
          .map(([outer = [], ...holes]) => [outer, ...holes.reverse()])
          .map((rings) => rings.map((one) => rewritten(one, from, other)))
          .reverse();
        const [one, two] = [repairPolygons(multi(...plain)), repairPolygons(multi(...changed))];
        if ('refused' in one || 'refused' in two) expect(two).toEqual(one);
        else expect(geometryText(two.polygons)).toBe(geometryText(one.polygons));
      }),
      {seed},
    );
  });

  test('the canonical text is read back unchanged', () => {
    fc.assert(
      fc.property(parts, (shape) => {
        const once = repairPolygons(multi(...shape));
        if ('refused' in once) return;
        const text = geometryText(once.polygons);
        const again = repairPolygons(JSON.parse(text));
        expect('polygons' in again && geometryText(again.polygons)).toBe(text);
        expect('repairs' in again && again.repairs).toEqual({});
      }),
      {seed},
    );
  });
});

/** Areas on the ellipsoid: published values, an independent integral, and rings that touch or cross. */
import fc from 'fast-check';
import proj4 from 'proj4';
import {describe, expect, test} from 'vitest';
import {areaOf} from '../../../pipeline/geometry/area.ts';
import {repairPolygons} from '../../../pipeline/geometry/polygons.ts';
import type {Polygon, Position} from '../../../pipeline/geometry/types.ts';
import {bulge, integralArea} from '../../helpers/integral_area.ts';
import {seed} from '../../helpers/seed.ts';

/** Area of rings in units of a ten thousandth of a degree, around a point where they are nearly planar. */
const UNIT = 1e-4;
const at = (corners: readonly (readonly [number, number])[]): Position[] =>
  corners.map(([x, y]) => [-79 + x * UNIT, 43 + y * UNIT]);
const ringsOf = (...rings: (readonly [number, number])[][]): unknown => ({
  type: 'Polygon',
  coordinates: rings.map(at),
});

function measured(geometry: unknown): {area: number; touching: number} {
  const shape = repairPolygons(geometry);
  if ('refused' in shape) throw new Error(shape.refused);
  return areaOf(shape.polygons);
}

/** Square metres of a square of one unit at that point. */
const CELL =
  measured(
    ringsOf([
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ]),
  ).area / 10_000;

test('the example of PostGIS for ST_Area of a geography has its area', () => {
  const massachusetts =
    '+proj=lcc +lat_0=41 +lon_0=-71.5 +lat_1=42.6833333333333 +lat_2=41.7166666666667 +x_0=200000.0001016 +y_0=750000 +ellps=GRS80 +units=us-ft';
  const feet = [
    [743238, 2967416],
    [743238, 2967450],
    [743265, 2967450],
    [743265.625, 2967416],
  ] as const;
  const ring = feet.map((one) => proj4(massachusetts, 'WGS84', [...one]));
  expect(measured({type: 'Polygon', coordinates: [ring]}).area).toBeCloseTo(86.28, 2);
});

test('random polygons have the area of an independent integral', () => {
  const bearing = fc.array(fc.double({min: 0.1, max: 1, noNaN: true}), {minLength: 3, maxLength: 40});
  fc.assert(
    fc.property(bearing, fc.double({min: 42, max: 54, noNaN: true}), (radii, lat) => {
      const ring = radii.map((radius, n): Position => {
        const angle = (2 * Math.PI * n) / radii.length;
        return [-100 + radius * 0.002 * Math.cos(angle), lat + radius * 0.002 * Math.sin(angle)];
      });
      const part: Polygon = [ring];
      const {area} = areaOf([part]);
      expect(Math.abs(area - integralArea(ring))).toBeLessThan(0.01 + bulge(ring));
    }),
    {seed},
  );
});

describe('rings that touch or cross', () => {
  test.each([
    [
      'a bow tie counts both of its wings',
      [
        [
          [0, 0],
          [10, 10],
          [10, 0],
          [0, 10],
        ],
      ],
      50,
    ],
    [
      'a loop inside counts as a hole',
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
          [0, 0],
          [5, 2],
          [5, 5],
          [2, 5],
        ],
      ],
      85,
    ],
    [
      'two wings that share a corner',
      [
        [
          [0, 0],
          [5, 5],
          [0, 10],
          [10, 10],
          [5, 5],
          [10, 0],
        ],
      ],
      50,
    ],
    [
      'a ring run through twice is nothing, but for its last loop',
      [
        [
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
          [0, 0],
          [4, 0],
          [4, 4],
          [0, 4],
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
        ],
      ],
      4,
    ],
    [
      'a spike has no area',
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [15, 10],
          [10, 10],
          [0, 10],
        ],
      ],
      100,
    ],
    [
      'a hole that reaches over the edge counts outside',
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [8, 4],
          [12, 4],
          [12, 6],
          [8, 6],
        ],
      ],
      100,
    ],
    [
      'a hole that touches the edge',
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [0, 5],
          [5, 3],
          [5, 7],
        ],
      ],
      90,
    ],
    [
      'holes that share an edge',
      [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
        ],
        [
          [2, 2],
          [4, 2],
          [4, 4],
          [2, 4],
        ],
        [
          [4, 2],
          [6, 2],
          [6, 4],
          [4, 4],
        ],
      ],
      92,
    ],
  ] as [string, [number, number][][], number][])('%s', (_, rings, cells) => {
    const {area, touching} = measured(ringsOf(...rings));
    expect(touching).toBe(1);
    expect(area / CELL).toBeCloseTo(cells, 1);
  });

  test('separate holes are subtracted, one outside its ring is added, parts are summed', () => {
    const big = [
      [0, 0],
      [10, 0],
      [10, 10],
      [0, 10],
    ] as [number, number][];
    const hole = [
      [2, 2],
      [4, 2],
      [4, 4],
      [2, 4],
    ] as [number, number][];
    const outside = hole.map(([x, y]): [number, number] => [x + 20, y]);
    expect(measured(ringsOf(big, hole))).toMatchObject({touching: 0});
    expect(measured(ringsOf(big, hole)).area / CELL).toBeCloseTo(96, 1);
    expect(measured(ringsOf(big, outside)).area / CELL).toBeCloseTo(104, 1);
    const nested = {type: 'MultiPolygon', coordinates: [[at(big)], [at(hole)]]};
    expect(measured(nested).area / CELL).toBeCloseTo(104, 1);
  });

  test('random rings on a lattice have the area of their cells', () => {
    const corner = fc.tuple(fc.integer({min: 0, max: 6}), fc.integer({min: 0, max: 6}));
    // Edges along the lattice: a cell is inside as a whole or outside as a whole.
    const ring = fc.array(corner, {minLength: 2, maxLength: 6}).map((corners) =>
      corners.flatMap(([x, y], n): [number, number][] => {
        const [u] = corners[(n + 1) % corners.length] ?? [0];
        return [
          [x, y],
          [u, y],
        ];
      }),
    );
    fc.assert(
      fc.property(fc.array(ring, {minLength: 1, maxLength: 3}), (rings) => {
        const geometry = ringsOf(...rings);
        const shape = repairPolygons(geometry);
        if ('refused' in shape) return;
        const kept = shape.polygons[0] ?? [];
        let cells = 0;
        for (let x = 0; x < 6; x += 1)
          for (let y = 0; y < 6; y += 1) cells += isInside(kept, x + 0.5, y + 0.5);
        expect(Math.abs(areaOf(shape.polygons).area / CELL - cells)).toBeLessThan(0.01);
      }),
      {seed},
    );
  });
});

/** 1 where a point of the lattice is inside an odd number of rings. */
function isInside(rings: readonly (readonly Position[])[], x: number, y: number): number {
  const [px, py] = [-79 + x * UNIT, 43 + y * UNIT];
  let crossings = 0;
  for (const ring of rings) {
    for (const [n, [u, v]] of ring.entries()) {
      const [a, b] = ring[(n + 1) % ring.length] as Position;
      if (v > py !== b > py && px < u + ((py - v) / (b - v)) * (a - u)) crossings += 1;
    }
  }
  return crossings % 2;
}

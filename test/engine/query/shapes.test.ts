/** Areas of tiles: by value they cover the points that the areas cover; what is cut stays within the tile. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {mercatorX, mercatorY} from '../../../engine/geo/mercator.ts';
import {openBuild} from '../../../engine/open.ts';
import type {Engine, TileShapes} from '../../../engine/types.ts';
import {writeBuild} from '../../helpers/build.ts';
import type {Area} from '../../helpers/scan_areas.ts';
import {seed} from '../../helpers/seed.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';
import {town} from '../../helpers/synthetic_areas.ts';
import {zoningRows} from '../../helpers/zoning_rows.ts';

const areas: Area[] = [
  ...town({within: 'calgary', lng: -114.07, lat: 51.04, blocks: 6, seed}),
  ...town({within: 'toronto', lng: -79.4, lat: 43.65, blocks: 6, seed: seed + 2}),
];

let root: string;
let index: Engine;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'shapes-'));
  await writeBuild(join(root, 'one'), {rows: {zoning: zoningRows(areas)}});
  index = await openBuild(join(root, 'one'));
});
afterAll(async () => {
  await index?.close();
  rmSync(root, {recursive: true});
});

const EXTENT = 4096;
const BUFFER = 64;

type Ring = readonly (readonly [number, number])[];

const pairs = (ring: ArrayLike<number>): Ring =>
  Array.from({length: ring.length / 2}, (_, i) => [ring[i * 2]!, ring[i * 2 + 1]!] as const);

const edgesOf = (ring: Ring) => ring.map((from, i) => [from, ring[(i + 1) % ring.length]!] as const);

const isInside = (ring: Ring, x: number, y: number): boolean =>
  edgesOf(ring).filter(
    ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ax + ((y - ay) * (bx - ax)) / (by - ay),
  ).length %
    2 ===
  1;

const areaOf = (ring: Ring): number =>
  edgesOf(ring).reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0);

function distanceTo(ring: Ring, x: number, y: number): number {
  const distances = edgesOf(ring).map(([[ax, ay], [bx, by]]) => {
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
    return Math.hypot(x - ax - share * dx, y - ay - share * dy);
  });
  return Math.min(...distances);
}

/** How many areas of a value cover a point of the tile. */
const covering = (shapes: readonly TileShapes[], value: string, x: number, y: number): number =>
  shapes
    .filter((one) => one.value === value)
    .flatMap(({rings}) => rings.map(pairs))
    .reduce((sum, ring) => sum + (isInside(ring, x, y) ? Math.sign(areaOf(ring)) : 0), 0);

test.each([13, 15, 16])('zoom %i: as many shapes of each value cover a point as polygons do', (z) => {
  const next = seededRandom(seed + z);
  const n = 2 ** z;
  const vertices = areas.flatMap(({parts}) => parts.flat(2));
  let compared = 0;
  for (let i = 0; i < 150; i++) {
    const [lng, lat] = vertices[Math.floor(next() * vertices.length)] as [number, number];
    const [fx, fy] = [
      mercatorX(lng + (next() - 0.5) * 0.002) * n,
      mercatorY(lat + (next() - 0.5) * 0.002) * n,
    ];
    const [x, y] = [Math.floor(fx), Math.floor(fy)];
    const shapes = index.shapes({
      dataset: 'zoning',
      z,
      x,
      y,
      field: 'zone_code',
      extent: EXTENT,
      buffer: BUFFER,
      tolerance: 1,
    }) as TileShapes[];
    const [px, py] = [(fx - x) * EXTENT, (fy - y) * EXTENT];
    const projected = areas.flatMap(({code, parts}) =>
      parts.map((part) => ({
        code,
        rings: part.map((ring) =>
          ring.map(([a, b]) => [(mercatorX(a!) * n - x) * EXTENT, (mercatorY(b!) * n - y) * EXTENT] as const),
        ),
      })),
    );
    for (const shape of shapes.flatMap(({rings}) => rings))
      for (const unit of shape) expect(unit >= -BUFFER && unit <= EXTENT + BUFFER).toBe(true);
    // Rounding and thinning move edges by a few units.
    if (projected.some(({rings}) => rings.some((ring) => distanceTo(ring, px, py) < 4))) continue;
    compared++;
    const codes = new Set([...projected.map(({code}) => code), ...shapes.map(({value}) => String(value))]);
    for (const code of codes) {
      const covers = ({code: own, rings}: (typeof projected)[number]) =>
        own === code && rings.filter((ring) => isInside(ring, px, py)).length % 2 === 1;
      expect({code, n: covering(shapes, code, px, py)}).toEqual({code, n: projected.filter(covers).length});
    }
  }
  expect(compared).toBeGreaterThan(50);
});

test('without a field there is the outline of each layer, which holds all of it', () => {
  const shapes = index.shapes({
    dataset: 'zoning',
    z: 4,
    x: 2,
    y: 5,
    field: null,
    extent: 1 << 20,
    buffer: 64,
    tolerance: 4,
  }) as TileShapes[];
  expect(shapes.map(({value}) => value)).toEqual(['calgary']);
  const outline = pairs(shapes[0]!.rings[0]!);
  expect(areaOf(outline)).toBeGreaterThan(0);
  for (const [lng, lat] of areas
    .filter(({within}) => within === 'calgary')
    .flatMap(({parts}) => parts.flat(2)) as [number, number][]) {
    const [x, y] = [(mercatorX(lng) * 16 - 2) * 2 ** 20, (mercatorY(lat) * 16 - 5) * 2 ** 20];
    expect(isInside(outline, x, y) || distanceTo(outline, x, y) < 8).toBe(true);
  }
});

test('tables without areas have no shapes', () => {
  expect(() =>
    index.shapes({dataset: 'permits', z: 0, x: 0, y: 0, field: null, extent: 1, buffer: 0, tolerance: 1}),
  ).toThrow('holds no areas');
});

/**
 * The generated zones: blocks that touch without a gap, a street network of very many vertices, every form of
 * file.
 */
import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {DATASETS} from '../../datasets/index.ts';
import type {MunicipalitySlug} from '../../datasets/municipalities.ts';
import {boundsOf} from '../../datasets/municipality_bounds.ts';
import type {Json} from '../../datasets/types.ts';
import {PLANS, type Plan} from './plan.ts';
import {random} from './prng.ts';
import {type Block, blocks} from './zoning/blocks.ts';
import {mesh, type Ring} from './zoning/mesh.ts';
import {drawnIn, eight, inside, outline, sliver, square, streets} from './zoning/shapes.ts';
import {habitOf} from './zoning/writing.ts';
import {zoning} from './zoning/zones.ts';

const LAYERS = DATASETS['zoning']?.sources ?? [];

const BOX = [-79.64, 43.58, -79.11, 43.86] as const;
const gridOf = (count: number) => mesh({box: BOX, blocks: count, seed: 'grid', decimals: 9});
const wholeOf = ({columns, rows}: ReturnType<typeof gridOf>): Block => ({from: [0, 0], to: [columns, rows]});

/** Area in square degrees, positive counter-clockwise. */
function areaOf(ring: Ring): number {
  const [[x0 = 0, y0 = 0] = []] = ring;
  return ring.reduce((sum, [x = 0, y = 0], at) => {
    const [u = 0, v = 0] = ring[(at + 1) % ring.length] ?? [];
    return sum + ((x - x0) * (v - y0) - (u - x0) * (y - y0)) / 2;
  }, 0);
}

const edgesOf = (ring: Ring): string[] => ring.map((point, at) => `${point} ${ring[(at + 1) % ring.length]}`);

describe('blocks', () => {
  const grid = gridOf(400);
  const rings = [...blocks(random('blocks'), wholeOf(grid), 400)].map((block) => outline(grid, block));

  test('are as many as asked for, counter-clockwise, and fill the grid', () => {
    expect(rings).toHaveLength(400);
    expect(rings.every((ring) => areaOf(ring) > 0)).toBe(true);
    const sum = rings.reduce((all, ring) => all + areaOf(ring), 0);
    expect(sum / areaOf(outline(grid, wholeOf(grid)))).toBeCloseTo(1, 9);
  });

  test('share their edges vertex by vertex, every inner one by two', () => {
    const edges = new Set(rings.flatMap(edgesOf));
    expect(edges.size).toBe(rings.flat().length);
    const outer = new Set(edgesOf(outline(grid, wholeOf(grid))));
    const alone = [...edges].filter((edge) => !edges.has(edge.split(' ').reverse().join(' ')));
    expect(alone.filter((edge) => !outer.has(edge))).toEqual([]);
  });

  test('hold what is drawn inside of them', () => {
    for (const block of blocks(random('blocks'), wholeOf(grid), 400)) {
      const ring = outline(grid, block);
      const [west, east] = [Math.min, Math.max].map((of) => of(...ring.map(([x = 0]) => x)));
      const drawn = [
        ...square(grid, block, 0.5, 0.5, 0.3),
        ...eight(grid, block, false),
        inside(grid, block, 0.2, 0.8),
      ];
      for (const [x = 0] of drawn) expect(x > (west ?? 0) && x < (east ?? 0)).toBe(true);
      const free = areaOf(drawnIn(grid, block, 0.05));
      expect(free / areaOf(ring)).toBeCloseTo(0.9025, 3);
      expect(areaOf(sliver(grid, block, 0.000_002))).toBeGreaterThan(0);
    }
  });
});

test('the street network of a large city has more than 10,000 vertices in one ring that turns once', () => {
  const ring = streets(gridOf(30_000));
  expect(ring.length).toBeGreaterThan(10_000);
  expect(areaOf(ring)).toBeGreaterThan(0);
  expect(new Set(ring.map(String)).size).toBe(ring.length);
});

test('a national corpus has 230,000 zones', () => {
  const counts = Object.values(PLANS['national']?.zoning ?? {});
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(230_000);
  expect(Object.keys(PLANS['small']?.zoning ?? {})).toEqual(
    LAYERS.map(({slug}) => slug.replace('_zoning', '')),
  );
});

describe.each(LAYERS)('the layer $slug', (source) => {
  const city = source.slug.replace('_zoning', '') as MunicipalitySlug;
  const [file] = source.files;
  const [layout] = source.layouts;
  const polygon = layout?.fields['geometry'];
  const column = polygon?.op === 'polygon' ? polygon.from : '';
  const name = `synthetic-${file?.name}`;
  const form = habitOf(source.slug);
  let place = '';
  let text = '';
  let rows: {columns: Record<string, Json>; geometry: {type: string; coordinates: Json[]} | null}[] = [];
  let features = 0;
  let kept = 0;

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'zones-'));
    const task = {folder: place, seed: 'zones', plan: PLANS['small'] as Plan, tell: () => undefined};
    const generator = zoning(source, ({zoning}) => zoning[city] ?? 0);
    const expected = await generator(task);
    features = expected.rows;
    kept = expected.kept;
    text = await readFile(join(place, name), 'utf8');
    const again = await generator({...task, folder: join(place, 'again')});
    expect(await readFile(join(place, 'again', name), 'utf8')).toBe(text);
    expect(again).toEqual(expected);
    const read =
      file?.format === 'jsonl'
        ? text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line) as Record<string, Json>)
            .map((row) => ({columns: row, geometry: row[column] ?? null}))
        : (JSON.parse(text) as {features: {properties: Record<string, Json>; geometry: Json}[]}).features.map(
            ({properties, geometry}) => ({columns: properties, geometry}),
          );
    rows = read as typeof rows;
  });
  afterAll(() => rm(place, {recursive: true, force: true}));

  test('has every feature that was counted, and as many zones as planned', () => {
    expect(rows).toHaveLength(features);
    expect(kept).toBe(PLANS['small']?.zoning[city]);
  });

  test('lies in the city, but for what is written in metres', () => {
    const [west, south, east, north] = boundsOf(city);
    const positions = rows.flatMap(({geometry}) => (geometry ? flat(geometry.coordinates) : []));
    const outside = positions.filter(([x = 0, y = 0]) => x < west || x > east || y < south || y > north);
    expect(positions.length).toBeGreaterThan(500);
    expect(outside.every(([x = 0]) => x > 600_000)).toBe(true);
  });

  test('has the direction of rings and the kinds of geometries of its city', () => {
    const polygons = rows.flatMap(({geometry}) => (geometry?.type === 'Polygon' ? [geometry] : []));
    const plain = polygons.filter(({coordinates}) => flat(coordinates).every(([x = 0]) => x < 600_000));
    if (form.multi) expect(polygons.length).toBeLessThan(0.1 * rows.length);
    else {
      const turns = plain.map(({coordinates}) =>
        Math.sign(areaOf((coordinates[0] as unknown as Ring).slice(0, -1))),
      );
      const clockwise = turns.filter((turn) => turn < 0).length / turns.length;
      expect(form.clockwise ? 1 - clockwise : clockwise).toBeLessThan(0.1);
    }
  });
});

/** All positions of coordinates of any depth. */
function flat(coordinates: Json): number[][] {
  if (!Array.isArray(coordinates)) return [];
  return typeof coordinates[0] === 'number' ? [coordinates as number[]] : coordinates.flatMap(flat);
}

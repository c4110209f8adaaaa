/** Tiles and boxes of permits against a plain scan and the reference: cells, edges, sums, points, filters. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {northOf, westOf} from '../../../engine/geo/mercator.ts';
import {openBuild} from '../../../engine/open.ts';
import {rowsOf} from '../../../engine/rows/json_lines.ts';
import type {Condition, Engine, Row, Tile, TileQuery} from '../../../engine/types.ts';
import {type GivenRow, writeBuild} from '../../helpers/build.ts';
import {matches} from '../../helpers/list_scan.ts';
import {permitRows, seeded} from '../../helpers/permits_build.ts';
import {scanTile, squareOf} from '../../helpers/scan_tiles.ts';
import {seed} from '../../helpers/seed.ts';
import {openReference, type Reference} from '../../reference/open.ts';

const ROWS = 6000;

/** Corners of squares, the ends of the map and what lies beyond it. */
const EDGES: [lat: number, lng: number][] = [
  [northOf(5, 4), westOf(4, 4)],
  [northOf(88, 8), westOf(71, 8)],
  [northOf(22_914, 16), westOf(11_826, 16)],
  [northOf(22_914, 16) - 1e-12, westOf(11_826, 16) - 1e-12],
  [0, 0],
  [0, -180],
  [0, 180],
  [90, 180],
  [-90, -180],
  [85.06, 0],
  [-85.06, 0],
];

const rows: GivenRow[] = permitRows(ROWS, seed).map((row, i) => {
  const edge = EDGES[i];
  return edge ? {...row, lat: edge[0], lng: edge[1]} : row;
});

const CONDITIONS: Condition[][] = [
  [],
  [],
  [{op: 'exact', columns: ['permit_type'], value: 'renovation'}],
  [{op: 'in', columns: ['municipality'], value: ['mississauga', 'vancouver']}],
  [{op: 'gte', columns: ['issued_date'], value: '2025-06-01'}],
  [{op: 'partial', columns: ['neighbourhood', 'ward'], value: 'ward 3'}],
  [
    {op: 'exact', columns: ['status'], value: 'issued'},
    {op: 'partial', columns: ['permit_type_raw'], value: 'erable'},
  ],
  [{op: 'exact', columns: ['permit_type'], value: 'of no permit'}],
];

const random = seeded(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

let dir: string;
let index: Engine;
let reference: Reference;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tile-'));
  await writeBuild(dir, {rows: {permits: rows}});
  index = await openBuild(dir);
  reference = await openReference(dir, {memory_mb: 512, threads: 1});
});
afterAll(async () => {
  await index?.close();
  await reference?.close();
  await rm(dir, {recursive: true, force: true});
});

const COLUMNS = ['permit_type', 'estimated_cost', 'date'];

const queryOf = (z: number, x: number, y: number, more: Partial<TileQuery> = {}): TileQuery => ({
  dataset: 'permits',
  where: [],
  z,
  x,
  y,
  side: 16,
  max_points: 40,
  columns: COLUMNS,
  ...more,
});

/** A tile as text, whatever the order of its points. Money differs in zeros at its end. */
const textOf = ({total, counts, points}: Tile): string =>
  JSON.stringify({
    total,
    counts: counts && [...counts],
    points: points
      ?.map(({values, ...point}) => ({
        ...point,
        values: values.map((value) => (value !== null && /^-?[\d.]+$/.test(value) ? Number(value) : value)),
      }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  });

const located = rows.filter((row) => typeof row['lat'] === 'number') as (GivenRow & {
  lat: number;
  lng: number;
})[];

/** A tile that has a row, or any. */
function anyTile(): TileQuery {
  const z = Math.floor(random() * 17);
  const square = random() < 0.9 ? squareOf(pick(located), z) : {x: 0, y: 2 ** z - 1};
  const side = pick([1, 16, 64]);
  return queryOf(z, square.x, square.y, {
    where: pick(CONDITIONS),
    side,
    max_points: pick([0, 5, 40, 10_000]),
  });
}

const matching = (where: readonly Condition[]) =>
  located.filter((row) => where.every((condition) => matches(row, condition)));

describe(`over ${ROWS} permits (SEED=${seed})`, () => {
  test('every tile agrees with the scan', () => {
    for (let i = 0; i < 400; i++) {
      const query = anyTile();
      const tile = index.tile(query) as Tile;
      expect(textOf(tile), JSON.stringify(query)).toBe(
        textOf(scanTile(matching(query.where) as unknown as Row[], query)),
      );
    }
  });

  test('tiles agree with the reference, near a point too', async () => {
    for (let i = 0; i < 40; i++) {
      const {lat, lng} = pick(located);
      const near = random() < 0.3 ? {lat, lng, radius_m: 20_000} : undefined;
      const query = {...anyTile(), near};
      expect(textOf(await index.tile(query)), JSON.stringify(query)).toBe(
        textOf(await reference.tile(query)),
      );
    }
  });

  test.each(CONDITIONS)('the tiles of a zoom add up to the list, %#', (...where) => {
    const {total} = index.box({
      dataset: 'permits',
      where,
      west: -181,
      south: -91,
      east: 181,
      north: 91,
      limit: 0,
    }) as {total: number};
    expect(total).toBe(matching(where).length);
    for (const z of [0, 3, 6]) {
      const squares = new Map(
        located.map((row) => squareOf(row, z)).map(({x, y}) => [`${x} ${y}`, {x, y}] as const),
      );
      let sum = 0;
      for (const {x, y} of squares.values()) {
        const tile = index.tile(queryOf(z, x, y, {where, max_points: 0})) as Tile;
        if (tile.counts) expect(tile.counts.reduce((all, one) => all + one, 0)).toBe(tile.total);
        sum += tile.total;
      }
      expect(sum).toBe(total);
    }
  });

  test('a corner of four tiles belongs to the one in its north-east alone', () => {
    const [lat, lng] = EDGES[0]!;
    const at = (x: number, y: number) => (index.tile(queryOf(4, x, y, {max_points: ROWS})) as Tile).points!;
    const holds = (x: number, y: number) => at(x, y).some((point) => point.lat === lat && point.lng === lng);
    expect([holds(4, 4), holds(3, 4), holds(3, 5), holds(4, 5)]).toEqual([true, false, false, false]);
  });

  test('boxes agree with the scan and the reference: exact total, first rows by default order', async () => {
    for (let i = 0; i < 30; i++) {
      const {lat, lng} = pick(located);
      const size = pick([0.001, 0.05, 3, 100]);
      const box = {
        west: lng - size * random(),
        east: lng + size,
        south: lat - size * random(),
        north: lat + size,
      };
      const query = {dataset: 'permits', where: pick(CONDITIONS), ...box, limit: pick([0, 3, 50])};
      const count_by = pick(['permit_type', 'status', 'municipality']);
      const answer = await index.box({...query, count_by});
      const items = rowsOf(answer.items);
      const inside = matching(query.where).filter(
        (row) => row.lng >= box.west && row.lng < box.east && row.lat >= box.south && row.lat < box.north,
      );
      expect(answer.total).toBe(inside.length);
      const expected = await reference.box({...query, count_by});
      expect(answer.groups).toEqual(expected.groups);
      const counted = answer.groups.map(({value, count}) => [
        count,
        inside.filter((row) => (row[count_by] ?? null) === value).length,
      ]);
      expect(counted.every(([count, scanned]) => count === scanned)).toBe(true);
      expect(counted.reduce((sum, [count]) => sum + count!, 0)).toBe(inside.length);
      expect((await index.box(query)).groups).toEqual([]);
      expect(expected.total).toBe(inside.length);
      expect(items.map(({record_id}) => record_id)).toEqual(
        rowsOf(expected.items).map(({record_id}) => record_id),
      );
    }
  });

  test('tables without points have no tiles', () => {
    expect(() => index.tile(queryOf(0, 0, 0, {dataset: 'bills'}))).toThrow('have no point');
  });
});

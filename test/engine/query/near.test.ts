/**
 * Searches by distance against all distances taken one by one: totals, order, pages, filters and statistics.
 */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {Circle} from '../../../engine/geo/circle.ts';
import {type LoadedBuild, loadBuild, openBuild} from '../../../engine/open.ts';
import {listByDistance} from '../../../engine/query/near.ts';
import {openTable, type Table} from '../../../engine/query/table.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {type Condition, DISTANCE, type ListQuery, type Near} from '../../../engine/types.ts';
import {type GivenRow, writeBuild} from '../../helpers/build.ts';
import {matches} from '../../helpers/list_scan.ts';
import {type ObjectEngine, objectEngine} from '../../helpers/object_engine.ts';
import {CITIES, metresBetween, permitRows, seeded} from '../../helpers/permits_build.ts';
import {seed} from '../../helpers/seed.ts';
import {openReference} from '../../reference/open.ts';

const ROWS = 12_000;
const rows = permitRows(ROWS, seed);

let dir: string;
let index: ObjectEngine;
let reference: ObjectEngine;
let loaded: LoadedBuild;
let table: Table;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'near-'));
  await writeBuild(dir, {rows: {permits: rows}});
  index = objectEngine(await openBuild(dir));
  reference = objectEngine(await openReference(dir, {memory_mb: 512, threads: 1}));
  loaded = await loadBuild(dir);
  const file = loaded.shared.tables.find(({dataset}) => dataset === 'permits')!;
  table = openTable(file, file.rows!, file.searchFile);
});
afterAll(async () => {
  await index?.close();
  await reference?.close();
  loaded?.close();
  await rm(dir, {recursive: true, force: true});
});

interface Found {
  id: string;
  metres: number;
  row: GivenRow;
}

/**
 * Rows in the circle that pass, nearest first; the same point is the same distance, so that ids decide there.
 */
function expected({lat, lng, radius_m}: Near, where: readonly Condition[]): Found[] {
  return rows
    .flatMap((row): Found[] => {
      if (typeof row['lat'] !== 'number' || typeof row['lng'] !== 'number') return [];
      const metres = metresBetween({lat, lng}, {lat: row['lat'], lng: row['lng']});
      return metres <= radius_m ? [{id: String(row['record_id']), metres, row}] : [];
    })
    .filter(({row}) => where.every((condition) => matches(row, condition)))
    .sort((a, b) => a.metres - b.metres || (a.id < b.id ? -1 : 1));
}

const CONDITIONS: Condition[][] = [
  [],
  [{op: 'exact', columns: ['permit_type'], value: 'renovation'}],
  [{op: 'in', columns: ['municipality'], value: ['mississauga', 'vancouver']}],
  [{op: 'gte', columns: ['issued_date'], value: '2025-06-01'}],
  [{op: 'partial', columns: ['neighbourhood', 'ward'], value: 'ward 3'}],
  [
    {op: 'exact', columns: ['status'], value: 'issued'},
    {op: 'partial', columns: ['permit_type_raw'], value: 'erable'},
  ],
];

const RADII = [100, 1000, 7500, 20_000, 100_000];

const random = seeded(seed);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** A point near a city, that of a row, or one far from all. */
function point(): {lat: number; lng: number} {
  const known = pick(rows.filter(({lat}) => lat !== null));
  const city = pick(CITIES);
  return pick([
    {lat: Number(known['lat']), lng: Number(known['lng'])},
    {lat: city.lat + random() * 0.01, lng: city.lng + random() * 0.01},
    {lat: city.lat + random() * 0.01, lng: city.lng + random() * 0.01},
    {lat: random() * 180 - 90, lng: random() * 360 - 180},
  ]);
}

const queryOf = (near: Near, where: readonly Condition[], more: Partial<ListQuery> = {}): ListQuery => ({
  dataset: 'permits',
  where,
  near,
  sort: DISTANCE,
  order: 'asc',
  limit: 100,
  offset: 0,
  ...more,
});

const idsOf = (page: {rows: Record<string, unknown>[]}) => page.rows.map(({record_id}) => record_id);

describe(`over ${ROWS} permits (SEED=${seed})`, () => {
  test('every point, radius and filter agrees with the scan, in both directions and at any offset', async () => {
    for (let i = 0; i < 300; i++) {
      const near = {...point(), radius_m: pick(RADII)};
      const where = pick(CONDITIONS);
      const all = expected(near, where);
      const order = pick(['asc', 'desc'] as const);
      const offset = pick([0, 0, 3, Math.floor(random() * all.length), all.length, 5000]);
      // Ties by id ascending whatever the direction.
      const sorted =
        order === 'asc' ? all : all.toSorted((a, b) => b.metres - a.metres || (a.id < b.id ? -1 : 1));
      const page = await index.list(queryOf(near, where, {order, offset}));
      expect(page.total).toBe(all.length);
      expect(idsOf(page)).toEqual(sorted.slice(offset, offset + 100).map(({id}) => id));
      const shown = sorted.slice(offset, offset + 100).map(({metres}) => metres / 1000);
      for (const [at, {distance_km}] of page.rows.entries())
        expect(Math.abs(Number(distance_km) - shown[at]!)).toBeLessThan(0.000501);
    }
  });

  test('a walk by position returns every row once, in both directions', async () => {
    for (const [radius_m, where] of [
      [100_000, []],
      [20_000, CONDITIONS[1]!],
      [2000, []],
    ] as const) {
      const near = {...CITIES[0], radius_m};
      const all = expected(near, where);
      for (const order of ['asc', 'desc'] as const) {
        const walked: unknown[] = [];
        let after: ListQuery['after'];
        for (;;) {
          const page = await index.list(queryOf(near, where, {order, limit: 170, after}));
          expect(page.total).toBe(all.length);
          walked.push(...idsOf(page));
          if (!page.last || page.rows.length < 170) break;
          after = page.last;
        }
        const sorted =
          order === 'asc' ? all : all.toSorted((a, b) => b.metres - a.metres || (a.id < b.id ? -1 : 1));
        expect(walked).toEqual(sorted.map(({id}) => id));
      }
    }
  });

  test('testing rows of the circle one by one and intersecting a row set return the same pages', () => {
    const scratch = new Scratch();
    let inTurn = 0;
    for (let i = 0; i < 400; i++) {
      const near = {...point(), radius_m: pick(RADII)};
      const order = pick(['asc', 'desc'] as const);
      const query = queryOf(near, pick(CONDITIONS), {order, offset: pick([0, 0, 7, 900, 5000])});
      const circle = new Circle(near);
      const answers = [Number.POSITIVE_INFINITY, 0].map((many) => {
        const {total, leaves} = listByDistance(table, query, circle, scratch, many);
        const answer = {total, leaves: [...leaves], last: leaves[leaves.length - 1]};
        scratch.release();
        return answer;
      });
      expect(answers[1]).toEqual(answers[0]);
      const {total, last} = answers[0]!;
      if (total > 2048) inTurn++;
      if (last === undefined) continue;
      const key = String(table.points!.leafDistance(circle.centre, last));
      const after = {key, id: table.ids.text(table.points!.rowByLeaf[last]!)};
      const pages = [Number.POSITIVE_INFINITY, 0].map((many) => {
        const page = listByDistance(table, {...query, after}, circle, scratch, many);
        const answer = {total: page.total, leaves: [...page.leaves]};
        scratch.release();
        return answer;
      });
      expect(pages[1]).toEqual(pages[0]);
    }
    // Circles with more rows than are all measured must be among them.
    expect(inTurn).toBeGreaterThan(10);
  });

  test('the reference over the Parquet agrees', async () => {
    for (let i = 0; i < 25; i++) {
      const near = {...point(), radius_m: pick(RADII)};
      const where = pick(CONDITIONS);
      const sort = pick([DISTANCE, DISTANCE, 'value', 'last_updated', 'published']);
      const order = pick(['asc', 'desc'] as const);
      const query = queryOf(near, where, {sort, order, offset: pick([0, 5]), points: pick([true, false])});
      const [one, other] = [await index.list(query), await reference.list(query)];
      expect(other.total).toBe(one.total);
      expect(other.rows).toEqual(one.rows);
      if (sort !== DISTANCE) expect(other.last).toEqual(one.last);
    }
  });

  test('other orders return the same rows, each with its distance', async () => {
    const near = {...CITIES[1], radius_m: 20_000};
    const all = new Map(expected(near, []).map(({id, metres}) => [id, metres]));
    const page = await index.list(queryOf(near, [], {sort: 'issued_date', order: 'desc', limit: 300}));
    expect(page.total).toBe(all.size);
    const days = page.rows.map(({issued_date}) => issued_date);
    expect(days).toEqual(days.toSorted().toReversed());
    for (const {record_id, distance_km} of page.rows)
      expect(Math.abs(Number(distance_km) * 1000 - all.get(String(record_id))!)).toBeLessThan(0.501);
  });

  test('statistics count the rows in the circle and their sums', async () => {
    for (const where of CONDITIONS) {
      const near = {...CITIES[0], radius_m: 30_000};
      const query = {dataset: 'permits', where, near, group_by: 'permit_type', limit: 50, offset: 0};
      const groups = new Map<unknown, {count: number; filled: number; cents: number}>();
      for (const {row} of expected(near, where)) {
        const group = groups.get(row['permit_type']) ?? {count: 0, filled: 0, cents: 0};
        group.count++;
        group.filled += Number((row['estimated_cost'] ?? null) !== null);
        group.cents += Math.round(Number(row['estimated_cost'] ?? 0) * 100);
        groups.set(row['permit_type'], group);
      }
      const page = await index.stats(query);
      expect(page.total).toBe(groups.size);
      for (const {group_value, record_count, sum_value, value_count} of page.rows) {
        const {count, filled, cents} = groups.get(group_value)!;
        expect([record_count, value_count, sum_value]).toEqual([
          count,
          filled,
          filled > 0 ? cents / 100 : null,
        ]);
      }
      expect(page).toEqual(await reference.stats(query));
    }
  });

  test('items have the point on request, and null without one', async () => {
    const page = await index.list({
      dataset: 'permits',
      where: [],
      points: true,
      sort: 'date',
      order: 'desc',
      limit: 200,
      offset: 0,
    });
    const leaves = new Map(rows.map((row) => [row['record_id'], [row['lat'], row['lng']]]));
    for (const {record_id, lat, lng} of page.rows) expect([lat, lng]).toEqual(leaves.get(String(record_id)));
    expect(page.rows.some(({lat}) => lat === null)).toBe(true);
    expect(page.rows[0]).not.toHaveProperty('distance_km');
  });

  test('a detail has its point as an object and no distance', async () => {
    const row = rows.find(({lat}) => lat !== null)!;
    const detail = await index.detail('permits', String(row['record_id']));
    expect(detail).toMatchObject({
      geometry: {type: 'Point', coordinates: [row['lng'], row['lat']]},
      geometry_source: 'source',
      published_at: row['first_seen'],
      last_updated: row['last_changed'],
    });
    expect(detail).toEqual(await reference.detail('permits', String(row['record_id'])));
    const bare = await index.detail('permits', String(rows.find(({lat}) => lat === null)!['record_id']));
    expect(bare).toMatchObject({geometry: null, geometry_source: null, lat: null, lng: null});
  });
});

test('a table without points refuses a search by distance', async () => {
  const query = queryOf({lat: 45, lng: -75, radius_m: 1000}, []);
  await expect(index.list({...query, dataset: 'contracts', sort: 'date'})).rejects.toThrow(/no point/);
});

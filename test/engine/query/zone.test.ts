/** Zone queries on a build: the index, the reference and the scan agree. */
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Manifest} from '../../../builds/artefacts.ts';
import {openBuild} from '../../../engine/open.ts';
import type {Engine, Zone} from '../../../engine/types.ts';
import {writeBuild} from '../../helpers/build.ts';
import {type Area, zoneAt} from '../../helpers/scan_areas.ts';
import {seed} from '../../helpers/seed.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';
import {town} from '../../helpers/synthetic_areas.ts';
import {zoningRows} from '../../helpers/zoning_rows.ts';
import {openReference, type Reference} from '../../reference/open.ts';

const areas: Area[] = [
  ...town({within: 'calgary', lng: -114.07, lat: 51.04, blocks: 6, seed}),
  ...town({within: 'edmonton', lng: -114.066, lat: 51.046, blocks: 6, seed: seed + 1}),
  ...town({within: 'toronto', lng: -79.4, lat: 43.65, blocks: 6, seed: seed + 2}),
];

let root: string;
let index: Engine;
let reference: Reference;
let manifest: Manifest;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'zone-'));
  manifest = await writeBuild(join(root, 'one'), {rows: {zoning: zoningRows(areas)}});
  index = await openBuild(join(root, 'one'));
  reference = await openReference(join(root, 'one'), {memory_mb: 256, threads: 1});
});
afterAll(async () => {
  await index?.close();
  await reference?.close();
  rmSync(root, {recursive: true});
});

/** An answer whose item may be overwritten, kept. */
const kept = (zone: Zone | null) => {
  if (!zone) return null;
  const item = zone.item.toString();
  return {...zone, item, id: String((JSON.parse(item) as {record_id: string}).record_id)};
};

test('index and reference agree with the scan, down to the item', async () => {
  const next = seededRandom(seed + 3);
  const vertices = areas.flatMap(({parts}) => parts.flat(2));
  for (let i = 0; i < 400; i++) {
    const [x, y] = vertices[Math.floor(next() * vertices.length)] as [number, number];
    const off = () => (i % 4 === 0 ? 0 : (next() - 0.5) * 10 ** (-2 - (i % 6)));
    const [lat, lng] = [y + off(), x + off()];
    const within = ['calgary', 'toronto', undefined, undefined][i % 4];
    const fromScan = zoneAt(areas, lat, lng, within);
    const zone = kept(await index.zone({dataset: 'zoning', lat, lng, within}));
    const at = {seed, lat, lng, within};
    expect({...at, id: zone?.id, match: zone?.match}).toEqual({
      ...at,
      id: fromScan?.id,
      match: fromScan?.match,
    });
    expect(Math.abs((zone?.distance_m ?? 0) - (fromScan?.distance_m ?? 0))).toBeLessThan(1e-6);
    // Five shares no factor with what places and distances are drawn by: all of them meet the reference.
    if (i % 5 > 1) continue;
    const expected = kept(await reference.zone({dataset: 'zoning', lat, lng, within}));
    expect({...at, item: expected?.item, match: expected?.match}).toEqual({
      ...at,
      item: zone?.item,
      match: zone?.match,
    });
    expect(Math.abs((zone?.distance_m ?? 0) - (expected?.distance_m ?? 0))).toBeLessThan(1e-6);
  }
});

test('the item has the fields of the list, and the detail the geometry as an object', async () => {
  const [area] = areas;
  const [lng, lat] = area!.parts[0]![0]![0] as [number, number];
  const zone = kept(await index.zone({dataset: 'zoning', lat, lng}))!;
  const item = JSON.parse(zone.item) as Record<string, unknown>;
  expect(Object.keys(item)).toEqual([
    'record_id',
    'municipality',
    'province',
    'zone_code',
    'zone_description',
    'zone_category',
    'source_dataset',
    'source_url',
    'last_updated',
  ]);
  expect(item['record_id']).toBe(zone.id);
  const detail = (await index.detail('zoning', zone.id))!.toString();
  expect(JSON.parse(detail)).toMatchObject({...item, geometry: {type: expect.any(String)}});
  expect((await reference.detail('zoning', zone.id))!.toString()).toBe(detail);
});

test('a municipality without areas and a point far from all have no zone', async () => {
  const [lng, lat] = areas[0]!.parts[0]![0]![0] as [number, number];
  for (const engine of [index, reference]) {
    expect(await engine.zone({dataset: 'zoning', lat, lng, within: 'winnipeg'})).toBeNull();
    expect(await engine.zone({dataset: 'zoning', lat: 0, lng: 0})).toBeNull();
    expect(await engine.zone({dataset: 'zoning', lat: 90, lng: -180})).toBeNull();
  }
});

test('a dataset without areas refuses zone queries', async () => {
  expect(() => index.zone({dataset: 'contracts', lat: 0, lng: 0})).toThrow(/contracts holds no areas/);
  await expect(reference.zone({dataset: 'contracts', lat: 0, lng: 0})).rejects.toThrow(/holds no areas/);
});

test('the same areas in any order compile to the same bytes', async () => {
  const again = await writeBuild(join(root, 'two'), {rows: {zoning: zoningRows([...areas].reverse())}});
  expect(again.index['zoning']).toEqual(manifest.index['zoning']);
});

test('a build without zoning opens and has no zone', async () => {
  await writeBuild(join(root, 'three'), {rows: {contracts: []}});
  const engine = await openBuild(join(root, 'three'));
  expect(await engine.zone({dataset: 'zoning', lat: 43.65, lng: -79.4})).toBeNull();
  await engine.close();
});

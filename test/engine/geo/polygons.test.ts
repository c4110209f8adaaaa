/** Lookup of points in areas: the grid against the scan, on synthetic and real layers. */
import * as turf from '@turf/turf';
import {expect, test} from 'vitest';
import {metresPerDegreeEast, metresPerDegreeNorth} from '../../../engine/geo/ellipsoid.ts';
import {compileAreas} from '../../helpers/area_layers.ts';
import {expectedOf, SAMPLED, sampledAreas} from '../../helpers/area_samples.ts';
import {SAMPLES} from '../../helpers/samples.ts';
import {type Area, before, type Polygon, type Position, zoneAt} from '../../helpers/scan_areas.ts';
import {seed} from '../../helpers/seed.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';
import {roughSize, town} from '../../helpers/synthetic_areas.ts';

/** Points at random, near edges and vertices, on them, and around the border. */
function pointsIn(areas: readonly Area[], count: number, next: () => number): [lat: number, lng: number][] {
  const rings = areas.flatMap(({parts}) => parts.flat());
  const all = rings.flat();
  const [lngs, lats] = [all.map(([lng]) => lng!), all.map(([, lat]) => lat!)];
  const between = (values: number[]) => {
    const [low, high] = [values.reduce((a, b) => Math.min(a, b)), values.reduce((a, b) => Math.max(a, b))];
    return low - 0.003 + next() * (high - low + 0.006);
  };
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  return Array.from({length: count}, (_, i): [number, number] => {
    const [lng, lat] = pick(all) as [number, number];
    const ring = pick(rings);
    const at = Math.floor(next() * (ring.length - 1));
    const [a, b] = [ring[at]!, ring[at + 1]!];
    const t = next();
    const off = () => (next() - 0.5) * 10 ** (-4 - Math.floor(next() * 8));
    switch (i % 4) {
      case 0:
        return [between(lats), between(lngs)];
      case 1:
        return [lat + off(), lng + off()];
      case 2:
        return [a[1]! + t * (b[1]! - a[1]!), a[0]! + t * (b[0]! - a[0]!)];
      default:
        return [a[1]! + t * (b[1]! - a[1]!) + off(), a[0]! + t * (b[0]! - a[0]!) + off()];
    }
  });
}

/** Differences between the index and the scan, with their points. */
function differences(
  areas: readonly Area[],
  points: readonly [number, number][],
  within?: string,
): unknown[] {
  const compiled = compileAreas(areas);
  return points.flatMap(([lat, lng]) => {
    const [match, expected] = [compiled.at(lat, lng, within), zoneAt(areas, lat, lng, within)];
    const same =
      match?.id === expected?.id &&
      match?.match === expected?.match &&
      Math.abs((match?.distance_m ?? 0) - (expected?.distance_m ?? 0)) < 1e-6;
    return same ? [] : [{seed, lat, lng, actual: match, wanted: expected}];
  });
}

const towns = (count: number) => [
  ...town({within: 'calgary', lng: -114.07, lat: 51.04, blocks: 9, seed: count}),
  ...town({within: 'edmonton', lng: -114.06, lat: 51.052, blocks: 7, seed: count + 1}),
  ...town({within: 'toronto', lng: -79.4, lat: 43.65, blocks: 8, seed: count + 2}),
];

test('points anywhere, near and on edges and vertices belong to the area of the scan', () => {
  const areas = towns(seed);
  expect(differences(areas, pointsIn(areas, 4000, seededRandom(seed)))).toEqual([]);
});

test('a point belongs to the smallest area that contains it by turf', () => {
  const areas = towns(seed + 3).sort(before);
  const features = areas.map(({id, parts}) => ({
    id,
    geometry: turf.multiPolygon(parts as Parameters<typeof turf.multiPolygon>[0]),
  }));
  const compiled = compileAreas(areas);
  for (const [lat, lng] of pointsIn(areas, 1000, seededRandom(seed))) {
    const smallest = features.find(({geometry}) => turf.booleanPointInPolygon([lng, lat], geometry));
    const match = compiled.at(lat, lng);
    expect({lat, lng, id: match?.match === 'contains' ? match.id : undefined}).toEqual({
      lat,
      lng,
      id: smallest?.id,
    });
  }
});

test('a restricted lookup searches one layer', () => {
  const areas = towns(seed + 7);
  expect(differences(areas, pointsIn(areas, 1500, seededRandom(seed)), 'edmonton')).toEqual([]);
});

test('every vertex belongs to the smallest of the areas that share it', () => {
  const areas = towns(seed + 9);
  const vertices = areas
    .flatMap(({parts}) => parts.flat(2))
    .map(([lng, lat]): [number, number] => [lat!, lng!]);
  expect(differences(areas, vertices)).toEqual([]);
});

test('the order of the areas changes no answer', () => {
  const areas = towns(seed + 11);
  const shuffled = [...areas].map((area) => ({area, key: seededRandom(area.size)()}));
  shuffled.sort((a, b) => a.key - b.key);
  const [one, other] = [compileAreas(areas), compileAreas(shuffled.map(({area}) => area))];
  for (const [lat, lng] of pointsIn(areas, 3000, seededRandom(seed))) {
    expect(other.at(lat, lng)).toEqual(one.at(lat, lng));
  }
});

test.each([43, 53.5])(
  'at %d degrees north a point 149.9 m away is near an area, one 150.1 m away is not',
  (lat) => {
    const [east, north] = [metresPerDegreeEast(lat), metresPerDegreeNorth(lat)];
    for (let direction = 0; direction < 8; direction++) {
      const angle = (direction * Math.PI) / 4;
      const [x, y] = [Math.cos(angle), Math.sin(angle)];
      // A straight side across the direction, 400 m to both ends, and the area beyond it.
      const corner = (along: number, across: number): Position => [
        -79 + (along * x - across * y) / east,
        lat + (along * y + across * x) / north,
      ];
      const ring = [corner(0, -400), corner(0, 400), corner(-300, 400), corner(-300, -400), corner(0, -400)];
      const area: Area = {
        id: 'z_1',
        code: 'R',
        size: roughSize([[ring]]),
        within: 'toronto',
        parts: [[ring]],
      };
      const compiled = compileAreas([area]);
      const at = (metres: number) => {
        const [lng, north] = corner(metres, 0);
        return compiled.at(north!, lng!);
      };
      expect(at(149.9)).toMatchObject({id: 'z_1', match: 'nearest'});
      expect(at(149.9)!.distance_m).toBeCloseTo(149.9, 2);
      expect(at(150.1)).toBeNull();
      expect(at(-1)).toMatchObject({match: 'contains', distance_m: 0});
    }
  },
);

/** A ring of so many vertices around a point, in and out by turns. */
function star(lng: number, lat: number, vertices: number): Position[] {
  const ring = Array.from({length: vertices}, (_, i): Position => {
    const radius = i % 2 === 0 ? 0.02 : 0.012;
    const angle = (2 * Math.PI * i) / vertices;
    return [lng + radius * Math.cos(angle), lat + radius * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

test('a lookup in an area of 20,000 close vertices agrees with the scan', () => {
  const parts: Polygon[] = [[star(-79.4, 43.7, 20_000)]];
  const inner: Polygon[] = [[star(-79.4, 43.7, 12).map(([x, y]) => [x! / 1.00001, y!])]];
  const areas: Area[] = [
    {id: 'z_1', code: 'UT', size: 9e6, within: 'toronto', parts},
    {id: 'z_2', code: 'R', size: 8e6, within: 'toronto', parts: inner},
  ];
  expect(differences(areas, pointsIn(areas, 400, seededRandom(seed)))).toEqual([]);
});

test('spokes that meet in one vertex and areas that touch in one are distinguished', () => {
  const areas = Array.from({length: 150}, (_, i): Area => {
    const at = (n: number): Position => {
      const angle = (2 * Math.PI * n) / 150;
      return [-79.4 + 0.01 * Math.cos(angle), 43.7 + 0.01 * Math.sin(angle)];
    };
    const parts: Polygon[] = [[[[-79.4, 43.7], at(i), at(i + 1), [-79.4, 43.7]]]];
    return {id: `z_${i}`, code: 'R', size: 1000 + (i % 7), within: 'toronto', parts};
  });
  expect(differences(areas, [[43.7, -79.4], ...pointsIn(areas, 1000, seededRandom(seed))])).toEqual([]);
});

test('a square inside another has their common points; a hole only has those on its edge', () => {
  const square = (half: number): Position[] => [
    [-79 - half, 45 - half],
    [-79 + half, 45 - half],
    [-79 + half, 45 + half],
    [-79 - half, 45 + half],
    [-79 - half, 45 - half],
  ];
  const areas: Area[] = [
    {id: 'z_3', code: 'B', size: 300, within: 'a', parts: [[square(0.03), square(0.01)]]},
    {id: 'z_2', code: 'A', size: 300, within: 'a', parts: [[square(0.03)]]},
    {id: 'z_1', code: 'A', size: 900, within: 'b', parts: [[square(0.04)]]},
    {id: 'z_4', code: 'é', size: 100, within: 'b', parts: [[square(0.001)]]},
    {id: 'z_5', code: 'z', size: 100, within: 'a', parts: [[square(0.001)]]},
  ];
  const {at} = compileAreas(areas);
  expect(at(45.02, -79)?.id).toBe('z_2');
  expect(at(45.02, -79, 'b')?.id).toBe('z_1');
  expect(at(45.01, -79, 'a')?.id).toBe('z_2');
  expect(compileAreas(areas.slice(0, 1)).at(45.01, -79)).toMatchObject({match: 'contains'});
  expect(compileAreas(areas.slice(0, 1)).at(45.0099, -79)).toMatchObject({match: 'nearest', id: 'z_3'});
  expect(compileAreas(areas.slice(0, 1)).at(45.005, -79)).toBeNull();
  // Equal sizes: `z` sorts before `é`.
  expect(at(45, -79)?.id).toBe('z_5');
  expect(at(45.035, -79)?.id).toBe('z_1');
  expect(at(90, -79)).toBeNull();
  expect(at(-90, 180)).toBeNull();
});

test('a layer without areas has no matches', () => {
  expect(compileAreas([]).at(45, -79)).toBeNull();
});

test.skipIf(!SAMPLES).each(SAMPLED)('every point of $oracle has the expected area', (sampled) => {
  const areas = sampledAreas(sampled);
  const {at} = compileAreas(areas);
  const all = expectedOf(sampled);
  expect(all).toHaveLength(1260);
  const wrong = all.filter(({lat, lng, match, id, distance_m}) => {
    const actual = at(lat, lng);
    if (match === 'none') return actual !== null;
    const metres = match === 'nearest' ? distance_m : 0;
    return actual?.id !== id || actual.match !== match || Math.abs(actual.distance_m - metres) > 0.001;
  });
  expect(wrong).toEqual([]);
});

test.skipIf(!SAMPLES).each(SAMPLED)('$layer agrees with the scan at random points', (sampled) => {
  const areas = sampledAreas(sampled);
  expect(differences(areas, pointsIn(areas, 400, seededRandom(seed)))).toEqual([]);
});

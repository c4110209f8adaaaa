/**
 * Canonical polygons compared with turf: the same winding, bounding box and containment, and nearly the same
 * area.
 */
import * as turf from '@turf/turf';
import {describe, expect, test} from 'vitest';
import {areaOf} from '../../../pipeline/geometry/area.ts';
import {geometryText} from '../../../pipeline/geometry/canonical.ts';
import {repairPolygons} from '../../../pipeline/geometry/polygons.ts';
import {seededRandom} from '../../helpers/seeded_random.ts';

type Ring = [number, number][];

/** A star-shaped ring around a center; `reverse` turns it clockwise. */
function ring(
  [x, y]: [number, number],
  size: number,
  corners: number,
  random: () => number,
  reverse: boolean,
): Ring {
  const positions = Array.from({length: corners}, (_, at): [number, number] => {
    const angle = (2 * Math.PI * at) / corners;
    const radius = size * (0.6 + 0.4 * random());
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  const closed = [...positions, positions[0] as [number, number]];
  return reverse ? closed.reverse() : closed;
}

describe.each(Array.from({length: 20}, (_, seed) => seed))('polygon %d', (seed) => {
  const random = seededRandom(seed + 1);
  const center: [number, number] = [-130 + 70 * random(), 43 + 20 * random()];
  const outer = ring(center, 0.05, 5 + Math.floor(30 * random()), random, random() < 0.5);
  const hole = ring(center, 0.02, 4 + Math.floor(9 * random()), random, random() < 0.5);
  const raw = turf.polygon([outer, hole]);
  const repaired = repairPolygons(raw.geometry);
  if ('refused' in repaired) throw new Error(repaired.refused);
  const canonical = JSON.parse(geometryText(repaired.polygons)) as typeof raw.geometry;

  test('is wound like turf', () => {
    expect(turf.rewind(canonical)).toEqual(canonical);
  });

  test('has the bounding box and the points of the published polygon', () => {
    expect(turf.bbox(canonical)).toEqual(turf.bbox(raw));
    for (let at = 0; at < 50; at += 1) {
      const point = [center[0] + 0.1 * (random() - 0.5), center[1] + 0.1 * (random() - 0.5)];
      expect(turf.booleanPointInPolygon(point, canonical)).toBe(turf.booleanPointInPolygon(point, raw));
    }
  });

  test('has the spherical area of turf, within the flattening of the ellipsoid', () => {
    const {area, touching} = areaOf(repaired.polygons);
    expect(touching).toBe(0);
    expect(Math.abs(area / turf.area(raw) - 1)).toBeLessThan(0.007);
  });
});

/** The squared-degree pre-filter of circles against the distances. */
import {expect, test} from 'vitest';
import {Circle} from '../../../engine/geo/circle.ts';
import {OUTSIDE, SEVERAL} from '../../../engine/geo/region.ts';
import {RADIUS_M} from '../../../engine/geo/sphere.ts';
import fc from '../../helpers/fast_check.ts';

const latitude = fc.oneof(
  fc.double({min: 42, max: 62, noNaN: true}),
  fc.double({min: -90, max: 90, noNaN: true}),
);
const longitude = fc.oneof(
  fc.double({min: -130, max: -60, noNaN: true}),
  fc.double({min: -180, max: 180, noNaN: true}),
);
const radius_m = fc.constantFrom(0.001, 100, 1000, 20_000, 100_000, 5_000_000);
/** Parts of the radius: all over the circle and its surroundings, and about its rim. */
const part = fc.oneof(
  fc.double({min: -1.5, max: 1.5, noNaN: true}),
  fc.double({min: -1e-9, max: 1e-9, noNaN: true}).map((d) => 1 + d),
  fc.constantFrom(-1, 0, 1),
);

const clamp = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value));

/** A point so many radii to the north and to the east, by and large. */
function near(circle: {lat: number; lng: number; radius_m: number}, up: number, across: number) {
  const degrees = (circle.radius_m / RADIUS_M) * (180 / Math.PI);
  const shorter = Math.max(0.01, Math.cos((circle.lat * Math.PI) / 180));
  return {
    lat: clamp(circle.lat + up * degrees, 90),
    lng: clamp(circle.lng + (across * degrees) / shorter, 180),
  };
}

const circle = fc.record({lat: latitude, lng: longitude, radius_m});

test('a circle contains the points within its radius', () => {
  const property = fc.property(
    circle,
    part,
    part,
    fc.boolean(),
    latitude,
    longitude,
    (tested, up, across, far, lat, lng) => {
      const circle = new Circle(tested);
      const point = far ? {lat, lng} : near(tested, up, across);
      const metres = circle.centre.distance(point.lat, point.lng);
      const square = circle.squaredAngle(point.lat, point.lng);
      expect(circle.containsPoint(square, point.lat, point.lng)).toBe(metres <= tested.radius_m);
      if (square > circle.outerSquare) return;
      const exact = (metres / RADIUS_M) ** 2;
      expect(Math.abs(square - exact)).toBeLessThanOrEqual(exact * circle.relativeError + 1e-300);
    },
  );
  fc.assert(property, {numRuns: 50_000});
});

test('a box beyond the circle has none of its points, a covered box no others', () => {
  const corner = fc.tuple(part, part);
  const share = fc.double({min: 0, max: 1, noNaN: true});
  const property = fc.property(circle, corner, corner, share, share, (tested, one, other, up, across) => {
    const circle = new Circle(tested);
    const [a, b] = [near(tested, ...one), near(tested, ...other)];
    const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat)];
    const [west, east] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng)];
    const lat = Math.min(north, south + (north - south) * up);
    const lng = Math.min(east, west + (east - west) * across);
    const held = circle.containsPoint(circle.squaredAngle(lat, lng), lat, lng);
    const relation = circle.relate(Float64Array.of(west, south, east, north), 0);
    if (relation !== SEVERAL) expect(held).toBe(relation !== OUTSIDE);
  });
  fc.assert(property, {numRuns: 50_000});
});

test('a box beyond a ring of the circle has none of its points', () => {
  const corner = fc.tuple(part, part);
  const share = fc.double({min: 0, max: 1, noNaN: true});
  const property = fc.property(circle, corner, corner, share, share, (tested, one, other, least, width) => {
    const circle = new Circle(tested);
    const [a, b] = [near(tested, ...one), near(tested, ...other)];
    const [south, north] = [Math.min(a.lat, b.lat), Math.max(a.lat, b.lat)];
    const [west, east] = [Math.min(a.lng, b.lng), Math.max(a.lng, b.lng)];
    const slack = 3 * circle.relativeError;
    const [low, high] = [circle.outerSquare * least, circle.outerSquare * (least + width)];
    const ring = circle.ring(low * (1 - slack), high * (1 + slack));
    if (ring.relate(Float64Array.of(west, south, east, north), 0) !== OUTSIDE) return;
    for (const [lat, lng] of [
      [south, west],
      [north, east],
      [south, east],
      [north, west],
    ] as const) {
      const metres = circle.centre.distance(lat, lng);
      const square = (metres / RADIUS_M) ** 2;
      expect(metres <= tested.radius_m && square >= low && square <= high).toBe(false);
    }
  });
  fc.assert(property, {numRuns: 50_000});
});

test('boxes far inside and far outside are classified', () => {
  const circle = new Circle({lat: 43.65, lng: -79.38, radius_m: 1000});
  expect(circle.relate(Float64Array.of(-79.385, 43.648, -79.375, 43.652), 0)).toBe(0);
  expect(circle.relate(Float64Array.of(-79.36, 43.648, -79.35, 43.652), 0)).toBe(OUTSIDE);
  expect(circle.relate(Float64Array.of(-79.385, 43.67, -79.375, 43.68), 0)).toBe(OUTSIDE);
  expect(circle.relate(Float64Array.of(-79.4, 43.6, -79.3, 43.7), 0)).toBe(SEVERAL);
});

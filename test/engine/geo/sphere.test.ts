/** Bounds of the distance to a box against the distances of points in it. */
import * as turf from '@turf/turf';
import {expect, test} from 'vitest';
import {Centre, kilometres, RADIUS_M} from '../../../engine/geo/sphere.ts';
import fc from '../../helpers/fast_check.ts';
import {metresBetween} from '../../helpers/permits_build.ts';

const latitude = fc.double({min: -90, max: 90, noNaN: true});
const longitude = fc.double({min: -180, max: 180, noNaN: true});
const share = fc.double({min: 0, max: 1, noNaN: true});
/** Boxes from a point's to a continent's. */
const size = fc.constantFrom(0, 1e-6, 0.001, 0.1, 3, 60);

test('no point of a box is nearer than its lower or farther than its upper bound', () => {
  const property = fc.property(
    fc.record({
      lat: latitude,
      lng: longitude,
      south: latitude,
      west: longitude,
      size,
      across: share,
      up: share,
    }),
    ({lat, lng, south, west, size, across, up}) => {
      const centre = new Centre(lat, lng);
      const [north, east] = [Math.min(90, south + size), Math.min(180, west + size)];
      const point = {lat: south + (north - south) * up, lng: west + (east - west) * across};
      const metres = centre.distance(point.lat, point.lng);
      expect(centre.minDistance(west, south, east, north)).toBeLessThanOrEqual(metres);
      expect(centre.maxDistance(west, south, east, north)).toBeGreaterThanOrEqual(metres);
    },
  );
  fc.assert(property, {numRuns: 20_000});
});

test('bounds hold within metres of the antipode, where distances are imprecise', () => {
  const centre = new Centre(0, 179.99999979258175);
  const metres = centre.distance(0.6037091348628667e-6, 0);
  expect(centre.minDistance(0, 0, 1e-6, 1e-6)).toBeLessThanOrEqual(metres);
  const pole = new Centre(-89.99999991, 12);
  expect(pole.maxDistance(0, 89.9999999, 1e-7, 90)).toBeGreaterThanOrEqual(pole.distance(89.99999995, 5e-8));
});

test('no bound excludes a point of a small box near the antipode', () => {
  const near = fc.double({min: -1e-3, max: 1e-3, noNaN: true});
  const size = fc.constantFrom(0, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-3);
  const property = fc.property(
    fc.record({
      lat: fc.oneof(latitude, fc.constantFrom(0, -90, 90)),
      lng: longitude,
      south: near,
      west: near,
    }),
    fc.record({size, across: share, up: share}),
    ({lat, lng, south, west}, {size, across, up}) => {
      const centre = new Centre(lat, lng);
      const low = Math.min(90, Math.max(-90, -lat + south * size));
      const left = Math.min(180, Math.max(-180, (lng > 0 ? lng - 180 : lng + 180) + west * size));
      const [high, right] = [Math.min(90, low + size), Math.min(180, left + size)];
      const metres = centre.distance(low + (high - low) * up, left + (right - left) * across);
      expect(centre.minDistance(left, low, right, high)).toBeLessThanOrEqual(metres);
      expect(centre.maxDistance(left, low, right, high)).toBeGreaterThanOrEqual(metres);
    },
  );
  fc.assert(property, {numRuns: 20_000});
});

test('the bounds of an empty box are the distance of its point', () => {
  const centre = new Centre(43.65, -79.38);
  const metres = centre.distance(43.7, -79.4);
  expect(centre.minDistance(-79.4, 43.7, -79.4, 43.7)).toBeCloseTo(metres, 4);
  expect(centre.maxDistance(-79.4, 43.7, -79.4, 43.7)).toBeCloseTo(metres, 4);
});

test('distances are spherical, also over a pole and the date line', () => {
  expect(new Centre(0, 0).distance(0, 90)).toBeCloseTo((RADIUS_M * Math.PI) / 2, 3);
  expect(new Centre(89, 0).distance(89, 180)).toBeCloseTo((RADIUS_M * 2 * Math.PI) / 180, 3);
  expect(new Centre(50, 179.5).distance(50, -179.5)).toBeCloseTo(new Centre(50, 0).distance(50, 1), 3);
  expect(new Centre(51.05, -114.07).distance(51.05, -114.07)).toBe(0);
});

test('distances agree with the chord between the points', () => {
  const property = fc.property(latitude, longitude, latitude, longitude, (lat, lng, up, right) => {
    const metres = new Centre(lat, lng).distance(up, right);
    // Near the far end of the globe both lose digits.
    if (metres > RADIUS_M * 3) return;
    expect(Math.abs(metres - metresBetween({lat, lng}, {lat: up, lng: right}))).toBeLessThan(1e-4);
  });
  fc.assert(property, {numRuns: 5000});
});

test('distances agree with turf, which has the same radius', () => {
  const property = fc.property(latitude, longitude, latitude, longitude, (lat, lng, up, right) => {
    const metres = new Centre(lat, lng).distance(up, right);
    const expected = turf.distance([lng, lat], [right, up], {units: 'meters'});
    // Near the antipode both lose digits.
    expect(Math.abs(metres - expected)).toBeLessThan(metres > RADIUS_M * 3 ? 2 : 1e-4);
  });
  fc.assert(property, {numRuns: 2000});
});

test('kilometres have three decimals', () => {
  expect([0, 0.4, 0.5, 412.4999, 100_000].map(kilometres)).toEqual([0, 0, 0.001, 0.412, 100]);
});

/** Great-circle distances against turf and the chord. */
import * as turf from '@turf/turf';
import {expect, test} from 'vitest';
import {Centre, kilometres, RADIUS_M} from '../../../engine/geo/sphere.ts';
import fc from '../../helpers/fast_check.ts';
import {metresBetween} from '../../helpers/permits_build.ts';

const latitude = fc.double({min: -90, max: 90, noNaN: true});
const longitude = fc.double({min: -180, max: 180, noNaN: true});

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

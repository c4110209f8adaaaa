/** Whether an edge has a point of a box: compared with exact fractions, on a grid where touching is common. */

import {expect, test} from 'vitest';
import {edgeTouches} from '../../../engine/geo/polygons/edges.ts';
import fc from '../../helpers/fast_check.ts';

type Box = [west: number, south: number, east: number, north: number];

/** Cuts the edge by each side of the box in turn (Liang and Barsky), in whole numbers. */
function touches([ax, ay, bx, by]: Box, [west, south, east, north]: Box): boolean {
  let [fromN, fromD, toN, toD] = [0, 1, 1, 1];
  const sides: [along: number, room: number][] = [
    [ax - bx, ax - west],
    [bx - ax, east - ax],
    [ay - by, ay - south],
    [by - ay, north - ay],
  ];
  for (const [along, room] of sides) {
    if (along === 0 && room < 0) return false;
    if (along < 0 && room * fromD < fromN * along) [fromN, fromD] = [-room, -along];
    if (along > 0 && room * toD < toN * along) [toN, toD] = [room, along];
  }
  return fromN * toD <= toN * fromD;
}

const whole = fc.integer({min: -6, max: 6});
const span = fc.tuple(whole, whole).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const boxes = fc.tuple(span, span).map(([[west, east], [south, north]]): Box => [west, south, east, north]);

test('edges touch a box where they have a point of it, its border included', () => {
  const property = fc.property(fc.tuple(whole, whole, whole, whole), boxes, (edge, box) => {
    expect(edgeTouches(...edge, ...box)).toBe(touches(edge, box));
  });
  fc.assert(property, {numRuns: 3000});
});

test('a side of the box may be infinite', () => {
  const [west, east] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  expect(edgeTouches(0, 0, 4, 4, 2, 1, east, 2)).toBe(true);
  expect(edgeTouches(0, 0, 4, 4, west, 3, 2, 4)).toBe(false);
  expect(edgeTouches(0, 0, 4, 4, west, -5, east, -1)).toBe(false);
});

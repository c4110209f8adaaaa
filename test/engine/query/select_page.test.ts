/** A page of numbers by a comparison against sorting all of them. */
import {expect, test} from 'vitest';
import {selectPage} from '../../../engine/query/select_page.ts';
import fc from '../../helpers/fast_check.ts';

/**
 * Total orders of different numbers: ascending, descending, and by groups of equal size as statistics have
 * them.
 */
const ORDERS: ((a: number, b: number) => number)[] = [
  (a, b) => a - b,
  (a, b) => b - a,
  (a, b) => (b % 3) - (a % 3) || a - b,
  (a, b) => (a ^ 21) - (b ^ 21),
];

test('selects the row ids of any page, in order', () => {
  const property = fc.property(
    fc.oneof(
      fc.uniqueArray(fc.nat({max: 40})),
      fc.uniqueArray(fc.nat({max: 1000}), {minLength: 100, maxLength: 300}),
      // quickselect samples lists of more than 600 items.
      fc.uniqueArray(fc.nat({max: 1 << 20}), {minLength: 601, maxLength: 900}),
    ),
    fc.constantFrom(...ORDERS),
    fc.nat({max: 320}),
    fc.integer({min: 1, max: 200}),
    (all, compare, offset, limit) => {
      const numbers = Uint32Array.from(all);
      expect(selectPage(numbers, compare, offset, limit)).toEqual(
        [...all].sort(compare).slice(offset, offset + limit),
      );
      expect([...numbers].sort()).toEqual([...all].sort());
    },
  );
  fc.assert(property, {numRuns: 1000});
});

test('pages far beyond the end are empty', () => {
  expect(selectPage(Uint32Array.of(1, 2), (a, b) => a - b, Number.MAX_SAFE_INTEGER, 200)).toEqual([]);
  expect(selectPage(new Uint32Array(0), (a, b) => a - b, 0, 1)).toEqual([]);
});

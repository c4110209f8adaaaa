/** What is kept of queries: the values used last, in all no more than a bound. */
import {expect, test} from 'vitest';
import {Bitmap} from '../../../engine/rowset/bitmap.ts';
import {bytesOfSet, Cache} from '../../../engine/rowset/cache.ts';
import type {RowSet} from '../../../engine/rowset/rowset.ts';
import fc from '../../helpers/fast_check.ts';

const ROWS = 10_000;
/** Bytes of the cache of a build of so many rows. */
const BOUND = 2 ** 20 + 8 * ROWS;

const arrayOf = (length: number): RowSet => ({kind: 'array', rows: new Uint32Array(length)});
const neverMade = (): RowSet => {
  throw new Error('it is kept');
};

test('a value is made once, until all are let go of', () => {
  const cache = new Cache(ROWS);
  const [one, other] = [arrayOf(10), arrayOf(20)];
  expect(cache.get('a', () => one, bytesOfSet)).toBe(one);
  expect(cache.get('b', () => other, bytesOfSet)).toBe(other);
  expect(cache.get('a', neverMade, bytesOfSet)).toBe(one);
  cache.clear();
  expect(cache.get('a', () => other, bytesOfSet)).toBe(other);
});

test('values are let go of in the order of their last use, and only as many as have to be', () => {
  const use = fc.record({key: fc.nat({max: 30}), length: fc.integer({min: 0, max: 60_000})});
  const property = fc.property(fc.array(use, {maxLength: 200}), (uses) => {
    const cache = new Cache(ROWS);
    // Those used last come last.
    let expected: {key: number; bytes: number}[] = [];
    for (const {key, length} of uses) {
      const known = expected.find((one) => one.key === key);
      let isMade = false;
      const make = () => {
        isMade = true;
        return arrayOf(length);
      };
      cache.get(String(key), make, bytesOfSet);
      expect(isMade).toBe(known === undefined);
      expected = expected.filter((one) => one !== known);
      expected.push(known ?? {key, bytes: 256 + 4 * length});
      while (expected.reduce((sum, {bytes}) => sum + bytes, 0) > BOUND) expected.shift();
    }
  });
  fc.assert(property, {numRuns: 300});
});

test('a value that does not fit is not kept; a larger build keeps larger values', () => {
  const set: RowSet = {kind: 'bitmap', bitmap: Bitmap.empty(8 * BOUND), count: 0};
  for (const [rows, isKept] of [
    [ROWS, false],
    [10 * ROWS, true],
  ] as const) {
    const cache = new Cache(rows);
    cache.get('a', () => set, bytesOfSet);
    let isMade = false;
    cache.get(
      'a',
      () => {
        isMade = true;
        return set;
      },
      bytesOfSet,
    );
    expect(isMade).toBe(!isKept);
  }
});

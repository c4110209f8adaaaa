/** Row sets of terms: those used last stay, in all no more than a bound. */
import {expect, test} from 'vitest';
import {Bitmap} from '../../../engine/rowset/bitmap.ts';
import type {RowSet} from '../../../engine/rowset/rowset.ts';
import {TermCache} from '../../../engine/text/term_cache.ts';
import fc from '../../helpers/fast_check.ts';

const ROWS = 10_000;
/** Bytes of the cache of a build of so many rows. */
const BOUND = 6 * ROWS;

const arrayOf = (length: number): RowSet => ({kind: 'array', rows: new Uint32Array(length)});

test('what is found is that of the last call for its key', () => {
  const cache = new TermCache(ROWS);
  const [one, other] = [arrayOf(10), arrayOf(20)];
  cache.set('a', one);
  cache.set('b', other);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([one, other, undefined]);
  cache.clear();
  expect([cache.get('a'), cache.get('b')]).toEqual([undefined, undefined]);
});

test('sets are evicted in the order of their last use, and only as many as have to be', () => {
  const use = fc.record({key: fc.nat({max: 30}), length: fc.integer({min: 0, max: 4000})});
  const property = fc.property(fc.array(use, {maxLength: 200}), (uses) => {
    const cache = new TermCache(ROWS);
    // Those used last come last.
    let expected: {key: number; bytes: number}[] = [];
    for (const {key, length} of uses) {
      const known = expected.find((one) => one.key === key);
      expect(cache.get(String(key)) !== undefined).toBe(known !== undefined);
      expected = expected.filter((one) => one !== known);
      if (known) expected.push(known);
      else {
        cache.set(String(key), arrayOf(length));
        expected.push({key, bytes: 256 + 4 * length});
      }
      while (expected.reduce((sum, {bytes}) => sum + bytes, 0) > BOUND) expected.shift();
    }
  });
  fc.assert(property, {numRuns: 300});
});

test('a set that does not fit is not cached; a larger build caches larger sets', () => {
  const set: RowSet = {kind: 'bitmap', bitmap: Bitmap.empty(8 * BOUND), count: 0};
  for (const [rows, isCached] of [
    [ROWS, false],
    [2 * ROWS, true],
  ] as const) {
    const cache = new TermCache(rows);
    cache.set('a', set);
    expect(cache.get('a') === set).toBe(isCached);
  }
});

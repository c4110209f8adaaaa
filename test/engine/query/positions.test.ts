/** Positions of row sets in an order: both ways of finding them against the whole list of them. */
import {expect, test} from 'vitest';
import {positionsAmong, positionsIn} from '../../../engine/query/positions.ts';
import {Bitmap} from '../../../engine/rowset/bitmap.ts';
import type {RowSet} from '../../../engine/rowset/rowset.ts';
import fc from '../../helpers/fast_check.ts';

const ROWS = 90;

const order = fc.shuffledSubarray([...Array(ROWS).keys()], {minLength: ROWS});
const rowSet: fc.Arbitrary<RowSet> = fc.oneof(
  fc
    .tuple(fc.nat(ROWS), fc.nat(ROWS))
    .map(([a, b]) => ({kind: 'range' as const, from: Math.min(a, b), to: Math.max(a, b)})),
  fc
    .subarray([...Array(ROWS).keys()])
    .map((rows) => ({kind: 'array' as const, rows: Uint32Array.from(rows)})),
  fc.subarray([...Array(ROWS).keys()]).map((rows) => {
    const bitmap = new Bitmap(new Uint32Array(Math.ceil(ROWS / 32)));
    for (const row of rows) bitmap.add(row);
    return {kind: 'bitmap' as const, bitmap, count: rows.length};
  }),
);
const members = (set: RowSet): number[] => {
  if (set.kind === 'range') return Array.from({length: set.to - set.from}, (_, i) => set.from + i);
  return set.kind === 'array' ? [...set.rows] : [...Array(ROWS).keys()].filter((row) => set.bitmap.has(row));
};
/** A range of positions, how many are skipped, and how many are wanted. */
const request = fc.record({from: fc.nat(ROWS), to: fc.nat(ROWS), skipped: fc.nat(12), limit: fc.nat(20)});

test.each(['in the order of rows', 'in another order'])('members %s', (which) => {
  const property = fc.property(order, rowSet, fc.array(request), (rows, set, requests) => {
    const isDefault = which === 'in the order of rows';
    const of = new Set(members(set));
    const expected = [...Array(ROWS).keys()].filter((at) => of.has(isDefault ? at : rows[at]!));
    const positions = isDefault
      ? positionsIn(set)
      : positionsAmong(Uint32Array.from(rows), set, new Bitmap(new Uint32Array(Math.ceil(ROWS / 32))));
    expect(positions.size).toBe(expected.length);
    for (const {from, to, skipped, limit} of requests) {
      const within = expected.filter((at) => at >= from && at < to);
      if (from <= to) expect(positions.count(from, to)).toBe(within.length);
      const into = new Uint32Array(limit);
      const count = positions.take(from, to, skipped, into);
      expect([...into.subarray(0, count)]).toEqual(within.slice(skipped, skipped + limit));
      expect(positions.before(to, skipped)).toBe(expected.filter((at) => at < to).at(-1 - skipped) ?? -1);
    }
  });
  fc.assert(property, {numRuns: 200});
});

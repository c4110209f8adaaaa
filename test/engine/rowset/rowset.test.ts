/** Row sets against arrays. */
import {expect, test} from 'vitest';
import {Bitmap, popcount32} from '../../../engine/rowset/bitmap.ts';
import {lowerBound} from '../../../engine/rowset/partition_point.ts';
import {
  forEachBlock,
  forEachRow,
  predecessor,
  type RowSet,
  rank,
  select,
  selectRange,
  sizeOf,
} from '../../../engine/rowset/rowset.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {complement, intersection, intersectWords, toArray, union} from '../../../engine/rowset/set_ops.ts';
import fc from '../../helpers/fast_check.ts';

const check = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, {numRuns: 400});

/** Around the borders of words (32 rows) and of summary words (1,024 rows). */
const ROWS = 2200;
const row = fc.oneof(
  fc.integer({min: 0, max: ROWS - 1}),
  fc.constantFrom(0, 31, 32, 63, 1023, 1024, 1055, 2047, 2048, ROWS - 1),
);
const members = fc.oneof(fc.uniqueArray(row, {maxLength: 12}), fc.uniqueArray(row, {maxLength: 600}));

function bitmapOf(numbers: readonly number[]): Bitmap {
  const bits = Bitmap.empty(ROWS);
  for (const one of numbers) bits.add(one);
  return bits;
}

const sortedOf = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b);

/** A set in each form, and its members in order. */
const sets: fc.Arbitrary<{set: RowSet; all: number[]}> = fc.oneof(
  fc.tuple(row, row).map(([a, b]) => {
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    return {
      set: {kind: 'range', from, to} as const,
      all: Array.from({length: to - from}, (_, i) => from + i),
    };
  }),
  members.map((numbers) => {
    const all = sortedOf(numbers);
    return {set: {kind: 'array', rows: Uint32Array.from(all)} as const, all};
  }),
  members.map((numbers) => {
    const all = sortedOf(numbers);
    return {set: {kind: 'bitmap', bitmap: bitmapOf(numbers), count: all.length} as const, all};
  }),
);

/** Also rows beyond the last one. */
const anyRow = fc.oneof(row, fc.constantFrom(ROWS, ROWS + 1, ROWS + 40));

test('size, members and rank', () => {
  check(
    fc.property(sets, anyRow, ({set, all}, limit) => {
      expect(sizeOf(set)).toBe(all.length);
      const visited: number[] = [];
      forEachRow(set, (one) => visited.push(one));
      expect(visited).toEqual(all);
      expect(rank(set, limit)).toBe(all.filter((one) => one < limit).length);
      expect(predecessor(set, limit)).toBe(all.filter((one) => one < limit).at(-1) ?? -1);
    }),
  );
});

test('select by index, also past the end', () => {
  check(
    fc.property(sets, fc.nat({max: ROWS + 10}), fc.nat({max: 300}), ({set, all}, index, length) => {
      const into = new Uint32Array(length);
      const count = select(set, index, into);
      expect([...into.subarray(0, count)]).toEqual(all.slice(index, index + length));
    }),
  );
});

test('members between two rows, also with reversed bounds', () => {
  check(
    fc.property(sets, anyRow, anyRow, fc.nat({max: 300}), ({set, all}, from, to, length) => {
      const into = new Uint32Array(length);
      const count = selectRange(set, from, to, into);
      const expected = all.filter((one) => one >= from && one < to).slice(0, length);
      expect([...into.subarray(0, count)]).toEqual(expected);
    }),
  );
});

test('a bitmap: has, count, intersection and clear', () => {
  check(
    fc.property(members, members, (a, b) => {
      const bits = bitmapOf(a);
      const [mine, other] = [new Set(a), new Set(b)];
      for (const one of [...a, ...b, 0, ROWS - 1]) expect(bits.has(one)).toBe(mine.has(one));
      expect(bits.count()).toBe(a.length);
      expect(new Bitmap(bits.words.slice(), true).count()).toBe(a.length);
      const common = Bitmap.empty(ROWS);
      expect(common.addCommon(bits, bitmapOf(b).words)).toBe(a.filter((one) => other.has(one)).length);
      expect(common.count()).toBe(a.filter((one) => other.has(one)).length);
      expect(bits.and(bitmapOf(b).words)).toBe(a.filter((one) => other.has(one)).length);
      const left: number[] = [];
      forEachRow({kind: 'bitmap', bitmap: bits, count: 0}, (one) => left.push(one));
      expect(left).toEqual(sortedOf(a.filter((one) => other.has(one))));
      bits.clear();
      expect(bits.words.every((word) => word === 0)).toBe(true);
      bits.addRows(Uint32Array.from(b));
      expect(bits.count()).toBe(b.length);
    }),
  );
});

test('a bitmap adds ranges and slices of arrays', () => {
  check(
    fc.property(members, anyRow, anyRow, (numbers, a, b) => {
      const [from, to] = [Math.min(a, b, ROWS), Math.min(Math.max(a, b), ROWS)];
      const bits = bitmapOf(numbers);
      bits.addRange(from, to);
      const expected = new Set(numbers);
      for (let one = from; one < to; one++) expected.add(one);
      expect(bits.count()).toBe(expected.size);
      for (let one = 0; one < ROWS; one++) if (bits.has(one) !== expected.has(one)) throw new Error(`${one}`);
      const half = Bitmap.empty(ROWS);
      half.addRows(Uint32Array.from(numbers), 1, Math.max(1, numbers.length - 1));
      expect(half.count()).toBe(Math.max(0, numbers.length - 2));
      half.clear();
      expect(half.words.every((word) => word === 0)).toBe(true);
    }),
  );
});

test('words are visited in order from a start until the callback stops', () => {
  check(
    fc.property(members, fc.nat({max: 70}), fc.integer({min: 1, max: 5}), (numbers, from, stop) => {
      const visited: number[] = [];
      bitmapOf(numbers).forEachWord((word) => visited.push(word) < stop, from);
      const words = [...new Set(numbers.map((one) => one >>> 5))].filter((word) => word >= from);
      expect(visited).toEqual(sortedOf(words).slice(0, stop));
    }),
  );
});

test('set bits of a word; partition point', () => {
  check(
    fc.property(fc.integer(), members, row, (word, numbers, one) => {
      expect(popcount32(word)).toBe([...(word >>> 0).toString(2)].filter((bit) => bit === '1').length);
      const all = sortedOf(numbers);
      const first = all.findIndex((other) => other >= one);
      expect(lowerBound(all, one)).toBe(first < 0 ? all.length : first);
    }),
  );
});

test('blocks have all members in order, and as many as they say', () => {
  check(
    fc.property(sets, fc.constantFrom(1024, 1500, 4096), ({set, all}, length) => {
      const work = {block: new Uint32Array(length), check: () => {}};
      const got: number[] = [];
      forEachBlock(set, work, (rows) => {
        expect(rows.length).toBeGreaterThan(0);
        got.push(...rows);
      });
      expect(got).toEqual(all);
    }),
  );
});

test('a complement has the rows that are in no form of the set, which stays as it is', () => {
  const scratch = new Scratch();
  const every = Array.from({length: ROWS}, (_, row) => row);
  check(
    fc.property(sets, ({set, all}) => {
      const others = complement(set, ROWS, scratch);
      const [got, left]: [number[], number[]] = [[], []];
      forEachRow(others, (row) => got.push(row));
      forEachRow(set, (row) => left.push(row));
      const members = new Set(all);
      expect(got).toEqual(every.filter((row) => !members.has(row)));
      expect([sizeOf(others), left]).toEqual([got.length, all]);
      scratch.release();
    }),
  );
});

test('a union has the members of both sets, which stay as they are', () => {
  const scratch = new Scratch();
  check(
    fc.property(sets, sets, (one, other) => {
      const both = union(one.set, other.set, ROWS, scratch);
      const got: number[] = [];
      forEachRow(both, (row) => got.push(row));
      expect(got).toEqual(sortedOf([...new Set([...one.all, ...other.all])]));
      expect(sizeOf(both)).toBe(got.length);
      for (const {set, all} of [one, other]) {
        const left: number[] = [];
        forEachRow(set, (row) => left.push(row));
        expect(left).toEqual(all);
      }
      scratch.release();
    }),
  );
});

test('an intersection has the members of both sets, which stay as they are', () => {
  const scratch = new Scratch();
  check(
    fc.property(sets, sets, (one, other) => {
      const common = intersection(one.set, other.set, ROWS, scratch);
      const members = new Set(other.all);
      const got: number[] = [];
      forEachRow(common, (row) => got.push(row));
      expect(got).toEqual(one.all.filter((row) => members.has(row)));
      expect(sizeOf(common)).toBe(got.length);
      for (const {set, all} of [one, other]) {
        const left: number[] = [];
        forEachRow(set, (row) => left.push(row));
        expect(left).toEqual(all);
      }
      scratch.release();
    }),
  );
});

test('the members that are in a bitmap, again and again in the same memory', () => {
  const scratch = new Scratch();
  check(
    fc.property(sets, members, ({set, all}, others) => {
      const {words} = bitmapOf(others);
      const inside = intersectWords(set, words, ROWS, scratch);
      expect([...toArray(inside, scratch)]).toEqual(all.filter((one) => others.includes(one)));
      scratch.release();
    }),
  );
});

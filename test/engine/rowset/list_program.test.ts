/** Lists of rows in WebAssembly, compared with plain sets. */
import {expect, test} from 'vitest';
import {Bitmap} from '../../../engine/rowset/bitmap.ts';
import {commonRows, listProgram} from '../../../engine/rowset/list_program.ts';
import {forEachRow} from '../../../engine/rowset/rowset.ts';
import {Scratch} from '../../../engine/rowset/scratch.ts';
import {toArray} from '../../../engine/rowset/set_ops.ts';
import fc from '../../helpers/fast_check.ts';

/** Tables below, at and above a word of the bitmap, and larger ones in turn, so that the program is opened again. */
const SIZES = [1, 32, 63, 64, 65, 1000, 70_001];

const lists = fc.constantFrom(...SIZES).chain((rows) => {
  const list = fc
    .record({
      near: fc.array(fc.integer({min: 0, max: rows - 1}), {maxLength: 40}),
      from: fc.integer({min: 0, max: rows - 1}),
      dense: fc.constantFrom(0, 1, 300, 900),
    })
    .map(({near, from, dense}) => [
      ...near,
      ...Array.from({length: Math.min(dense, rows - from)}, (_, i) => from + i),
    ]);
  return fc.record({rows: fc.constant(rows), first: list, second: list});
});

const ascending = (rows: Iterable<number>): number[] => [...new Set(rows)].sort((a, b) => a - b);

test('lists in any order, with repeats, are intersected and sorted', () => {
  const property = fc.property(lists, ({rows, first, second}) => {
    const program = listProgram(rows, first.length + second.length);
    const members = new Set(first);
    const expected = second.filter((row) => members.has(row));
    const at = first.length;
    const intersect = (repeats: boolean): number[] => {
      program.elements.set(first);
      program.elements.set(second, at);
      const count = program.intersect(0, at, at, second.length, repeats);
      return [...program.elements.subarray(at, at + count)];
    };
    expect(intersect(false)).toEqual(expected);
    // The rows that are met twice are left out the second time.
    expect(intersect(true)).toEqual([...new Set(expected)]);
    program.elements.set(second, 0);
    const count = program.sortDistinct(0, second.length);
    expect([...program.elements.subarray(0, count)]).toEqual(ascending(second));
  });
  fc.assert(property, {numRuns: 300});
});

test('two ascending lists have the rows in common that sets have', () => {
  const scratch = new Scratch();
  const property = fc.property(lists, ({rows, first, second}) => {
    const [one, other] = [ascending(first), ascending(second)];
    const common = commonRows(rows, Uint32Array.from(one), Uint32Array.from(other), scratch);
    expect([...toArray(common, scratch)]).toEqual(one.filter((row) => other.includes(row)));
    scratch.release();
  });
  fc.assert(property, {numRuns: 200});
});

test('marks are moved into a bitmap, which is walked as any other', () => {
  const property = fc.property(lists, ({rows, first, second}) => {
    const bitmap = Bitmap.empty(rows);
    for (const list of [first, second]) {
      const program = listProgram(rows, list.length);
      program.elements.set(list);
      program.mark({form: 'listed', at: 0, count: list.length}, rows, 0);
      program.moveMarks(bitmap, rows);
      const walked: number[] = [];
      forEachRow({kind: 'bitmap', bitmap, count: 0}, (row) => walked.push(row));
      expect(walked).toEqual(ascending(list));
      expect(bitmap.count()).toBe(walked.length);
    }
    bitmap.clear();
    expect(bitmap.words.some((word) => word !== 0)).toBe(false);
  });
  fc.assert(property, {numRuns: 200});
});

test('elements whose low halves are given by block are written in full', () => {
  const blocks = fc.array(fc.array(fc.nat({max: 65_535}), {maxLength: 40}), {minLength: 1, maxLength: 5});
  const property = fc.property(blocks, fc.nat({max: 9}), (halves, at) => {
    const low = Uint16Array.from(halves.flat());
    const ends = Uint32Array.from(halves, (_, block) => halves.slice(0, block + 1).flat().length);
    const program = listProgram(0, at + low.length + 1);
    program.elements.fill(7, 0, at + low.length + 1);
    program.widenBlocks(low, ends, at);
    const expected = halves.flatMap((block, number) => block.map((half) => number * 65_536 + half));
    // Nothing before or after them is touched.
    expect([...program.elements.subarray(0, at + low.length + 1)]).toEqual([
      ...Array(at).fill(7),
      ...expected,
      7,
    ]);
  });
  fc.assert(property, {numRuns: 300});
});

test('memory grows with the lists, and what much longer ones took is given back', () => {
  const small = listProgram(1000, 8);
  const large = listProgram(1000, 3_000_000);
  expect(large.elements.length).toBeGreaterThanOrEqual(3_000_000);
  large.elements.set([7, 3, 7], 2_999_997);
  expect(large.sortDistinct(2_999_997, 3)).toBe(2);
  const again = listProgram(1000, 8);
  expect(again).not.toBe(large);
  expect(again.elements.length).toBeLessThan(1 << 20);
  expect(small.elements.length).toBeGreaterThanOrEqual(8);
});

test('elements that are in another list at a distance are those that a set finds', () => {
  const sorted = fc.uniqueArray(fc.nat({max: 400}), {maxLength: 120}).map(ascending);
  const highest = fc.constantFrom(0, 2 ** 32 - 401);
  const property = fc.property(
    sorted,
    sorted,
    fc.integer({min: -9, max: 9}),
    highest,
    (one, other, delta, from) => {
      const first = one.map((element) => from + element);
      const second = other.map((element) => from + element);
      const program = listProgram(0, 2 * first.length + 4 + second.length);
      program.elements.set(first);
      program.elements.set(second, first.length);
      const out = first.length + second.length;
      const [span, others] = [
        {at: 0, count: first.length},
        {at: first.length, count: second.length},
      ];
      const count = program.matchShifted(span, others, delta, out);
      const members = new Set(second);
      // What goes beyond 32 bits is in no list.
      expect([...program.elements.subarray(out, out + count)]).toEqual(
        first.filter((element) => members.has(element + delta)),
      );
    },
  );
  fc.assert(property, {numRuns: 500});
});

test('an element whose low bits are above a bound is found wherever it lies', () => {
  const property = fc.property(
    fc.array(fc.nat({max: 300}), {maxLength: 20}),
    fc.nat({max: 64}),
    (list, most) => {
      const program = listProgram(0, list.length);
      program.elements.set(list);
      expect(program.exceeds(0, list.length, 63, most)).toBe(list.some((element) => (element & 63) > most));
    },
  );
  fc.assert(property, {numRuns: 300});
});

/** Rows that come in any order are given back in row order. */
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {RowSpill} from '../../../engine/compile/row_spill.ts';
import type {RowOrder} from '../../../engine/sql/row_order.ts';
import fc from '../../helpers/fast_check.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'row-spill-'));
});
afterAll(() => rmSync(dir, {recursive: true}));

/** The order in which rows have these positions; the file of a position is its remainder by three. */
const orderOf = (positions: readonly number[]): RowOrder => ({
  rows: positions.length,
  files: Uint16Array.from(positions, (position) => position % 3),
  rowsOf: [],
  rowAt: new Uint32Array(),
  positions: Uint32Array.from(positions),
});

test('the texts of all rows are read in row order, in whatever order they came', () => {
  const path = join(dir, 'rows');
  // Some texts are longer than what is read or written at once.
  const text = fc.oneof(
    {weight: 60, arbitrary: fc.string({unit: 'binary', maxLength: 40})},
    fc.constant('x'.repeat(300_000)),
  );
  const rows = fc.array(fc.tuple(text, text, text), {maxLength: 60});
  const property = fc.property(rows, fc.infiniteStream(fc.nat()), (all, random) => {
    const shuffled = () => {
      const waiting = [...all.keys()];
      return all.map(() => waiting.splice(random.next().value! % waiting.length, 1)[0]!);
    };
    const spill = new RowSpill(path, all.length, 3);
    for (const position of shuffled())
      spill.add(
        position,
        all[position]!.map((one) => Buffer.from(one)),
      );
    const order = shuffled();
    const read: string[][] = [];
    spill.read(orderOf(order), (texts) => read.push(texts.map((bytes) => Buffer.from(bytes).toString())));
    expect(read).toEqual(order.map((position) => [...all[position]!]));
    spill.close();
    expect(existsSync(path)).toBe(false);
  });
  fc.assert(property, {numRuns: 60});
});

test('a row that was not added is an error, and one that was added twice', () => {
  const spill = new RowSpill(join(dir, 'lacking'), 2, 1);
  spill.add(1, [Buffer.from('one')]);
  expect(() => spill.add(1, [Buffer.from('one')])).toThrow('position 1 twice');
  expect(() => spill.read(orderOf([1, 0]), () => undefined)).toThrow('lacks that at position 0');
  spill.close();
});

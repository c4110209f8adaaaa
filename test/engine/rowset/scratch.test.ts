/** Working memory of queries: what is given back, and what stays for the next one. */
import {expect, test} from 'vitest';
import {Scratch} from '../../../engine/rowset/scratch.ts';

const LARGE = 1 << 21;

const bytesOf = (scratch: Scratch): number => scratch.u32(1).buffer.byteLength;

test('memory of a query stays for the next one', () => {
  const scratch = new Scratch();
  const {buffer} = scratch.u32(LARGE);
  scratch.release();
  expect(scratch.u32(LARGE).buffer).toBe(buffer);
});

test('all memory is given back when it is asked for, and taken again', () => {
  const scratch = new Scratch();
  scratch.u32(LARGE);
  scratch.f64(LARGE);
  const bitmap = scratch.bitmap(1000);
  bitmap.words.fill(1);
  scratch.giveBack();
  expect(bytesOf(scratch)).toBeLessThan(LARGE);
  expect(scratch.f64(1).buffer.byteLength).toBeLessThan(LARGE);
  const next = scratch.bitmap(1000);
  expect(next).not.toBe(bitmap);
  expect(next.words.every((word) => word === 0)).toBe(true);
  expect(scratch.u32(LARGE)).toHaveLength(LARGE);
});

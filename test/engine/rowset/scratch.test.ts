/** Working memory of queries: what is given back, and what stays for the next one. */
import {expect, test} from 'vitest';
import {Scratch} from '../../../engine/rowset/scratch.ts';

const LARGE = 1 << 21;

test('memory of a query stays for the next one', () => {
  const scratch = new Scratch();
  const {buffer} = scratch.u32(LARGE);
  scratch.release();
  expect(scratch.u32(LARGE).buffer).toBe(buffer);
});

/** Values of `bbox` and `datetime`: what is read, and what is refused. */
import {expect, test} from 'vitest';
import {parseBox, parseDays} from '../../../server/ogc/values.ts';

test('the last edges of a box belong to it', () => {
  const {west, south, east, north} = parseBox('-1,0,0,2.5');
  expect([west, south]).toEqual([-1, 0]);
  expect(east).toBe(Number.MIN_VALUE);
  expect(north > 2.5 && north - 2.5 < 1e-15).toBe(true);
  const below = parseBox('-3,-3,-2,-2').east;
  expect(below > -2 && below + 2 < 1e-15).toBe(true);
});

test.each(['', '1,2,3', '1,2,3,4,5', '1,2,,4', '1,2,3,Infinity', '1,5,3,4', '0x1,2,3,4'])(
  '%j is no box',
  (text) => {
    expect(() => parseBox(text)).toThrow('bbox must be four numbers');
  },
);

test.each([
  ['2024-02-29', '2024-02-29', '2024-02-29'],
  ['2024-02-29T23:30:00-05:00', '2024-03-01', '2024-03-01'],
  ['2024-02-01/2024-03-01', '2024-02-01', '2024-03-01'],
  ['2024-02-01T10:00:00Z/..', '2024-02-01', null],
  ['/2024-03-01', null, '2024-03-01'],
  ['2024-02-01T10:00:00Z/2024-02-01', '2024-02-01', '2024-02-01'],
])('%s', (text, from, to) => {
  expect(parseDays(text)).toEqual({from, to});
});

test.each([
  '..',
  '/',
  '2023-02-29',
  '2024-01-01T25:00:00Z',
  '2024-01-02/2024-01-01',
  '2024-01-01/2024-01-02/..',
])('%s is refused', (text) => {
  expect(() => parseDays(text)).toThrow('datetime must be');
});

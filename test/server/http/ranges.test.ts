/** Ranges of a whole file: syntax, conditions and ends (RFC 9110, 14.1.2, 14.2 and 13.1.5). */
import {expect, test} from 'vitest';
import {contentRange, rangeOf} from '../../../server/http/ranges.ts';
import fc from '../../helpers/fast_check.ts';

const ETAG = '"b1-0123"';
const of = (range: string | undefined, size = 1000, condition?: string) =>
  rangeOf(
    {
      ...(range === undefined ? {} : {range}),
      ...(condition === undefined ? {} : {'if-range': condition}),
    },
    size,
    ETAG,
  );

test.each([
  ['bytes=0-499', {from: 0, to: 500}],
  ['bytes=500-999', {from: 500, to: 1000}],
  ['bytes=500-5000', {from: 500, to: 1000}],
  ['bytes=-500', {from: 500, to: 1000}],
  ['bytes=-5000', {from: 0, to: 1000}],
  ['bytes=999-', {from: 999, to: 1000}],
  ['BYTES=0-0', {from: 0, to: 1}],
  [' bytes=0-0 ', {from: 0, to: 1}],
  [`bytes=0-${'9'.repeat(400)}`, {from: 0, to: 1000}],
])('%s', (header, range) => expect(of(header)).toEqual(range));

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'bytes=1.5-2',
  'bytes=0x1-2',
  'bytes 0-1',
  'lines=0-1',
  'bytes=--1',
])('%s asks for the whole file', (header) => expect(of(header)).toBeNull());

test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
  '%s lies outside',
  (header) => expect(of(header)).toBe('outside'),
);

test('nothing of an empty file can be asked for', () => {
  expect([of('bytes=0-', 0), of('bytes=-1', 0)]).toEqual(['outside', 'outside']);
});

test('a range is only taken of the version that the client has', () => {
  expect(of('bytes=0-0', 1000, ETAG)).toEqual({from: 0, to: 1});
  for (const other of ['"b2-0123"', `W/${ETAG}`, 'Sun, 22 Nov 2026 06:00:00 GMT', ''])
    expect(of('bytes=0-0', 1000, other)).toBeNull();
});

test('whatever is asked for, the bytes are those that a slice has', () => {
  const number = fc.option(fc.nat(40), {nil: '' as const});
  fc.assert(
    fc.property(number, number, fc.nat(30), (first, last, size) => {
      const range = of(`bytes=${first}-${last}`, size);
      const all = Array.from({length: size}, (_, i) => i);
      const wanted = all.filter((at) =>
        first === '' ? at >= size - Number(last) : at >= Number(first) && (last === '' || at <= Number(last)),
      );
      if (range === null) {
        expect((first === '' && last === '') || (first !== '' && last !== '' && last < first)).toBe(true);
      } else if (range === 'outside') expect(wanted).toEqual([]);
      else expect(all.slice(range.from, range.to)).toEqual(wanted);
    }),
  );
});

test('what Content-Range says', () => {
  expect([contentRange({from: 0, to: 10}, 100), contentRange('outside', 100)]).toEqual([
    'bytes 0-9/100',
    'bytes */100',
  ]);
});

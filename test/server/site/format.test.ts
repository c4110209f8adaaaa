/** Numbers and queries that pages write by themselves: as the functions of the platform do. */
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {formatDollars, formatNumber, formatQuarter} from '../../../server/site/format.ts';
import {formEncoded, withQuery} from '../../../server/site/paths.ts';

const LOCALES = {en: 'en-CA', fr: 'fr-CA'} as const;

test.each(['en', 'fr'] as const)('numbers are written as Intl writes them (%s)', (language) => {
  const format = new Intl.NumberFormat(LOCALES[language], {maximumFractionDigits: 6});
  const expected = (value: number) => format.format(value);
  for (const value of [
    0,
    -0,
    7,
    999,
    1000,
    1234,
    12_345,
    999_999,
    1e6,
    1e15,
    2 ** 53,
    -1,
    -1234,
    0.5,
    1234.5,
  ])
    expect(formatNumber(value, language)).toBe(expected(value));
  fc.assert(
    fc.property(fc.oneof(fc.integer(), fc.maxSafeNat(), fc.double({noNaN: true})), (value) => {
      expect(formatNumber(value, language)).toBe(expected(value));
    }),
  );
});

const text = fc.oneof(
  fc.string(),
  fc.string({unit: 'binary'}),
  fc.string({unit: fc.constantFrom(..."\uD800~!'()*+ %&=-._é")}),
);

test('a query is that of a form', () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(formEncoded(value)).toBe(new URLSearchParams([['', value]]).toString().slice(1));
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
      const query = new URLSearchParams(pairs.filter(([, value]) => value !== '')).toString();
      expect(withQuery('/a', pairs)).toBe(query === '' ? '/a' : `/a?${query}`);
    }),
  );
});

test.each([
  ['2023-2024-Q1', 'en', 'Apr–Jun 2023'],
  ['2023-2024-Q3', 'fr', 'oct.–déc. 2023'],
  ['2023-2024-Q4', 'en', 'Jan–Mar 2024'],
  ['2023-24-Q4', 'fr', 'janv.–mars 2024'],
  ['2023', 'en', '2023'],
] as const)('the fiscal quarter %s is months of a calendar year (%s)', (period, language, text) => {
  expect(formatQuarter(period, language)).toBe(text);
});

test('lists have whole dollars, and cents where there are no dollars', () => {
  expect(formatDollars(1234.5, 'en')).toBe('$1,235');
  expect(formatDollars(0.4, 'en')).toBe('$0.40');
  expect(formatDollars(-1234.4, 'en')).toBe('-$1,234');
});

/** Fixed-point values and their bounds against exact arithmetic. */
import {expect, test} from 'vitest';
import {centsText, MAX_EXACT, UNITS, unitOf, wholeUnits} from '../../../engine/columns/units.ts';
import fc from '../../helpers/fast_check.ts';

const check = (property: Parameters<typeof fc.assert>[0]) => fc.assert(property, {numRuns: 1000});

const digits = (max: number) =>
  fc.array(fc.constantFrom(...'0123456789'), {minLength: 1, maxLength: max}).map((all) => all.join(''));
const decimal = fc
  .tuple(fc.constantFrom('', '-'), digits(25), fc.option(digits(25)))
  .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === null ? '' : `.${fraction}`}`);

/** The text times ten to the power of 25 at least, and that power: exact. */
function exact(text: string): {value: bigint; power: bigint} {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(25, '0'));
  return {value: text.startsWith('-') ? -value : value, power: 10n ** 25n};
}

test.each([0, 2])('a bound with any number of digits admits the same values, scale %i', (scale) => {
  check(
    fc.property(decimal, fc.bigInt({min: -(10n ** 6n), max: 10n ** 6n}), (text, near) => {
      const {value, power} = exact(text);
      const unit = power / 10n ** BigInt(scale);
      for (const units of [value / unit + near, value / unit, value / unit + 1n, value / unit - 1n]) {
        expect(units >= wholeUnits(text, scale, 'gte')).toBe(units * unit >= value);
        expect(units <= wholeUnits(text, scale, 'lte')).toBe(units * unit <= value);
      }
    }),
  );
});

test('a bound beyond the exact numbers is infinite', () => {
  const bound = UNITS.money!.bound;
  expect(bound('90071992547409.91', 'gte')).toBe(MAX_EXACT);
  expect(bound('90071992547409.92', 'gte')).toBe(Number.POSITIVE_INFINITY);
  expect(bound('-90071992547409.91', 'lte')).toBe(-MAX_EXACT);
  expect(bound(`-${'9'.repeat(40)}`, 'gte')).toBe(Number.NEGATIVE_INFINITY);
  expect(UNITS.integer!.bound('9007199254740991', 'lte')).toBe(MAX_EXACT);
});

test('a text that is not a decimal number is refused by name', () => {
  for (const text of ['', 'x', '1e3', '.5', '1.', '0x10', ' 1', '--1']) {
    expect(() => wholeUnits(text, 2, 'gte')).toThrow(`a bound must be a decimal number, got ${text}`);
  }
});

test('cents as text are read back to the same cents', () => {
  check(
    fc.property(fc.maxSafeInteger(), (cents) => {
      const text = centsText(cents);
      expect(text).toMatch(/^-?\d+\.\d\d$/);
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(cents));
      expect(UNITS.money!.bound(text, 'gte')).toBe(cents);
      expect(UNITS.money!.bound(text, 'lte')).toBe(cents);
    }),
  );
  expect([5, -5, 0, -100].map(centsText)).toEqual(['0.05', '-0.05', '0.00', '-1.00']);
});

test('days and seconds keep the order of their texts and are read back', () => {
  const [first, last] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];
  const time = fc.integer({min: first / 1000, max: Math.floor(last / 1000)});
  check(
    fc.property(time, time, (a, b) => {
      const texts = [a, b].map((seconds) => new Date(seconds * 1000).toISOString());
      for (const [type, length] of [
        ['date', 10],
        ['timestamp', 19],
      ] as const) {
        const {bound, text} = unitOf(type);
        const [x, y] = texts.map((one) => one.slice(0, length)) as [string, string];
        expect(Math.sign(bound(x, 'gte') - bound(y, 'gte'))).toBe(x === y ? 0 : x < y ? -1 : 1);
        expect(text(bound(x, 'lte'))).toBe(x.replace('T', ' '));
        expect(bound(x.replace('T', ' '), 'gte')).toBe(bound(x, 'gte'));
      }
    }),
  );
});

test('a type without an order is refused', () => {
  expect(() => unitOf('rows')).toThrow('values of type rows are not compared by size');
});

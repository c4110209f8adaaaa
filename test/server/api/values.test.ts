/** Values of parameters by type: what is taken, what is refused and with which message. */
import {describe, expect, test} from 'vitest';
import {isEmpty, parseValue} from '../../../server/api/request/values.ts';
import type {Parameter} from '../../../server/api/routes/types.ts';

const parameterOf = (type: Parameter['type'], more: Partial<Parameter> = {}): Parameter => ({
  type,
  help: '',
  example: '',
  ...more,
});
const read = (text: string, parameter: Parameter) => parseValue(text, 'it', parameter);

describe('integer', () => {
  const parameter = parameterOf('integer', {lowest: 1, highest: 200});
  test.each([
    ['7', 7],
    [' +7 ', 7],
    ['007', 7],
    ['200', 200],
    ['201', 200],
    ['9007199254740991', 200],
  ])('accepts %j', (text, value) => expect(read(text, parameter)).toBe(value));
  test.each(['abc', '1.5', '1e3', '0x10', '9007199254740992', '1 000', '--1', '+'])('refuses %j', (text) =>
    expect(() => read(text, parameter)).toThrow('it must be an integer.'),
  );
  test.each(['0', '-5', '-0'])('%j is below the bound', (text) =>
    expect(() => read(text, parameter)).toThrow('it must be at least 1.'),
  );
  test('minus zero is zero', () => expect(Object.is(read('-0', parameterOf('integer')), 0)).toBe(true));
});

describe('number', () => {
  test.each([
    ['5', '5'],
    ['+5', '5'],
    ['-5.50', '-5.5'],
    ['000.10', '0.1'],
    ['-0.00', '0'],
    ['10', '10'],
    ['12345678901234567890.123', '12345678901234567890.123'],
  ])('%j is %j', (text, value) => expect(read(text, parameterOf('number'))).toBe(value));
  test.each(['abc', '1e5', 'NaN', 'Infinity', '1,000', '0x1F', '.5', '5.', '1 0'])('refuses %j', (text) =>
    expect(() => read(text, parameterOf('number'))).toThrow('it must be a number.'),
  );
});

describe('boolean', () => {
  test.each([
    ['TRUE', true],
    ['1', true],
    ['False', false],
    ['0', false],
  ])('%j is %j', (text, value) => expect(read(text, parameterOf('boolean'))).toBe(value));
  test.each(['yes', '2', 'tru', 'constructor'])('refuses %j', (text) =>
    expect(() => read(text, parameterOf('boolean'))).toThrow('it must be a valid boolean.'),
  );
});

describe('date', () => {
  test.each(['2024-02-29', '0001-01-01', '9999-12-31'])('accepts %j', (text) =>
    expect(read(text, parameterOf('date'))).toBe(text),
  );
  test.each([
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '20240101',
    '2024-1-1',
    '2024-01-01T00:00:00',
    '2024-01-01T24:00:00Z',
    '2023-02-29T00:00:00.000Z',
    '2024-01-01T00:00:00.Z',
    '2024-01-01T00:00:00.0000000000Z',
    '2024-01-01T00:00:00+01:00',
    'today',
  ])('refuses %j', (text) =>
    expect(() => read(text, parameterOf('date'))).toThrow('it must be a date in the form YYYY-MM-DD.'),
  );
});

test.each(['2024-05-06T00:00:00.000Z', '2024-05-06T23:59:59.999Z', '2024-05-06T12:00:00Z'])(
  'the day of %j counts',
  (text) => expect(read(text, parameterOf('date'))).toBe('2024-05-06'),
);

describe('time', () => {
  test.each([
    ['2024-05-06', 'gte', '2024-05-06T00:00:00'],
    ['2024-05-06', 'lte', '2024-05-06T23:59:59'],
    ['2024-05-06T07:08:09', 'gte', '2024-05-06T07:08:09'],
    ['2024-05-06T07:08:09Z', 'lte', '2024-05-06T07:08:09'],
    ['2024-05-06T07:08:09.000Z', 'gte', '2024-05-06T07:08:09'],
    ['2024-05-06T07:08:09.001Z', 'gte', '2024-05-06T07:08:10'],
    ['2024-12-31T23:59:59.5Z', 'gte', '2025-01-01T00:00:00'],
    ['2024-05-06T07:08:09.999Z', 'lte', '2024-05-06T07:08:09'],
  ] as const)('%j as %s is %j', (text, op, time) => expect(read(text, parameterOf('time', {op}))).toBe(time));
  test.each([
    '2024-05-06T7:08:09',
    '2024-05-06T07:08',
    '2024-02-30T00:00:00Z',
    '2024-05-06T07:08:09-05:00',
    'now',
  ])('refuses %j', (text) =>
    expect(() => read(text, parameterOf('time', {op: 'gte'}))).toThrow('it must be a date or a time'),
  );
});

test('a set accepts any case and returns the canonical item', () => {
  const parameter = parameterOf('set', {values: ['asc', 'desc']});
  expect(read('DESC', parameter)).toBe('desc');
  expect(() => read('up', parameter)).toThrow('it must be one of: asc, desc.');
});

test('the message of a set of two names a choice', () => {
  const parameter = parameterOf('set', {values: ['NSERC', 'SSHRC'], choice: true});
  expect(read(' nserc ', parameter)).toBe('NSERC');
  expect(() => read('CIHR', parameter)).toThrow('it must be NSERC or SSHRC.');
});

describe('fiscal year', () => {
  test.each(['1999-00', ' 2023-24 ', '0000-99'])('accepts %j', (text) =>
    expect(read(text, parameterOf('fiscal_year'))).toBe(text.trim()),
  );
  test.each(['2023', '2023-2024', '2023/24', '2023 -24', '12023-24', '٢٠٢٣-٢٤'])('refuses %j', (text) =>
    expect(() => read(text, parameterOf('fiscal_year'))).toThrow('it must have the form YYYY-YY.'),
  );
});

test('names are sorted in table order without repeats; an unknown one is refused with the known ones', () => {
  const parameter = parameterOf('names', {values: ['a', 'b', 'c']});
  expect(read(' c, a,,c', parameter)).toEqual(['a', 'c']);
  expect(() => read('a,A', parameter)).toThrow('it has an unknown name: A. Allowed: a, b, c.');
  const few = parameterOf('names', {values: ['a', 'b', 'c'], most: 2});
  expect(read('c,c,a', few)).toEqual(['a', 'c']);
  expect(() => read('a,b,c', few)).toThrow('it takes at most 2 values.');
});

test('a search has a bound of words, however they are spaced', () => {
  const search = parameterOf('string', {op: 'terms', most: 3});
  expect(read(' a  b\u00a0c ', search)).toBe('a  b\u00a0c');
  expect(() => read('a b c d', search)).toThrow('it takes at most 3 words.');
});

test('a search has a bound of short words, of which those in other words are none', () => {
  const search = parameterOf('string', {op: 'terms', most: 9, most_short: 2});
  const message = 'it takes at most 2 words of one or two letters: leave some out, or write longer ones.';
  for (const text of [
    'de la mer',
    'De la de LA',
    'a an anse z',
    'conseil de la sante bleue',
    '\u{1F600}\u{1F600} b',
  ])
    expect(read(text, search)).toBe(text);
  for (const text of ['de la mer et', '1 2 3', 'é\u0301 \u{1F600} b', 'à de du'])
    expect(() => read(text, search)).toThrow(message);
});

test('texts are counted in characters, not in code units', () => {
  const long = '\u{1F600}'.repeat(200);
  expect(read(long, parameterOf('string'))).toBe(long);
  expect(() => read(`${long}x`, parameterOf('string'))).toThrow('it must be at most 200 characters.');
  expect(() => read('x'.repeat(301), parameterOf('string', {longest: 300}))).toThrow(
    'it must be at most 300 characters.',
  );
});

test('values that count as absent', () => {
  expect(isEmpty(' \t', parameterOf('integer'))).toBe(true);
  expect(isEmpty('\u0301', parameterOf('string'))).toBe(true);
  expect(isEmpty('%', parameterOf('string'))).toBe(false);
  expect(isEmpty(' , ,', parameterOf('names'))).toBe(true);
});

/** Field functions for dates, numbers, codes and addresses, with every form of cell that publishers write. */
import {describe, test} from 'vitest';
import {
  address,
  code,
  constant,
  date,
  firstCharacters,
  historicalDate,
  inCad,
  integer,
  jsonItems,
  money,
  timestamp,
} from '../../../datasets/fields.ts';
import type {CodeTable, Field} from '../../../datasets/types.ts';
import {type Case, holds} from '../../helpers/fields.ts';

const NBSP = '\u00a0';

const table = (unknown: CodeTable['unknown']): CodeTable => ({
  name: 'kinds',
  help: '',
  values: {Large: ['L', 'Très grand'], Small: ['S']},
  prefixes: {Small: ['tiny']},
  ignored: ['n/a', '--'],
  unknown,
});

const CODES: Case[] = [
  ['', null],
  ['L', 'Large'],
  [' large ', 'Large'],
  ['tres  GRAND', 'Large'],
  ['Tre\u0300s grand', 'Large'],
  ['Tiny - blue', 'Small'],
  ['a tiny one', null, 'warning'],
  ['N/A', null],
  ['--', null],
  [NBSP, null],
  ['huge', null, 'warning'],
];

const AMOUNTS: Case[] = [
  ['', null],
  [' ', null],
  [NBSP, null],
  ['NA', null],
  ['Sans objet', null],
  ['18769300', 18769300],
  ['175392769.2', 175392769.2],
  ['22692174.0', 22692174],
  ['-4104000.0', -4104000],
  ['0.0', 0],
  ['0.00', 0],
  ['.5', 0.5],
  ['$1,234.50', 1234.5],
  ['$567,786.00', 567786],
  ['-$1,234.50', -1234.5],
  ['$-1,234.50', -1234.5],
  ['$ 1 234.50', 1234.5],
  [`${NBSP}12${NBSP}`, 12],
  ['9999999999999.25', 9999999999999.25],
  ['0.005', 0.01],
  ['0.004', 0],
  ['1,234,567,890,123.25', 1234567890123.25],
  ['10000000000000', null, 'warning'],
  ['12,345,678,901,234', null, 'warning'],
  ['99999999999999999', null, 'warning'],
  ['1 234,50', 1234.5],
  ['1234,50', 1234.5],
  ['12,34.50', null, 'warning'],
  ['1.234.50', null, 'warning'],
  ['(500.00)', -500],
  ['1e5', 100_000],
  ['$', null, 'warning'],
  ['7,000.', 7000],
  ['$7000.', 7000],
  ['.', null, 'warning'],
  ['$.', null, 'warning'],
  ['7,000..', null, 'warning'],
  ['7.000.', null, 'warning'],
  ['-', null],
  ['--5', null, 'warning'],
  ['5 CAD', 5],
  ['NaN', null, 'warning'],
];

const FIELDS: Record<string, {field: Field; cases: Case[]}> = {
  date: {
    field: date('a'),
    cases: [
      ['', null],
      ['NA', null],
      ['2024-03-05', '2024-03-05'],
      [` 2024-03-05${NBSP}`, '2024-03-05'],
      ['2024-03-01T14:00:00', '2024-03-01'],
      ['2023-04-03 14:00:00 EDT', '2023-04-03'],
      ['2016-12-30 14:00 Eastern Standard Time (EST)', '2016-12-30'],
      ['2024-02-29', '2024-02-29'],
      ['1900-01-01', '1900-01-01'],
      ['2099-12-31', '2099-12-31'],
      ['0001-01-01', null, 'warning'],
      ['1899-12-31', null, 'warning'],
      ['2100-03-31T16:00:00', '2100-03-31'],
      ['2101-01-01', null, 'warning'],
      ['2023-02-30', null, 'warning'],
      ['2023-02-29', null, 'warning'],
      ['2023-13-01', null, 'warning'],
      ['2024-3-5', null, 'warning'],
      ['05/03/2024', null, 'warning'],
      ['2024-03-056', null, 'warning'],
      ['20240305', null, 'warning'],
      ['soon', null, 'warning'],
    ],
  },
  'date of a source that goes back further': {
    field: historicalDate('a', 1758),
    cases: [
      ['1841-04-08T00:00:00Z', '1841-04-08'],
      ['1758-10-02', '1758-10-02'],
      ['1753-01-01T00:00:00', null, 'warning'],
      ['0001-01-01T00:00:00', null, 'warning'],
    ],
  },
  'date of several columns': {
    field: date(['a', 'b']),
    cases: [
      [{a: '', b: '2024-01-02'}, '2024-01-02'],
      [{a: 'N/A', b: '2024-01-02'}, '2024-01-02'],
      [{a: 'soon', b: '2024-01-02'}, null, 'warning'],
    ],
  },
  time: {
    field: timestamp('a'),
    cases: [
      ['', null],
      ['2026-11-21T06:00:00', '2026-11-21T06:00:00'],
      ['2026-11-21T06:00:00Z', '2026-11-21T06:00:00'],
      [' 2026-11-21T23:59:59.999Z ', '2026-11-21T23:59:59'],
      ['1900-01-01T00:00:00', '1900-01-01T00:00:00'],
      ['2026-11-21', null, 'warning'],
      ['2026-11-21 06:00:00', null, 'warning'],
      ['2026-11-21T06:00:00-05:00', null, 'warning'],
      ['2026-11-21T24:00:01', null, 'warning'],
      ['2026-02-30T00:00:00', null, 'warning'],
      ['0001-01-01T00:00:00', null, 'warning'],
    ],
  },
  'items of a JSON array': {
    field: jsonItems('a'),
    cases: [
      ['', []],
      ['[]', []],
      ['["a"," b  c ","", null, 3]', ['a', 'b c', '3']],
      ['["\\"q\\" \\u00e9", "a"]', ['"q" é', 'a']],
      ['{"a": 1}', [], 'warning'],
      ['"a"', [], 'warning'],
      ['["a"', [], 'warning'],
    ],
  },
  'items among known ones': {
    field: jsonItems('a', ['health', 'arts_culture']),
    cases: [
      ['["health","sport","arts_culture"]', ['health', 'arts_culture']],
      ['["arts.culture"]', []],
    ],
  },
  money: {field: money('a'), cases: AMOUNTS},
  integer: {
    field: integer('a'),
    cases: [
      ['', null],
      ['NA', null],
      ['0', 0],
      ['3', 3],
      ['3.0', 3],
      ['007', 7],
      [' 12 ', 12],
      ['3.5', null, 'warning'],
      ['-1', null, 'warning'],
      ['1,000', null, 'warning'],
      ['several', null, 'warning'],
      ['9999999999999999', null, 'warning'],
    ],
  },
  'amount in CAD': {
    field: inCad('a', 'b'),
    cases: [
      [{a: '5', b: ''}, 5],
      [{a: '5', b: 'CAD'}, 5],
      [{a: '5', b: ' cad '}, 5],
      [{a: '5', b: 'N/A'}, 5],
      [{a: '5', b: 'EUR'}, null],
      [{a: '', b: 'CAD'}, null],
      [{a: '1 234,50', b: 'CAD'}, 1234.5],
    ],
  },
  'code that notes what it does not know': {field: code('a', table('report')), cases: CODES},
  'code that drops what it does not know': {
    field: code('a', table('null')),
    cases: CODES.map(([cell, value]) => [cell, value]),
  },
  'code that keeps what it does not know': {
    field: code('a', table('keep')),
    cases: [
      ['tres grand', 'Large'],
      ['n/a', null],
      [' Huge  one', 'Huge one'],
    ],
  },
  'first characters': {
    field: firstCharacters('a', 3, /^[A-Z]\d[A-Z]$/),
    cases: [
      ['', null],
      ['B3H', 'B3H'],
      ['k1a 0b1', 'K1A'],
      [`${NBSP}K 1 A`, 'K1A'],
      ['NA', null],
      ['A98N7D5', null],
      ['12207', null],
    ],
  },
  constant: {field: constant("it's"), cases: [['', "it's"]]},
  address: {
    field: address({
      template: 'https://example.org/{a},{b}/x',
      when: {column: 'a', pattern: /^cb-/i},
      case: 'lower',
      otherwise: 'https://example.org/',
    }),
    cases: [
      [{a: 'CB-1', b: 'É/&?#'}, 'https://example.org/cb-1,%C3%A9%2F%26%3F%23/x'],
      [{a: ' cb-1 ', b: "(a)'!*~_.-"}, "https://example.org/cb-1,(a)'!*~_.-/x"],
      [{a: 'pw-1', b: 'x'}, 'https://example.org/'],
      [{a: 'cb-1', b: ' '}, 'https://example.org/'],
      [{a: '', b: 'x'}, 'https://example.org/'],
    ],
  },
};

describe.each(Object.entries(FIELDS))('%s', (_, {field, cases}) => {
  test('has the values of the table and reports unreadable cells', () => holds(field, cases));
});

/** Field functions for dates, amounts, numbers and sums, with every form of cell that cities write. */
import {describe, test} from 'vitest';
import {columnsOf, cost, date, day, money, number, squareFeet, sum} from '../../../datasets/fields.ts';
import type {Field} from '../../../datasets/types.ts';
import {type Case, holds} from '../../helpers/fields.ts';

/** The file of these rows was fetched on 2026-03-04. */
const DAYS: Case[] = [
  ['', null],
  ['NA', null],
  ['2024-03-05', '2024-03-05'],
  ['2024-03-05T00:00:00', '2024-03-05'],
  ['2024-03-05T00:00:00.000', '2024-03-05'],
  ['2024-03-05T23:59:59.000', '2024-03-05'],
  ['1950-01-01', '1950-01-01'],
  ['1949-12-31', null, 'warning'],
  ['1949-12-31T00:00:00.000', null, 'warning'],
  ['2027-03-04', '2027-03-04'],
  ['2027-03-05', null, 'warning'],
  ['2099-12-31', null, 'warning'],
  ['0205-01-01', null, 'warning'],
  ['2023-02-30T00:00:00.000', null, 'warning'],
  ['20240305', null, 'warning'],
  ['5/28/2025 12:00:00 PM', '2025-05-28'],
  ['soon', null, 'warning'],
];

/** Every form in which publishers and spreadsheets write an amount. */
const AMOUNTS: Case[] = [
  ['1234.5', 1234.5],
  ['$1,234.56', 1234.56],
  ['1,234.56 CAD', 1234.56],
  ['CA$1,234.00', 1234],
  ['C$ 1,234', 1234],
  ['CAD 1234', 1234],
  ['1234 $', 1234],
  ['1 234,56 $', 1234.56],
  ['1\u00a0234\u202f567,8', 1_234_567.8],
  ['1234,56', 1234.56],
  ['(500)', -500],
  ['$(500.25)', -500.25],
  ['($500)', -500],
  ['1234.00-', -1234],
  ['\u22121234', -1234],
  ['-$5', -5],
  ['$-5', -5],
  ['1.2E+06', 1_200_000],
  ['1e3', 1000],
  // Nobody knows what these were.
  ['10000 20000', null, 'warning'],
  ['12 34', null, 'warning'],
  ['1,23,456', null, 'warning'],
  ['1.234,56', null, 'warning'],
  ['(500', null, 'warning'],
  ['(-500)', null, 'warning'],
  ['--5', null, 'warning'],
  ['12345678901234', null, 'warning'],
];

const FIELDS: Record<string, {field: Field; cases: Case[]}> = {
  'amount in any form': {field: money('a'), cases: AMOUNTS},
  'plausible day': {field: day('a'), cases: DAYS},
  'plausible day of several columns': {
    field: day(['a', 'b']),
    cases: [
      [{a: '', b: '2024-01-02'}, '2024-01-02'],
      [{a: '2024-01-02T00:00:00.000', b: '2023-01-02'}, '2024-01-02'],
      [{a: '1901-01-01', b: '2024-01-02'}, null, 'warning'],
    ],
  },
  'day in eight digits': {
    field: day('a', 'compact'),
    cases: [
      ['', null],
      ['20240305', '2024-03-05'],
      [' 20240305 ', '2024-03-05'],
      ['2024-03-05', '2024-03-05'],
      ['20240305-013D', '2024-03-05'],
      ['5/28/2025', '2025-05-28'],
      ['19490101', null, 'warning'],
      ['20230229', null, 'warning'],
      ['2024030', null, 'warning'],
      ['202403051', null, 'warning'],
    ],
  },
  'day with slashes': {
    field: day('a', 'slashes'),
    cases: [
      ['2024/03/05', '2024-03-05'],
      ['03/05/2024', '2024-03-05'],
      ['03/05/2024 12:00:00 AM', '2024-03-05'],
      ['2024-03-05', '2024-03-05'],
      // The month comes first in more rows than the day.
      ['05/13/2024', '2024-05-13'],
      ['05/14/2024', '2024-05-14'],
      ['13/05/2024', null, 'warning'],
      ['3/5/2024', '2024-03-05'],
      ['5/28/2025 12:00:00 PM', '2025-05-28'],
      ['5/028/2025', null, 'warning'],
    ],
  },
  'day in any form of files of single years': {
    field: day('a', 'mixed'),
    cases: [
      ['', null],
      ['2024-03-05', '2024-03-05'],
      ['2024/03/05', '2024-03-05'],
      ['03/05/2024', '2024-03-05'],
      ['20240305', '2024-03-05'],
      ['20240305170000', '2024-03-05'],
      ['20230229000000', null, 'warning'],
      ['19490101000000', null, 'warning'],
      // The month comes first in more rows than the day.
      ['05/13/2024', '2024-05-13'],
      ['05/14/2024', '2024-05-14'],
      ['31/12/2014', null, 'warning'],
      ['2024030517', null, 'warning'],
    ],
  },
  'day of milliseconds since 1970': {
    field: day('a', 'epoch'),
    cases: [
      ['', null],
      ['1709596800000', '2024-03-05'],
      ['1709683199999', '2024-03-05'],
      ['1709596800000.0', '2024-03-05'],
      ['0', '1970-01-01'],
      ['-86400000', '1969-12-31'],
      ['2024-03-05', '2024-03-05'],
      ['-2208988800000', null, 'warning'],
      ['4102444800000', null, 'warning'],
      ['99999999999999', null, 'warning'],
      ['999999999999999999', null, 'warning'],
      ['1.7e12', null, 'warning'],
      ['2024/03/05 04:00:00+00', '2024-03-05'],
    ],
  },
  'day of a workbook': {
    field: day('a', 'workbook'),
    cases: [
      ['', null],
      ['2024-03-05', '2024-03-05'],
      ['43844', '2020-01-14'],
      ['43844.75', '2020-01-14'],
      ['5/28/2025', '2025-05-28'],
      ['3-Feb-20', '2020-02-03'],
      ['03-Feb-2020', '2020-02-03'],
      ['10000', null, 'warning'],
      ['2020', null, 'warning'],
      ['3-Foo-20', null, 'warning'],
    ],
  },
  'day of milliseconds by the clocks of a place': {
    field: {op: 'date', from: ['a'], form: 'epoch', zone: 'America/Toronto', plausible: true},
    cases: [
      // Midnight in UTC, and midnight, noon and evening in Toronto, also in summer.
      ['1709596800000', '2024-03-05'],
      ['1709614800000', '2024-03-05'],
      ['1709658000000', '2024-03-05'],
      ['1709686800000', '2024-03-05'],
      ['1720065600000', '2024-07-04'],
      ['1720152000000', '2024-07-05'],
      ['1720146600000', '2024-07-04'],
      // A midnight that ignores that summer time has ended, or begins that day.
      ['1709611200000', '2024-03-05'],
      ['5/28/2025 12:00:00 PM', '2025-05-28'],
    ],
  },
  'day in eight digits, whatever its year': {
    field: {op: 'date', from: ['a'], form: 'compact'},
    cases: [
      ['19010203', '1901-02-03'],
      ['20990203', '2099-02-03'],
    ],
  },
  'day whatever its year': {field: date('a'), cases: [['2099-12-31', '2099-12-31']]},
  'cost of which 0 is none': {
    field: cost('a', ['on request', '1']),
    cases: [
      ['', null],
      ['0', null],
      ['0.00', null],
      ['$0', null],
      ['$1,234.50', 1234.5],
      ['-$20', -20],
      ['12', 12],
      ['1', null],
      ['On  Request', null],
      ['DO NOT UPDATE', null, 'warning'],
    ],
  },
  'cost of the first column that says one': {
    field: cost(['a', 'b'], ['n/s']),
    cases: [
      [{a: 'n/s', b: '5'}, 5],
      [{a: '', b: '5'}, 5],
      [{a: '0', b: '5'}, null],
    ],
  },
  'amount of which 0 is one': {field: money('a'), cases: [['0', 0]]},
  number: {
    field: number('a'),
    cases: [
      ['', null],
      ['n/a', null],
      ['0', 0],
      ['-0', 0],
      ['12.75', 12.75],
      ['-12.75', -12.75],
      [' 1 234.5 ', 1234.5],
      ['1,234,567.5', 1234567.5],
      ['.5', 0.5],
      ['1,23', 1.23],
      ['1.2.3', null, 'warning'],
      ['1e3', 1000],
      ['12 sq ft', null, 'warning'],
      ['9999999999999999', null, 'warning'],
    ],
  },
  'square feet as square metres': {
    field: squareFeet('a'),
    cases: [
      ['0', null],
      ['0.1', null],
      ['1000', 92.9],
      ['1,687', 156.7],
    ],
  },
  'sum of columns': {
    field: sum({as: 'number', decimals: 1, ...columnsOf('a', 'b')}),
    cases: [
      [{a: '', b: ''}, null],
      [{a: '1.25', b: ''}, 1.3],
      [{a: '', b: '0'}, 0],
      [{a: '1.04', b: '2.03'}, 3.1],
      [{a: 'x', b: '2'}, 2, 'warning'],
      [{a: 'x', b: ''}, null, 'warning'],
    ],
  },
  'dwellings gained less those lost': {
    field: sum({as: 'integer', terms: [{column: 'a'}, {column: 'b', factor: -1, absolute: true}]}),
    cases: [
      [{a: '3', b: '1'}, 2],
      [{a: '3', b: '-1'}, 2],
      [{a: '', b: '2'}, -2],
      [{a: '2.0', b: ''}, 2],
    ],
  },
  'sum, or where it is 0 another': {
    field: sum({as: 'integer', zero: 'null', ...columnsOf('a'), or: columnsOf('b')}),
    cases: [
      [{a: '2', b: '3'}, 2],
      [{a: '0', b: '3'}, 3],
      [{a: '', b: '3'}, 3],
      [{a: '0', b: '0'}, null],
      [{a: '', b: ''}, null],
    ],
  },
};

describe.each(Object.entries(FIELDS))('%s', (_, {field, cases}) => {
  test('has the values of the table and reports unreadable cells', () => holds(field, cases));
});

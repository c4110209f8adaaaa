/** Numbers as people type them: of bills, and of permits without their signs. */
import {expect, test} from 'vitest';
import {billNumberIn} from '../../datasets/rules/bill_numbers.ts';
import {mayNameNumber, plainNumber} from '../../datasets/rules/plain_numbers.ts';

test.each([
  ['Bill C-11', 'c-11'],
  ['bill c 11', 'c-11'],
  ['C11', 'c-11'],
  ['c 11', 'c-11'],
  ['  C - 11 ', 'c-11'],
  ['C\u201311', 'c-11'],
  ['projet de loi C-11', 'c-11'],
  ['Le projet de loi S-203', 's-203'],
  ['the bill s203', 's-203'],
  ['loi C-11A', 'c-11a'],
])('%s is the bill %s', (text, number) => {
  expect(billNumberIn(text)).toBe(number);
});

test.each([
  '',
  'bill',
  'C',
  '11',
  'C-',
  'C-0',
  'C-11 today',
  'act C-11',
  'AC-11',
  'C-12345',
  'C-1-1',
  'bills c-11',
  'd-11',
])('%s is the number of no bill', (text) => {
  expect(billNumberIn(text)).toBeNull();
});

test('numbers keep their letters and digits alone', () => {
  expect(['BP2031-00417', ' 21 123456 BLD 00 NH', 'É/7', '-- /'].map(plainNumber)).toEqual([
    'bp203100417',
    '21123456bld00nh',
    'e7',
    '',
  ]);
  expect(['garage 2', 'garage', ''].map(mayNameNumber)).toEqual([true, false, false]);
});

/** Comma lists of keys: what a column may hold for each, as given in an address after its one decoding. */
import {expect, test} from 'vitest';
import {givenKeys, keyOfStored, nameOfStored, readKeys} from '../../../server/api/request/keys.ts';

const read = (text: string, form: 'key' | 'name' | 'id') => readKeys(text, 'vendor_key', form, 100);

test.each([
  ['Northline%20Surveying%20Inc.', 'Northline%20Surveying%20Inc.'],
  ['Northline Surveying Inc.', 'Northline%20Surveying%20Inc.'],
  ['Lakes%2C%20Rivers%20%26%20Co.', 'Lakes%2C%20Rivers%20%26%20Co.'],
  ['Lakes, Rivers & Co.', 'Lakes%2C%20Rivers%20%26%20Co.'],
  ['Élan 100%', '%C3%89lan%20100%25'],
  ['%C3%89lan%20100%25', '%C3%89lan%20100%25'],
])('%j is the key %j, in a column of keys and in one of names', (text, key) => {
  expect(read(text, 'key')).toContain(key);
  expect(read(text, 'name')).toContain(decodeURIComponent(key));
  expect(givenKeys(text, 'key')).toEqual([{key, name: decodeURIComponent(key)}]);
});

test('a comma separates keys, but not with white space behind it', () => {
  expect(givenKeys('A%2C%20B,C, D,,E', 'key').map(({name}) => name)).toEqual(['A, B', 'C, D', 'E']);
  expect(read('7, 5,5 , 6', 'id')).toEqual(['5', '6', '7']);
});

test('every order of the same keys is one list', () => {
  expect(read('b,a,a', 'name')).toEqual(read('a,b', 'name'));
});

test('a percent sign that encodes nothing is one of the name', () => {
  expect(read('50% off', 'name')).toEqual(['50% off']);
  expect(read('%E0%A4%A', 'key')).toEqual(['%25E0%25A4%25A']);
});

test('values of columns give keys and names', () => {
  expect([keyOfStored('A B', 'name'), keyOfStored('A%20B', 'key'), keyOfStored('12', 'id')]).toEqual([
    'A%20B',
    'A%20B',
    '12',
  ]);
  expect([nameOfStored('A B', 'name'), nameOfStored('A%20B', 'key'), nameOfStored('12', 'id')]).toEqual([
    'A B',
    'A B',
    null,
  ]);
});

test('more keys than are taken are refused', () => {
  expect(() => readKeys('a,b,c', 'vendor_key', 'key', 2)).toThrow('vendor_key takes at most 2 values.');
  expect(readKeys('a,b,a', 'vendor_key', 'key', 2)).toEqual(['a', 'b']);
});

/** Addresses of pages: keys stand in them as names, percent-encoded once. */
import {expect, test} from 'vitest';
import {readableKeys, withQuery} from '../../../server/site/paths.ts';

const NAMES = [
  'National Defence | Défense nationale',
  'Smith, Jones & Co',
  'A+B/C',
  '5 % Ltée',
  'a,b',
  ' x ',
];

test.each(NAMES)('the key of "%s" means the same in an address', (name) => {
  const key = encodeURIComponent(name);
  const query = new URL(withQuery('/contracts', [['vendor_key', key]]), 'http://x').searchParams;
  const given = query.get('vendor_key')!;
  expect([key, name]).toContain(given);
  // What would end at another name stays a key.
  expect(given === key).toBe(/%|,\S|^\s|\s$/.test(name) || key === name);
});

test('of several keys each is read by itself, and no address encodes a percent sign twice', () => {
  const keys = NAMES.map(encodeURIComponent).join(',');
  expect(readableKeys(keys).split(/,(?!\s)/)).toHaveLength(NAMES.length);
  expect(withQuery('/contracts', [['department_key', encodeURIComponent(NAMES[0]!)]])).toBe(
    '/contracts?department_key=National+Defence+%7C+D%C3%A9fense+nationale',
  );
  // Other filters hold what the reader typed.
  expect(withQuery('/contracts', [['q', '100%20']])).toBe('/contracts?q=100%2520');
});

/** The setting that names the pages that may call the tool server. */
import {expect, test} from 'vitest';
import {originsOf, settings} from '../../../datasets/settings.ts';

const origins = (TOOL_ORIGINS: string) => originsOf(settings({TOOL_ORIGINS}), 'TOOL_ORIGINS');

test.each([
  ['', []],
  [' , ', []],
  ['https://a.example.org', ['https://a.example.org']],
  [' https://a.example.org ,http://127.0.0.1:3000', ['https://a.example.org', 'http://127.0.0.1:3000']],
])('"%s" names %j', (text, named) => {
  expect(origins(text)).toEqual(named);
});

test.each([
  '*',
  'null',
  'a.example.org',
  'https://a.example.org/',
  'https://a.example.org/page',
  'https://me@a.example.org',
  'https://A.example.org',
  'ftp://a.example.org',
  'https://a.example.org https://b.example.org',
])('"%s" is refused with the name of the setting', (text) => {
  expect(() => origins(`https://good.example.org,${text}`)).toThrow(
    /setting TOOL_ORIGINS must be an address/,
  );
});

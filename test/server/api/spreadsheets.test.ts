/** CSV that spreadsheets open without running what a publisher's text holds. */
import papaparse from 'papaparse';
import {expect, test} from 'vitest';
import {linesOf} from '../../../engine/rows/json_lines.ts';
import {LineConverter} from '../../../engine/rows/line_converter.ts';

/** The value as a spreadsheet reads it. */
function written(value: string | number, excel: boolean): string {
  const {bytes} = new LineConverter({names: ['value'], format: 'csv', excel, cut: null}).convert(
    linesOf([{value}]),
  );
  return papaparse.parse<string[]>(bytes.toString().slice(0, -2), {delimiter: ','}).data[0]?.[0] ?? '';
}

test.each([
  ['=1+1', "'=1+1"],
  ['+1 613 555 0100', "'+1 613 555 0100"],
  ['-', "'-"],
  ['- none -', "'- none -"],
  ['@here', "'@here"],
  ['\tx', "'\tx"],
  ['=HYPERLINK("http://example.org","a")', `'=HYPERLINK("http://example.org","a")`],
  ['--1', "'--1"],
  ['-1-1', "'-1-1"],
])('%j is disarmed', (text, cell) => {
  expect(written(text, true)).toBe(cell);
  expect(written(text, false)).toBe(cell.replace("'", ''));
});

test.each([
  ['-12.50', '-12.50'],
  ['+3', '+3'],
  ['-1e5', '-1e5'],
  [-4.25, '-4.25'],
  ['a=b', 'a=b'],
  ['', ''],
])('%j stays', (value, cell) => {
  expect(written(value, true)).toBe(cell);
});

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

/** A row as a spreadsheet of the language gets it. */
function rowOf(row: Record<string, unknown>, excel: boolean | 'fr'): string {
  const {bytes} = new LineConverter({names: Object.keys(row), format: 'csv', excel, cut: null}).convert(
    linesOf([row as never]),
  );
  return bytes.toString();
}

test('codes with a zero in front are quoted, and stay texts in spreadsheets', () => {
  const row = {code: '00451', zero: '0', long: '1234567890123456', phone: '0-1', share: 0.5};
  expect(rowOf(row, false)).toBe('"00451",0,1234567890123456,0-1,0.5\r\n');
  expect(rowOf(row, true)).toBe('"=""00451""",0,"=""1234567890123456""",0-1,0.5\r\n');
  expect(rowOf(row, 'fr')).toBe('"=""00451""";0;"=""1234567890123456""";0-1;0,5\r\n');
});

test('in French, semicolons are quoted and commas are not', () => {
  expect(rowOf({a: 'x, y', b: 'x; y', c: ['p', 'q'], d: -1.5e-7}, 'fr')).toBe(
    'x, y;"x; y";"[""p"",""q""]";-1,5e-7\r\n',
  );
});

test('a text that no cell takes is cut with a mark, and never within a character', () => {
  const cell = (text: string) => papaparse.parse<string[]>(rowOf({a: text}, true)).data[0]![0]!;
  expect(cell('x'.repeat(32_767))).toBe('x'.repeat(32_767));
  const cut = cell(`x${'😀'.repeat(20_000)}`);
  expect([cut.length <= 32_767, cut.isWellFormed(), cut.endsWith('😀 […]')]).toEqual([true, true, true]);
  expect(rowOf({a: 'x'.repeat(40_000)}, false)).toHaveLength(40_002);
});

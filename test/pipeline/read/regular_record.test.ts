/** Cells of regular records: those of the parser; every other text is left to it. */
import {parse} from 'csv-parse/sync';
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {regularCells} from '../../../pipeline/read/regular_record.ts';

test.each<[string, string[] | null]>([
  ['a,"b ""c""\r\nd",,é\r\n', ['a', 'b "c"\r\nd', '', 'é']],
  ['a\n', ['a']],
  [',', ['', '']],
  ['"",""', ['', '']],
  ['', null],
  ['\r\n', null],
  ['a,b"c\n', null],
  ['a,"b"c\n', null],
  ['a,"b\n', null],
  ['a,b\nc,d\n', null],
  ['a,b\rc\n', null],
])('%j has the cells %j', (text, cells) => {
  expect(regularCells(text, ',')).toEqual(cells);
});

test('regular records have the cells that the parser finds', () => {
  const signs = fc.constantFrom('a', 'é', ' ', '"', '""', ',', ';', '\r\n', '\n', '\r', '\0', '"x"', '","');
  const texts = fc.array(signs, {minLength: 1, maxLength: 12}).map((all) => all.join(''));
  let regular = 0;
  fc.assert(
    fc.property(texts, fc.constantFrom(',' as const, ';' as const), (text, delimiter) => {
      const cells = regularCells(text, delimiter);
      if (!cells) return;
      regular += 1;
      const options = {delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n']};
      expect(parse(text, options)).toEqual([cells]);
    }),
    {numRuns: 5000},
  );
  expect(regular).toBeGreaterThan(500);
});

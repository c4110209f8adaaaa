/**
 * What the converter of lines writes is what goes by way of objects: for any row, field list, language and
 * form.
 */
import {describe, expect, test} from 'vitest';
import type {Columns} from '../../../datasets/types.ts';
import {lengthOf, linesOf} from '../../../engine/rows/json_lines.ts';
import {LineConverter, type LineForm} from '../../../engine/rows/line_converter.ts';
import type {Row} from '../../../engine/types.ts';
import fc from '../../helpers/fast_check.ts';
import {csvRows, itemsOf, ndjson} from '../../helpers/row_oracle.ts';

/**
 * Pieces that CSV, JSON, spreadsheets or bilingual values treat in a way of their own, and lone surrogates.
 */
const PIECES = [
  ...[...' ,"\'\\\r\n\t=+-@|;/\u0000\u0008\u001f\u007f\ufeff\uff0c\uffff\ud83d\ude00\ud83d\udc00'],
  ...[
    'é',
    'ł',
    '😀',
    ' | ',
    '|',
    '""',
    '\r\n',
    '-12.5',
    '+3',
    '-1e5',
    '1.',
    'e',
    '007',
    '1234567890123456',
    '=1+1',
    'null',
    '\ufeff',
  ],
  ...['plain', 'a text of more than sixteen bytes', 'exactly16bytes..', 'Ministère de la Santé'],
];
const text = fc.array(fc.constantFrom(...PIECES), {maxLength: 8}).map((pieces) => pieces.join(''));
const number = fc.oneof(
  fc.integer(),
  fc.double({noNaN: true, noDefaultInfinity: true}),
  fc.constantFrom(0, -0, 1e21, -1e-7, 1402829.57, -4.25),
);
const leaf = fc.oneof(text, fc.string({unit: 'binary'}), number, fc.boolean(), fc.constant(null));
const nested = fc.oneof(
  fc.array(leaf, {maxLength: 3}),
  fc.dictionary(fc.constantFrom('x', 'y', 'a b', '"'), fc.oneof(leaf, fc.array(leaf, {maxLength: 2}))),
);
const value = fc.oneof({weight: 4, arbitrary: leaf}, {weight: 1, arbitrary: nested});

const NAMES = ['a', 'name_2', 'a_field_with_a_name_of_many_bytes', 'd', 'e'];
const column = {type: 'text', nullable: true, help: '', visibility: 'list', example: null} as const;
const COLUMNS: Columns = Object.fromEntries(
  NAMES.map((name, i) => [name, i % 2 === 0 ? column : {...column, bilingual: true}]),
);
const CUT = new Set(NAMES.filter((name) => COLUMNS[name]!.bilingual));
const row = fc
  .tuple(...NAMES.map(() => value))
  .map((values): Row => Object.fromEntries(NAMES.map((name, i) => [name, values[i]!])));

const written = (rows: readonly Row[], form: LineForm): string => {
  const lines = new LineConverter(form).convert(linesOf(rows));
  const bytes = lines.bytes.subarray(0, lengthOf(lines));
  expect(Array.from(lines.ends).slice(0, lines.count)).toHaveLength(rows.length);
  expect(bytes.length).toBe(lines.bytes.length);
  return bytes.toString();
};

test('one converter takes lines of any fields, one kind after the other', () => {
  const converter = new LineConverter({names: ['b', 'a'], format: 'csv', excel: false, cut: null});
  const texts = [
    [{a: 1, b: 'x'}],
    [
      {b: 2, c: null},
      {b: '3, 4', c: 5},
    ],
    [{a: 1, b: 'x'}],
  ].map((rows) => converter.convert(linesOf(rows)).bytes.toString());
  expect(texts).toEqual(['x,1\r\n', '2,\r\n"3, 4",\r\n', 'x,1\r\n']);
});

test('any row, in any form', () => {
  const names = fc.oneof(
    fc.constant(NAMES),
    fc.subarray(NAMES, {minLength: 1}),
    fc.shuffledSubarray([...NAMES, 'absent'], {minLength: 1}),
  );
  fc.assert(
    fc.property(
      fc.array(row, {minLength: 1, maxLength: 5}),
      names,
      fc.constantFrom('both' as const, 'en' as const, 'fr' as const),
      fc.constantFrom(false, true, 'fr' as const),
      (rows, names, lang, excel) => {
        const cut =
          lang === 'both' ? null : ({fields: CUT, half: lang === 'en' ? 'first' : 'second'} as const);
        const items = itemsOf(rows, COLUMNS, lang, names);
        const csv = Buffer.from(csvRows(items, names, excel)).toString();
        expect(written(rows, {names, format: 'csv', excel, cut})).toBe(csv);
        expect(written(rows, {names, format: 'ndjson', excel, cut})).toBe(ndjson(items));
        const all = ndjson(itemsOf(rows, COLUMNS, lang, null));
        expect(written(rows, {names: null, format: 'ndjson', excel, cut})).toBe(all);
      },
    ),
    {numRuns: Number(process.env['RUNS'] || 3000)},
  );
});

describe('lines', () => {
  const form = {names: ['a', 'b'], format: 'csv', excel: false, cut: null} as const;

  test('none are nothing', () =>
    expect(new LineConverter(form).convert(linesOf([]))).toMatchObject({count: 0}));

  test('many and long ones, and few after them', () => {
    const long = 'x, "y" é'.repeat(200_000);
    const digits = [
      {a: '007', b: '00'},
      {a: '0', b: '0.5'},
      {a: '1234567890123456', b: '0x'},
    ];
    const nested = [{a: Array.from({length: 9000}, () => 'word'), b: '😀'.repeat(20_000)}];
    for (const excel of [false, true, 'fr'] as const)
      for (const rows of [digits, nested])
        expect(written(rows, {...form, excel})).toBe(csvRows(rows, form.names, excel));
    for (const rows of [
      Array.from({length: 30}, (_, i) => ({a: long, b: i})),
      [{a: 'short', b: null}],
      Array.from({length: 5000}, (_, i) => ({a: i, b: `${i}, "${i}"`})),
    ]) {
      expect(written(rows, form)).toBe(csvRows(rows, form.names));
    }
  });

  test.each([
    [[{a: 1, b: 2}, {a: 1}]],
    [
      [
        {a: 1, b: 2},
        {a: 1, b: 2, c: 3},
      ],
    ],
    [
      [
        {a: 1, b: 2},
        {other: 1, b: 2},
      ],
    ],
    [[{a: 1}, {a: 1, b: 2}]],
  ] as Row[][][])('with other fields than the first are refused: %j', (rows) => {
    for (const names of [form.names, ['b', 'a']])
      expect(() => new LineConverter({...form, names}).convert(linesOf(rows))).toThrow('other fields');
  });

  test('without any field a row is an object all the same', () => {
    const none: LineForm = {...form, names: [], format: 'ndjson'};
    expect(written([{a: 1}, {a: 2}], none)).toBe('{}\n{}\n');
  });
});

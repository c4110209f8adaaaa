/**
 * Rows that are no data are refused with that reason, in every format; rows that only look like them are
 * records.
 */
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {constant, date, money, text} from '../../../datasets/fields.ts';
import type {Source} from '../../../datasets/types.ts';
import {folder} from '../../helpers/pipeline.ts';
import {ZONES, zonesOf} from '../../helpers/synthetic_zoning.ts';
import {workbookOf} from '../../helpers/workbooks.ts';

const SHAPE = JSON.stringify({
  type: 'Polygon',
  coordinates: [
    [
      [-75, 45],
      [-74, 45],
      [-74, 46],
    ],
  ],
});

const HEADER = ['Permit No.', 'Contractor', 'Owner', 'Issued', 'Value'];

/** A list with a number, texts, a day and an amount. */
const SOURCE: Source = {
  ...ZONES,
  encodings: ['utf-8', 'utf-16'],
  layouts: ZONES.layouts.map((layout) => ({
    ...layout,
    sheet: {header: /^permit no/i},
    header: ['PERMIT', ...HEADER.slice(1)],
    aliases: {'Permit No.': 'PERMIT'},
    optional: [],
    fields: {
      municipality: constant('ottawa'),
      province: constant('ON'),
      geometry: constant(SHAPE),
      source_url: constant('https://example.org/zones'),
      zone_code: text('PERMIT'),
      zone_description: text('Contractor'),
      owner: text('Owner'),
      issued: date('Issued'),
      amount: money('Value'),
    },
  })),
  key: ['zone_code'],
};

type Row = (string | null)[];

const csv = (rows: readonly Row[]) =>
  `${[HEADER, ...rows].map((row) => row.map((cell) => (cell?.includes(',') ? `"${cell}"` : (cell ?? ''))).join(',')).join('\r\n')}\r\n`;

const put = async (name: string, content: string | Buffer): Promise<string> => {
  const path = join(await folder(), name);
  await writeFile(path, content);
  return path;
};

/** The same rows in every kind of file. */
const FORMS: Record<string, (rows: readonly Row[]) => Promise<string>> = {
  'a CSV that is loaded at once': (rows) => put('zones.csv', csv(rows)),
  'a CSV that is read row by row': (rows) => put('zones.csv', csv(rows).replaceAll('\r\n', '\n\n')),
  'JSON Lines': (rows) =>
    put(
      'zones.jsonl',
      rows
        .map((row) => `${JSON.stringify(Object.fromEntries(row.map((cell, at) => [HEADER[at], cell])))}\n`)
        .join(''),
    ),
  'a workbook': (rows) => workbookOf({S: [HEADER, ...rows]}, 'zones.xlsx'),
};

const A = ['A-1', 'Total Fire Protection', 'Anne', '2026-01-05', '1000'];
const B = ['B-2', 'Total', 'Total', '2026-01-06', '5'];

/** Records that look like sums, header lines or labels in a cell or two. */
const RECORDS: Row[] = [
  A,
  B,
  ['Total', 'Low', 'Anne', '2026-01-07', '7'],
  ['C-3', 'Total', null, null, '9'],
  ['17', 'Total', null, null, '11'],
  ['D-4', 'Contractor', 'Owner', null, null],
  ['E-5', 'Grand total roofing', null, null, '3'],
  ['F-6', '---', '---', null, '4'],
  ['G-7', null, null, null, null],
  ['Notes 8', 'Low', null, null, null],
  ['2026 B 0001 R', null, 'Anne', null, null],
  ['Somme', 'Jean Somme', 'Ville', null, '8'],
];

const NO_DATA: Record<string, Row[]> = {
  'a header line': [
    HEADER,
    ['PERMIT', 'contractor', 'OWNER', 'issued', 'value'],
    ['\ufeffPermit No.', 'Contractor', 'Owner', 'Issued', 'Value'],
  ],
  'a sum': [
    ['Total', null, null, null, '1,012.00'],
    [null, 'Grand total', null, null, '1012'],
    ['TOTAL:', 'hc-sc', null, null, '1012'],
    ['Sous-total', null, null, null, '$12'],
    [null, null, 'Somme', null, '12'],
    ['Total 2026', '3', null, null, '12'],
    [null, 'Total for January', null, null, '12'],
    ['Total permits: 250', null, null, null, '12'],
  ],
  'a note': [
    ['Source: Board', null, null, null, null],
    ['Extracted 2026-11-01', null, null, null, null],
    ['This list is not complete', null, null, null, null],
  ],
  'a separator': [
    ['-----', '-----', '-----', '-----', '-----'],
    ['=====', null, null, null, null],
  ],
};

describe.each(Object.entries(FORMS))('in %s', (_, write) => {
  test('header lines, sums, separators and notes are refused, with their line', async () => {
    const all = Object.values(NO_DATA).flat();
    const {entry, records, rejects} = await zonesOf([await write([A, ...all, B])], undefined, SOURCE);
    expect(records.map((one) => one['zone_code'])).toEqual(['A-1', 'B-2']);
    const counts = Object.entries(NO_DATA).map(([what, rows]) => [`${what}, no data`, rows.length]);
    expect(entry.rejected_by_reason).toEqual(Object.fromEntries(counts));
    expect(entry).toMatchObject({read: all.length + 2, rejected: all.length});
    expect(String(rejects.find(({reason}) => reason === 'a sum, no data')?.raw)).toContain('1,012.00');
  });

  test('records that look like them are kept', async () => {
    const {entry} = await zonesOf([await write(RECORDS)], undefined, SOURCE);
    expect(entry).toMatchObject({read: RECORDS.length, kept: RECORDS.length});
  });

  test.each([
    ['labels', ['numéro 1', 'libellé 2', 'libellé 3', 'date 4', 'montant 5']],
    ['units', [null, null, null, 'YYYY-MM-DD', '$']],
  ])('a first line of %s is refused', async (_, row) => {
    const {entry, records} = await zonesOf([await write([row, A, B])], undefined, SOURCE);
    expect(records.map((one) => one['zone_code'])).toEqual(['A-1', 'B-2']);
    expect(entry.rejected_by_reason).toEqual({'a line of labels or units, no data': 1});
  });

  test.each([
    ['words in the place of values', ['A-1', 'Low', 'Anne', 'see notes', 'unknown']],
    ['placeholders', ['Alpha', 'Low', 'Anne', 'N/A', 'none']],
    ['a month and a currency', ['A-1', 'Low', 'Anne', 'Jan 5 2026', 'CAD 5']],
    ['neither day nor amount', ['Alpha', 'Low', 'Anne', null, null]],
  ])('a first record with %s is kept', async (_, row) => {
    const {entry} = await zonesOf([await write([row, B])], undefined, SOURCE);
    expect(entry).toMatchObject({read: 2, kept: 2});
  });
});

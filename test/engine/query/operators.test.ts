/** Every operator of the filters, on texts that would trip a careless comparison. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Condition} from '../../../engine/types.ts';
import type {GivenRow} from '../../helpers/build.ts';
import type {ObjectEngine} from '../../helpers/object_engine.ts';
import {openTestBuild} from '../../helpers/opened_build.ts';

const LONG = 'x'.repeat(200);
const VENDORS = [
  'Géomatique Élan Ltée',
  'GEOMATIQUE  ELAN'.replace('  ', ' '),
  '100% Sure_Thing',
  'L\'Atelier "Bleu" ; DROP TABLE',
  'a\\b *',
  `begin ${LONG} end`,
  'E\u0301lan composé',
  'Œuvre’s – 1',
  'ÉLAN',
  null,
];
const RECORDS: GivenRow[] = VENDORS.map((vendor, i) => ({
  record_id: `c_${i}`,
  vendor,
  description: i % 2 === 0 ? 'Hydrographic survey' : null,
  value: [0, 0.01, -5, 1000, 1000.1, null, 2, 3, 4, 5][i] ?? null,
  date: i === 9 ? null : `2024-01-0${i + 1}`,
  procurement_method: i % 3 === 0 ? 'Competitive' : null,
}));
const TENDERS: GivenRow[] = [
  {record_id: 't_0', regions_of_delivery: ['Ontario', 'Québec (except NCR)'], description: 'Élan'},
  {record_id: 't_1', regions_of_delivery: ['Ontario, Québec'], description: 'b'},
  {record_id: 't_2', regions_of_delivery: [], description: 'c'},
];

let engine: ObjectEngine;
let end: () => Promise<void>;
beforeAll(async () => {
  ({engine, end} = await openTestBuild({rows: {contracts: RECORDS, tenders: TENDERS}}));
});
afterAll(() => end());

/** Numbers of the records that all conditions match. */
async function idsOf(dataset: string, ...where: Condition[]): Promise<number[]> {
  const page = await engine.list({dataset, where, sort: 'date', order: 'asc', limit: 200, offset: 0});
  expect(page.rows.length).toBe(page.total);
  return page.rows.map((row) => Number(String(row['record_id']).slice(2))).sort((a, b) => a - b);
}

const on = (op: Condition['op'], value: Condition['value'], ...columns: string[]): Condition => ({
  op,
  columns: columns.length > 0 ? columns : ['vendor'],
  value,
});

test.each<[string, Condition['value'], number[]]>([
  ['accents and case', 'elan', [0, 1, 6, 8]],
  ['one character', '%', [2]],
  ['an underscore', '_', [2]],
  ['a single quote', "l'atelier", [3]],
  ['a double quote', '"bleu"', [3]],
  ['a semicolon', '; drop table', [3]],
  ['a backslash', '\\', [4]],
  ['a star', '*', [4]],
  ['200 characters', LONG, [5]],
  ['a text over word limits', 'tique elan', [0, 1]],
  ['a ligature, an apostrophe and a dash as they are typed', "oeuvre's - 1", [7]],
  ['201 characters of which 200 are there', `${LONG}x`, []],
])('partial: %s', async (_name, value, ids) => {
  expect(await idsOf('contracts', on('partial', value))).toEqual(ids);
});

test('partial: matches any of several columns; conditions are joined by AND', async () => {
  expect(await idsOf('contracts', on('partial', 'survey', 'vendor', 'description'))).toEqual([0, 2, 4, 6, 8]);
  expect(await idsOf('contracts', on('partial', 'survey', 'description'), on('partial', 'elan'))).toEqual([
    0, 6, 8,
  ]);
});

test('exact: matches the whole folded value', async () => {
  expect(await idsOf('contracts', on('exact', 'elan'))).toEqual([8]);
  expect(await idsOf('contracts', on('exact', 'geomatique elan'))).toEqual([1]);
  expect(await idsOf('contracts', on('exact', 'competitive', 'procurement_method'))).toEqual([0, 3, 6, 9]);
  expect(await idsOf('contracts', on('exact', 'compet', 'procurement_method'))).toEqual([]);
});

test('terms: match in any order, in different columns, inside words', async () => {
  expect(await idsOf('contracts', on('terms', 'elan geo'))).toEqual([0, 1]);
  expect(await idsOf('contracts', on('terms', 'survey elan', 'vendor', 'description'))).toEqual([0, 6, 8]);
  expect(await idsOf('contracts', on('terms', 'survey elan'))).toEqual([]);
  expect(await idsOf('contracts', on('terms', LONG))).toEqual([5]);
  expect(await idsOf('contracts', on('terms', 'x'))).toEqual([5]);
});

test.each<[Condition['op'], string, number[]]>([
  ['gte', '1000', [3, 4]],
  ['gte', '1000.00', [3, 4]],
  ['gte', '1000.001', [4]],
  ['gte', '0', [0, 1, 3, 4, 6, 7, 8, 9]],
  ['gte', '-5.001', [0, 1, 2, 3, 4, 6, 7, 8, 9]],
  ['gte', '+0.009', [1, 3, 4, 6, 7, 8, 9]],
  ['gte', '9'.repeat(60), []],
  ['gte', `-${'9'.repeat(60)}`, [0, 1, 2, 3, 4, 6, 7, 8, 9]],
  ['lte', '0.019', [0, 1, 2]],
  ['lte', '-4.999', [2]],
  ['lte', '-5.001', []],
  ['lte', '-0.001', [2]],
  ['lte', '9'.repeat(60), [0, 1, 2, 3, 4, 6, 7, 8, 9]],
  ['lte', `-${'9'.repeat(60)}`, []],
  ['lte', `0.${'0'.repeat(80)}1`, [0, 2]],
])('%s of money, inclusive and exact: %s', async (op, value, ids) => {
  expect(await idsOf('contracts', on(op, value, 'value'))).toEqual(ids);
});

test('gte and lte of dates and counts', async () => {
  expect(await idsOf('contracts', on('gte', '2024-01-08', 'date'))).toEqual([7, 8]);
  expect(await idsOf('contracts', on('lte', '2024-01-02', 'date'))).toEqual([0, 1]);
  expect(await idsOf('contracts', on('gte', '2024-01-05', 'date'), on('lte', '2024-01-04', 'date'))).toEqual(
    [],
  );
  const vendors = (value: string) =>
    engine.list({
      dataset: 'vendors',
      where: [on('gte', value, 'contract_count')],
      sort: 'contract_count',
      order: 'desc',
      limit: 10,
      offset: 0,
    });
  expect((await vendors('1.5')).rows.map((row) => row['contract_count'])).toEqual([2]);
});

test('in: matches any item as stored', async () => {
  expect(await idsOf('contracts', on('in', ['ÉLAN', 'nothing'], 'vendor'))).toEqual([8]);
  expect(await idsOf('contracts', on('in', [], 'vendor'))).toEqual([]);
  expect(await idsOf('tenders', on('in', ['Ontario'], 'regions_of_delivery'))).toEqual([0]);
});

test('a column of lists is tested item by item', async () => {
  expect(await idsOf('tenders', on('partial', 'quebec', 'regions_of_delivery'))).toEqual([0, 1]);
  expect(await idsOf('tenders', on('exact', 'ontario', 'regions_of_delivery'))).toEqual([0]);
  expect(await idsOf('tenders', on('exact', 'ontario, quebec', 'regions_of_delivery'))).toEqual([1]);
  expect(await idsOf('tenders', on('partial', 'ontario quebec', 'regions_of_delivery'))).toEqual([]);
  expect(await idsOf('tenders', on('terms', 'elan ontario', 'description', 'regions_of_delivery'))).toEqual([
    0,
  ]);
});

test('a value of the wrong kind, an unknown column and an unknown dataset are errors', async () => {
  await expect(idsOf('contracts', on('flag', 'true', 'vendor'))).rejects.toThrow('a flag must be a boolean');
  await expect(idsOf('contracts', on('in', 'x', 'vendor'))).rejects.toThrow('a set must be a list');
  await expect(idsOf('contracts', on('partial', true, 'vendor'))).rejects.toThrow('takes a text');
  await expect(idsOf('contracts', on('gte', '1e5', 'value'))).rejects.toThrow('must be a decimal number');
  await expect(idsOf('contracts', on('exact', 'x', 'nope'))).rejects.toThrow('contracts has no column nope');
  await expect(idsOf('nothing')).rejects.toThrow('no dataset or entity named nothing');
});

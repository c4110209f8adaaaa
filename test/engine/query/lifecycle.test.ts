/** The lifecycle of a solicitation number and the details of its records. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import type {Row} from '../../../engine/types.ts';
import type {ObjectEngine} from '../../helpers/object_engine.ts';
import {openTestBuild} from '../../helpers/opened_build.ts';

let engine: ObjectEngine;
let end: () => Promise<void>;
beforeAll(async () => {
  ({engine, end} = await openTestBuild({
    rows: {
      tenders: [
        {record_id: 't_2', solicitation_number: 'É-1/A', date: '2023-05-05', closing_date: '2023-06-01'},
        {record_id: 't_1', solicitation_number: 'é-1/a', date: '2023-05-05', closing_date: '2023-07-01'},
        {record_id: 't_3', solicitation_number: 'E-1/A', date: null, regions_of_delivery: ['Ontario']},
        {record_id: 't_4', solicitation_number: 'OTHER', date: '2025-01-01'},
      ],
      awards: [
        {record_id: 'a_1', solicitation_number: 'e-1/A ', date: '2023-08-01', value: 0.1, vendor: 'Zed Inc'},
        {record_id: 'a_2', solicitation_number: 'E-1/a', date: null, value: 0.2},
        {record_id: 'a_3', solicitation_number: 'E-1/a', date: '2022-01-01', value: null},
        {record_id: 'a_4', solicitation_number: 'DATELESS', date: null, value: 3},
      ],
      contracts: [
        {
          record_id: 'c_1',
          solicitation_number: 'E-1/A',
          date: '2023-08-01',
          value: 1_000_000.7,
          vendor: 'ZED',
          number_of_bids: 3,
          contract_period_end: '2026-01-01',
          last_changed: '2026-05-06T07:08:09',
          amendments: [
            {
              amendment_number: '001',
              reference_number: null,
              date: '2023-08-01',
              value: 31_000.05,
              amendment_value: -0.05,
              reporting_period: '2023-2024-Q2',
            },
          ],
        },
        {record_id: 'c_2', solicitation_number: null, value: 5},
      ],
    },
  }));
});
afterAll(() => end());

const ids = (rows: readonly Row[]) => rows.map((row) => row['record_id']);

test('all rows with an equal folded number, with dates and exact sums', async () => {
  const lifecycle = await engine.lifecycle('e-1/a');
  expect(lifecycle).not.toBeNull();
  expect(ids(lifecycle!.tenders)).toEqual(['t_1', 't_2', 't_3']);
  expect(ids(lifecycle!.awards)).toEqual(['a_3', 'a_1', 'a_2']);
  expect(ids(lifecycle!.contracts)).toEqual(['c_1']);
  expect(lifecycle!.tender?.['record_id']).toBe('t_1');
  expect(lifecycle!.solicitation_number).toBe('e-1/A ');
  expect(lifecycle!.summary).toEqual({
    row_count: 7,
    first_date: '2022-01-01',
    last_date: '2023-08-01',
    award_value: 0.3,
    contract_value: 1_000_000.7,
  });
});

test('rows are the list items of their datasets', async () => {
  const lifecycle = await engine.lifecycle('e-1/a');
  const page = await engine.list({
    dataset: 'tenders',
    where: [{op: 'exact', columns: ['solicitation_number'], value: 'e-1/a'}],
    sort: 'date',
    order: 'asc',
    limit: 10,
    offset: 0,
  });
  expect(lifecycle!.tenders).toEqual(page.rows);
  expect(Object.keys(lifecycle!.tenders[0] ?? {}).at(-1)).toBe('closing_date');
});

test('a single award without a date or a tender', async () => {
  const lifecycle = await engine.lifecycle('dateless');
  expect(lifecycle).toMatchObject({
    solicitation_number: 'DATELESS',
    tender: null,
    tenders: [],
    contracts: [],
  });
  expect(lifecycle!.summary).toEqual({
    row_count: 1,
    first_date: null,
    last_date: null,
    award_value: 3,
    contract_value: 0,
  });
});

test('an unknown number returns null', async () => {
  expect(await engine.lifecycle('e-1')).toBeNull();
});

test('a detail has list and detail fields in table order, derived ones included', async () => {
  const contract = await engine.detail('contracts', 'c_1');
  expect(Object.keys(contract ?? {}).slice(10, 14)).toEqual([
    'solicitation_number',
    'also_reported_by',
    'vendor_key',
    'reference_number',
  ]);
  expect(Object.keys(contract ?? {})).not.toContain('vendor_group');
  expect(contract).toMatchObject({
    value: 1_000_000.7,
    vendor_key: 'ZED',
    number_of_bids: 3,
    contract_period_end: '2026-01-01',
    last_updated: '2026-05-06T07:08:09',
    amendments: [{amendment_number: '001', date: '2023-08-01', value: 31_000.05, amendment_value: -0.05}],
  });
  expect(await engine.detail('disclosures', 'c_1')).toEqual(contract);
});

test('an award has the closing date of the newest tender with its number', async () => {
  expect((await engine.detail('awards', 'a_2'))?.['closing_date']).toBe('2023-07-01');
  expect((await engine.detail('awards', 'a_1'))?.['vendor_key']).toBe('ZED');
  expect((await engine.detail('awards', 'a_4'))?.['closing_date']).toBeNull();
});

test('lists of a detail are empty, never null; unknown ids return null', async () => {
  expect((await engine.detail('tenders', 't_1'))?.['regions_of_delivery']).toEqual([]);
  expect((await engine.detail('tenders', 't_3'))?.['regions_of_delivery']).toEqual(['Ontario']);
  expect((await engine.detail('contracts', 'c_2'))?.['amendments']).toEqual([]);
  expect(await engine.detail('contracts', "c_1' OR true")).toBeNull();
  expect(await engine.detail('tenders', 'c_1')).toBeNull();
});

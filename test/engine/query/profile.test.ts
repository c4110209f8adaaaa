/** Profiles: the three steps of resolution, the fields in the documented order, the sections. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {fold} from '../../../datasets/rules/text.ts';
import type {GivenRow} from '../../helpers/build.ts';
import type {ObjectEngine} from '../../helpers/object_engine.ts';
import {openTestBuild} from '../../helpers/opened_build.ts';

const HEALTH = 'Health Canada | Santé Canada';
const TRANSPORT = 'Transport Canada | Transports Canada';
const CONTRACTS: GivenRow[] = [
  {vendor: 'Élan Inc.', department: HEALTH, value: 100.1, date: '2024-01-01'},
  {vendor: 'Élan Inc.', department: TRANSPORT, value: 0.2, date: '2024-03-01'},
  {vendor: 'ELAN', department: HEALTH, value: 7, date: null, source_dataset: 'CanadaBuys Contract History'},
  {vendor: 'Élan Maritime', department: null, value: 5000, date: '2020-01-01'},
  {vendor: 'Bel-Air & Sons', department: HEALTH, value: 1, date: '2021-01-01'},
  {vendor: 'Air North', department: HEALTH, value: 900, date: '2021-01-02'},
  {vendor: 'Air South', department: HEALTH, value: 900, date: '2021-01-02'},
  {vendor: 'Nul', department: 'Air Board', value: null, date: '2021-01-02'},
  {vendor: 'A/B 100%', department: HEALTH, value: 2, date: '2021-01-03'},
];

let engine: ObjectEngine;
let end: () => Promise<void>;
beforeAll(async () => {
  ({engine, end} = await openTestBuild({
    rows: {
      contracts: CONTRACTS.map((row, i) => ({record_id: `c_${i}`, ...row})),
      awards: [{department: HEALTH, vendor: 'x'}, {department: 'Air Board'}, {department: 'Air Board'}],
      tenders: [
        {department: HEALTH},
        {department: null},
        {department: 'Santé Canada'},
        {department: 'AIR BOARD'},
      ],
    },
  }));
});
afterAll(() => end());

test.each([
  ['the name', 'Élan Inc.', 'Élan Inc.'],
  ['the name folded', 'elan inc.', 'Élan Inc.'],
  ['another spelling', 'Elan', 'Élan Inc.'],
  ['the vendor key of the text', 'ÉLAN Limited', 'Élan Inc.'],
  ['the vendor key before a richer beginning', 'elan, ltd', 'Élan Inc.'],
  ['a beginning: the highest value wins', 'éla', 'Élan Maritime'],
  ['a beginning before a richer part', 'air', 'Air North'],
  ['a beginning: the smaller name of equals', 'air ', 'Air North'],
  ['a part', 'sons', 'Bel-Air & Sons'],
  ['a part with a special character', 'b 100%', 'A/B 100%'],
  ['a part of another spelling of the vendor', 'lan', 'Élan Maritime'],
])('a vendor is found by %s', async (_how, name, vendor) => {
  expect((await engine.profile('vendors', name))?.['vendor']).toBe(vendor);
});

test.each(['nobody', '', '  ', '_', '%x', '\u0301'])('no vendor is found by %j', async (name) => {
  expect(await engine.profile('vendors', name)).toBeNull();
});

test.each([
  ['the whole value', 'health canada | sante canada', HEALTH],
  ['the English half', 'HEALTH CANADA', HEALTH],
  ['the French half', 'transports canada', TRANSPORT],
  ['its own name before a half of a busier one', 'Santé Canada', 'Santé Canada'],
  ['its own name folded before a half of a busier one', 'sante canada', 'Santé Canada'],
  ['its own name as it is before a busier one that folds to it', 'AIR BOARD', 'AIR BOARD'],
  ['a beginning of a half: most records win', 'air b', 'Air Board'],
  ['a part: most records win', 'canada', HEALTH],
])('a department is found by %s', async (_how, name, department) => {
  expect((await engine.profile('departments', name))?.['department']).toBe(department);
});

test.each<[entity: string, name: string, by: string]>([
  ['vendors', 'Élan Inc.', 'name'],
  ['vendors', 'elan inc.', 'name'],
  ['vendors', 'Elan', 'spelling'],
  ['vendors', 'ÉLAN Limited', 'key'],
  ['vendors', 'éla', 'beginning'],
  ['vendors', 'sons', 'part'],
  ['departments', 'HEALTH CANADA', 'spelling'],
  ['departments', 'HC', 'acronym'],
  ['departments', 'sc', 'acronym'],
])('%s: %s is told to be found by %s', async (entity, name, by) => {
  expect((await engine.found(entity, name))?.[0]).toBe(by);
});

test('an acronym gives its body before a name that begins with it or contains it', async () => {
  expect((await engine.profile('departments', 'TC'))?.['department']).toBe(TRANSPORT);
  expect((await engine.profile('departments', 'hc'))?.['department']).toBe(HEALTH);
});

test('others that a beginning or a part may mean follow in the order of the list, each once, with their records', async () => {
  for (const [text, by] of [
    ['éla', 'beginning'],
    ['a', 'beginning'],
    ['lan', 'part'],
  ] as const) {
    const query = {
      dataset: 'vendors',
      where: [],
      sort: 'total_value',
      order: 'desc',
      limit: 100,
      offset: 0,
    } as const;
    const {rows} = await engine.list(query);
    const profiles = await Promise.all(rows.map(({vendor}) => engine.profile('vendors', String(vendor))));
    const fits = (name: string) =>
      by === 'beginning' ? fold(name).startsWith(fold(text)) : fold(name).includes(fold(text));
    const expected = profiles
      .map((one) => one!)
      .filter(({vendor, name_variants}) =>
        [vendor, ...(name_variants as string[])].some((name) => fits(String(name))),
      )
      .map(({vendor, contract_count}) => [vendor, contract_count]);
    const [first, ...others] = expected;
    expect(await engine.found('vendors', text)).toEqual([by, others]);
    expect((await engine.profile('vendors', text))?.['vendor']).toBe(first![0]);
  }
  expect(await engine.found('vendors', 'elan inc.')).toEqual(['name', []]);
});

test('a vendor profile in the documented order', async () => {
  const profile = await engine.profile('vendors', 'elan');
  expect(Object.entries(profile ?? {})).toEqual([
    ['vendor', 'Élan Inc.'],
    ['vendor_key', '%C3%89lan%20Inc.'],
    ['total_value', 107.3],
    ['contract_count', 3],
    ['last_contract_date', '2024-03-01'],
    ['first_contract_date', '2024-01-01'],
    [
      'departments',
      [
        {name: HEALTH, total_value: 107.1, contract_count: 2},
        {name: TRANSPORT, total_value: 0.2, contract_count: 1},
      ],
    ],
    [
      'recent_contracts',
      [
        {record_id: 'c_1', value: 0.2, department: TRANSPORT, date: '2024-03-01'},
        {record_id: 'c_0', value: 100.1, department: HEALTH, date: '2024-01-01'},
        {record_id: 'c_2', value: 7, department: HEALTH, date: null},
      ],
    ],
    ['name_variants', ['Élan Inc.', 'ELAN']],
    [
      'source_breakdown',
      [
        {source_dataset: 'CanadaBuys Contract History', total_value: 7, contract_count: 1},
        {source_dataset: 'Proactive Disclosure Contracts', total_value: 100.3, contract_count: 2},
      ],
    ],
  ]);
});

test('a department profile in the documented order', async () => {
  const profile = await engine.profile('departments', 'air board');
  expect(Object.entries(profile ?? {})).toEqual([
    ['department', 'Air Board'],
    ['department_key', 'Air%20Board'],
    ['record_count', 3],
    ['total_value', 0],
    ['contract_count', 1],
    ['first_contract_date', '2021-01-02'],
    ['last_contract_date', '2021-01-02'],
    ['top_vendors', [{name: 'Nul', vendor_key: 'Nul', total_value: 0, contract_count: 1}]],
    ['event_type_breakdown', {contract: 1, award: 2, tender: 0}],
    ['recent_contracts', [{record_id: 'c_7', value: null, vendor: 'Nul', date: '2021-01-02'}]],
    [
      'source_breakdown',
      [{source_dataset: 'Proactive Disclosure Contracts', total_value: 0, contract_count: 1}],
    ],
  ]);
});

test('an entity without profiles is an error', async () => {
  await expect(engine.profile('sources', 'x')).rejects.toThrow('sources has no profiles');
  await expect(engine.profile('contracts', 'x')).rejects.toThrow('contracts has no profiles');
});

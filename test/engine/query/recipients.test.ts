/** Recipients of grants: one per name and kind, found by name, with similar recipients. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {fold} from '../../../datasets/rules/text.ts';
import type {Row} from '../../../engine/types.ts';
import type {GivenRow} from '../../helpers/build.ts';
import type {ObjectEngine} from '../../helpers/object_engine.ts';
import {openTestBuild} from '../../helpers/opened_build.ts';

const PARKS = 'Parks Canada | Parcs Canada';
const TRANSPORT = 'Transport Canada | Transports Canada';
const SOCIETY = 'Marsh Society | Société du marais';
const PERSON = {recipient_type: 'Individual or sole proprietorship', department: PARKS};
const COMPANY = {recipient_type: 'For-profit organization', department: PARKS};
const GRANTS: GivenRow[] = [
  {recipient: SOCIETY, department: PARKS, value: 100.1, date: '2024-01-01', description: 'Reeds'},
  {recipient: SOCIETY, department: TRANSPORT, value: 0.2, date: '2024-03-01', description: null},
  {recipient: 'MARSH SOCIETY  | SOCIETE du Marais', department: PARKS, value: -7, date: null},
  {recipient: 'Marsh Society', department: PARKS, value: 5000, date: '2020-01-01'},
  {recipient: 'Marsh Society Inc.', department: null, value: 20, date: '2020-01-02'},
  {recipient: 'The Marsh Society Ltd.', department: PARKS, value: 900, date: '2021-01-02'},
  {recipient: 'Alder Theatre, Inc.', department: PARKS, value: 3, date: '2021-01-02'},
  {recipient: 'ALDER THEATRE', department: PARKS, value: 3, date: '2021-01-02'},
  {recipient: 'Alder Theatre', department: PARKS, value: 4, date: '2021-01-02'},
  {recipient: 'Cedar\u2009Choir', department: PARKS, value: null, date: '2021-01-02'},
  {recipient: null, department: PARKS, value: 8, date: '2021-01-03'},
  {recipient: '&', department: PARKS, value: 1, date: '2021-01-03'},
  {recipient: '+', department: PARKS, value: 1, date: '2021-01-03'},
  {recipient: 'Larch Arts Inc.', ...COMPANY, value: 30, date: '2022-01-01'},
  {recipient: 'Larch Arts Inc', department: PARKS, value: 12, date: '2022-01-02'},
  {recipient: 'LARCH ARTS, Incorporated', ...COMPANY, value: 1, date: '2022-01-03'},
  {recipient: 'Rowan Pell', ...PERSON, value: 6, date: '2022-02-01'},
  {recipient: 'Rowan Pell', ...COMPANY, value: 70, date: '2022-02-02'},
  {recipient: 'ROWAN PELL', department: PARKS, value: 2, date: '2022-02-03'},
  {recipient: 'Ines Aldous', ...PERSON, value: 5, date: '2022-02-04'},
  {recipient: 'Ines Aldous', department: TRANSPORT, value: 4, date: '2022-02-05'},
  {recipient: 'Town of Corrick | Ville de Corrick', department: PARKS, value: 300, recipient_province: 'NB'},
  {recipient: 'Ville de Corrick', department: PARKS, value: 25, recipient_province: 'NB'},
  {recipient: 'Town of Corrick', department: PARKS, value: 41, recipient_province: 'AB'},
  {recipient: 'Town of Corrick', department: PARKS, value: 40},
];

let engine: ObjectEngine;
let end: () => Promise<void>;
beforeAll(async () => {
  const grants = GRANTS.map((row, i): GivenRow => {
    const {recipient} = row;
    return {
      record_id: `g_${i}`,
      ...row,
      recipient_folded: typeof recipient === 'string' ? fold(recipient) : null,
    };
  });
  ({engine, end} = await openTestBuild({rows: {grants}}));
});
afterAll(() => end());

const page = {dataset: 'recipients', where: [], order: 'desc', limit: 100, offset: 0} as const;
const totals = (rows: readonly Row[]) =>
  rows.map((row) => [row['recipient'], row['grant_count'], row['total_value']]);

test('spellings with the same folded text are one recipient named by the most frequent one', async () => {
  const {rows} = await engine.list({...page, sort: 'total_value'});
  expect(totals(rows)).toEqual([
    [SOCIETY, 4, 5093.3],
    ['The Marsh Society Ltd.', 1, 900],
    ['Town of Corrick [NB] | Ville de Corrick [NB]', 2, 325],
    ['Rowan Pell [organization]', 1, 70],
    ['Larch Arts Inc.', 3, 43],
    ['Town of Corrick [AB]', 1, 41],
    ['Town of Corrick [province unknown]', 1, 40],
    ['Marsh Society Inc.', 1, 20],
    ['Ines Aldous', 2, 9],
    ['Alder Theatre', 2, 7],
    ['Rowan Pell [individual]', 1, 6],
    ['Alder Theatre, Inc.', 1, 3],
    ['ROWAN PELL [type unknown]', 1, 2],
    ['&', 1, 1],
    ['+', 1, 1],
    ['Cedar\u2009Choir', 1, 0],
  ]);
  expect(rows[0]?.['recipient_key']).toBe(encodeURIComponent(SOCIETY));
});

test('the kind tells people from organizations; without types of its name it is an organization', async () => {
  const {rows} = await engine.list({...page, sort: 'total_value'});
  const kinds = Object.fromEntries(rows.map((row) => [row['recipient'], row['recipient_kind']]));
  expect(kinds).toMatchObject({
    'Rowan Pell [organization]': 'organization',
    'Rowan Pell [individual]': 'individual',
    'ROWAN PELL [type unknown]': null,
    'Ines Aldous': 'individual',
    'Larch Arts Inc.': 'organization',
    'Cedar\u2009Choir': 'organization',
  });
});

test('of namesakes the one with the highest value answers to the bare name, each to its own', async () => {
  const found = async (name: string) => (await engine.profile('recipients', name))?.['recipient'];
  expect(await found('rowan pell')).toBe('Rowan Pell [organization]');
  expect(await found('Rowan Pell [individual]')).toBe('Rowan Pell [individual]');
  expect(await found('rowan pell [INDIVIDUAL]')).toBe('Rowan Pell [individual]');
  expect(await found('Town of Corrick')).toBe('Town of Corrick [AB]');
  expect(await found('town of corrick | ville de corrick')).toBe(
    'Town of Corrick [NB] | Ville de Corrick [NB]',
  );
  const profile = await engine.profile('recipients', 'Rowan Pell [individual]');
  expect(profile).toMatchObject({grant_count: 1, total_value: 6, name_variants: ['Rowan Pell']});
  expect(profile?.['recent_grants']).toMatchObject([{record_id: 'g_16'}]);
  expect(totals(profile?.['similar_recipients'] as Row[])).toEqual([
    ['Rowan Pell [organization]', 1, 70],
    ['ROWAN PELL [type unknown]', 1, 2],
  ]);
});

test('a type in few records of a name is a mistake', async () => {
  const grants = (name: string, types: string[]) =>
    types.map((recipient_type) => ({
      recipient: name,
      recipient_folded: fold(name),
      recipient_type,
      value: 1,
    }));
  const [person, company] = [PERSON.recipient_type, COMPANY.recipient_type];
  const rows = [
    ...grants('Sorrel Foods', [...Array(19).fill(company), person]),
    ...grants('Sorrel Bakers', [...Array(18).fill(company), person]),
    ...grants('Tarn Vey', [...Array(19).fill(person), company]),
  ];
  const build = await openTestBuild({rows: {grants: rows.map((row, i) => ({record_id: `g_${i}`, ...row}))}});
  const {rows: found} = await build.engine.list({...page, sort: 'total_value'});
  await build.end();
  expect(found.map((row) => [row['recipient'], row['grant_count'], row['recipient_kind']])).toEqual([
    ['Sorrel Foods', 20, 'organization'],
    ['Tarn Vey', 20, 'individual'],
    ['Sorrel Bakers [organization]', 18, 'organization'],
    ['Sorrel Bakers [individual]', 1, 'individual'],
  ]);
});

test('every spelling is found in the list', async () => {
  const {rows} = await engine.list({
    ...page,
    sort: 'total_value',
    where: [{op: 'partial', columns: ['recipient', 'name_variants'], value: 'arts, inc'}],
  });
  expect(rows.map((row) => row['recipient'])).toEqual(['Larch Arts Inc.']);
});

test('of equally frequent spellings the one with the higher total names the recipient', async () => {
  expect((await engine.profile('recipients', 'alder theatre'))?.['recipient']).toBe('Alder Theatre');
});

test.each([
  ['the name folded', 'MARSH society', SOCIETY],
  ['another spelling', 'larch arts, incorporated', 'Larch Arts Inc.'],
  ['one language', 'ville de corrick', 'Town of Corrick [NB] | Ville de Corrick [NB]'],
  ['the whole bilingual name', 'marsh society | societe du marais', SOCIETY],
  ['a beginning: the highest value wins', 'mars', SOCIETY],
  ['a part: the highest value wins', 'society ltd', 'The Marsh Society Ltd.'],
  ['a part in French', 'société du', SOCIETY],
  [
    'no vendor key: a name without its legal form is a beginning',
    'the marsh society',
    'The Marsh Society Ltd.',
  ],
])('a recipient is found by %s', async (_how, name, recipient) => {
  expect((await engine.profile('recipients', name))?.['recipient']).toBe(recipient);
});

test.each(['nobody', '', '_', '%', 'alder theatre limited'])('no recipient is found by %j', async (name) => {
  expect(await engine.profile('recipients', name)).toBeNull();
});

test('a profile in the documented order', async () => {
  const profile = await engine.profile('recipients', SOCIETY);
  expect(Object.entries(profile ?? {})).toEqual([
    ['recipient', SOCIETY],
    ['recipient_key', encodeURIComponent(SOCIETY)],
    ['grant_count', 4],
    ['total_value', 5093.3],
    ['recipient_kind', 'organization'],
    ['first_grant_date', '2020-01-01'],
    ['last_grant_date', '2024-03-01'],
    ['name_variants', [SOCIETY, 'Marsh Society', 'MARSH SOCIETY  | SOCIETE du Marais']],
    [
      'top_departments',
      [
        {name: PARKS, total_value: 5093.1, grant_count: 3},
        {name: TRANSPORT, total_value: 0.2, grant_count: 1},
      ],
    ],
    [
      'recent_grants',
      [
        {record_id: 'g_1', value: 0.2, department: TRANSPORT, date: '2024-03-01', description: null},
        {record_id: 'g_0', value: 100.1, department: PARKS, date: '2024-01-01', description: 'Reeds'},
        {record_id: 'g_3', value: 5000, department: PARKS, date: '2020-01-01', description: null},
        {record_id: 'g_2', value: -7, department: PARKS, date: null, description: null},
      ],
    ],
    [
      'similar_recipients',
      [
        {recipient: 'The Marsh Society Ltd.', grant_count: 1, total_value: 900},
        {recipient: 'Marsh Society Inc.', grant_count: 1, total_value: 20},
      ],
    ],
  ]);
});

const similar = async (name: string) => {
  const profile = await engine.profile('recipients', name);
  return totals((profile?.['similar_recipients'] ?? []) as Row[]).map(([recipient]) => recipient);
};

test('similar recipients contain the search text or share the vendor key of the match', async () => {
  expect(await similar('marsh society')).toEqual(['The Marsh Society Ltd.', 'Marsh Society Inc.']);
  expect(await similar('marsh society inc.')).toEqual([SOCIETY, 'The Marsh Society Ltd.']);
  expect(await similar('alder theatre, inc.')).toEqual(['Alder Theatre']);
  // Another text that leads to the same recipient resembles others.
  expect(await similar('society')).toEqual(await similar('marsh society'));
  expect(await similar('mar')).toEqual(['The Marsh Society Ltd.', 'Marsh Society Inc.']);
  expect(await similar('ety ltd')).toEqual([SOCIETY, 'Marsh Society Inc.']);
});

test('names without letters have no vendor key and no similar recipients by it', async () => {
  expect(await similar('&')).toEqual([]);
});

test('grants of a recipient count under its resolved name, those without one are Unknown', async () => {
  const {rows} = await engine.stats({
    dataset: 'grants',
    where: [{op: 'partial', columns: ['recipient'], value: 'marsh'}],
    group_by: 'recipient',
    limit: 10,
    offset: 0,
  });
  expect(rows.map((row) => [row['group_value'], row['record_count'], row['sum_value']])).toEqual([
    [SOCIETY, 4, 5093.3],
    ['The Marsh Society Ltd.', 1, 900],
    ['Marsh Society Inc.', 1, 20],
  ]);
  const all = await engine.stats({dataset: 'grants', where: [], group_by: 'recipient', limit: 50, offset: 0});
  expect(all.rows.find((row) => row['group_value'] === 'Unknown')).toMatchObject({
    record_count: 1,
    sum_value: 8,
  });
});

test('the detail of a grant names the key of its profile', async () => {
  expect((await engine.detail('grants', 'g_2'))?.['recipient_key']).toBe(encodeURIComponent(SOCIETY));
  expect((await engine.detail('grants', 'g_10'))?.['recipient_key']).toBeNull();
});

/** Recipients of grants: one per folded name, found by name, with similar recipients. */
import {afterAll, beforeAll, expect, test} from 'vitest';
import {fold} from '../../../datasets/rules/text.ts';
import type {Row} from '../../../engine/types.ts';
import type {GivenRow} from '../../helpers/build.ts';
import type {ObjectEngine} from '../../helpers/object_engine.ts';
import {openTestBuild} from '../../helpers/opened_build.ts';

const PARKS = 'Parks Canada | Parcs Canada';
const TRANSPORT = 'Transport Canada | Transports Canada';
const SOCIETY = 'Marsh Society | Société du marais';
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
    ['Marsh Society', 1, 5000],
    ['The Marsh Society Ltd.', 1, 900],
    [SOCIETY, 3, 93.3],
    ['Marsh Society Inc.', 1, 20],
    ['Alder Theatre', 2, 7],
    ['Alder Theatre, Inc.', 1, 3],
    ['&', 1, 1],
    ['+', 1, 1],
    ['Cedar\u2009Choir', 1, 0],
  ]);
  expect(rows[2]?.['recipient_key']).toBe(encodeURIComponent(SOCIETY));
});

test('of equally frequent spellings the one with the higher total names the recipient', async () => {
  expect((await engine.profile('recipients', 'alder theatre'))?.['recipient']).toBe('Alder Theatre');
});

test.each([
  ['the name folded', 'MARSH society', 'Marsh Society'],
  ['the whole bilingual name', 'marsh society | societe du marais', SOCIETY],
  ['a beginning: the highest value wins', 'mars', 'Marsh Society'],
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
    ['grant_count', 3],
    ['total_value', 93.3],
    ['first_grant_date', '2024-01-01'],
    ['last_grant_date', '2024-03-01'],
    [
      'top_departments',
      [
        {name: PARKS, total_value: 93.1, grant_count: 2},
        {name: TRANSPORT, total_value: 0.2, grant_count: 1},
      ],
    ],
    [
      'recent_grants',
      [
        {record_id: 'g_1', value: 0.2, department: TRANSPORT, date: '2024-03-01', description: null},
        {record_id: 'g_0', value: 100.1, department: PARKS, date: '2024-01-01', description: 'Reeds'},
        {record_id: 'g_2', value: -7, department: PARKS, date: null, description: null},
      ],
    ],
    ['similar_recipients', []],
  ]);
});

const similar = async (name: string) => {
  const profile = await engine.profile('recipients', name);
  return totals((profile?.['similar_recipients'] ?? []) as Row[]).map(([recipient]) => recipient);
};

test('similar recipients contain the search text or share the vendor key of the match', async () => {
  expect(await similar('marsh society')).toEqual(['The Marsh Society Ltd.', SOCIETY, 'Marsh Society Inc.']);
  expect(await similar('marsh society inc.')).toEqual(['Marsh Society']);
  expect(await similar('alder theatre, inc.')).toEqual(['Alder Theatre']);
  // Another text that leads to the same recipient resembles others.
  expect(await similar('society')).toEqual(await similar('marsh society'));
  expect(await similar('mar')).toEqual(['The Marsh Society Ltd.', SOCIETY, 'Marsh Society Inc.']);
  expect(await similar('ety ltd')).toEqual([]);
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
    ['Marsh Society', 1, 5000],
    ['The Marsh Society Ltd.', 1, 900],
    [SOCIETY, 3, 93.3],
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

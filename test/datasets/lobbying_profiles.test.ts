/** Lobbyists and clients: counts, newest names, top lists and the newest communications. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {client_names} from '../../datasets/derived/client_names.ts';
import {clients} from '../../datasets/derived/clients.ts';
import {lobbyists} from '../../datasets/derived/lobbyists.ts';
import {lobbying_communications} from '../../datasets/lobbying_communications/schema.ts';
import {lobbying_registrations} from '../../datasets/lobbying_registrations/schema.ts';
import {fold} from '../../datasets/rules/text.ts';
import type {Json} from '../../datasets/types.ts';
import {derive} from '../helpers/derived.ts';

const registration = (
  reg_id: string,
  client: string | null,
  effective_date: string | null,
  more: Record<string, Json> = {},
) => ({
  reg_id,
  client,
  client_folded: client && fold(client),
  effective_date,
  lobbyist_id: '11',
  lobbyist_name: 'Priya Nadeau',
  lobbyist_firm: 'Old Firm',
  registration_type: 'Consultant',
  ...more,
});
const report = (
  com_id: string,
  client: string | null,
  date: string | null,
  institutions: string[],
  subject_list: string[],
  more: Record<string, Json> = {},
) => ({
  com_id,
  client,
  client_folded: client && fold(client),
  date,
  institutions,
  institution: institutions.join('; ') || null,
  subject_list,
  dpoh_name: `Official of ${com_id}`,
  lobbyist_id: '11',
  registrant_name: 'Priya Nadeau',
  ...more,
});

const REGISTRATIONS = [
  registration('1', 'Kestrel Breweries', '2018-01-01', {end_date: '2024-05-05'}),
  registration('2', 'KESTREL BREWERIES', '2020-01-01', {end_date: '2024-05-06'}),
  registration('3', 'Harbour Board', '2021-01-01'),
  registration('20', 'Harbour Board', '2022-01-01', {
    lobbyist_firm: null,
    registration_type: 'In-house Corporation',
    lobbyist_name: null,
  }),
  registration('4', 'Harbour Board', '2022-01-01', {lobbyist_firm: 'Firm of the smaller number'}),
  registration('5', null, null, {lobbyist_id: '12', lobbyist_name: null, end_date: '2000-01-01'}),
];
const REPORTS = [
  report(
    '901',
    'Kestrel Breweries',
    '2023-01-05',
    ['Transport', 'House of Commons', 'Transport'],
    ['Tolls', 'Ports'],
  ),
  report('902', 'Kestrel Brewéries', '2023-02-05', ['House of Commons'], ['Tolls'], {
    registrant_name: 'Priya B. Nadeau',
  }),
  report('903', 'Kestrel Breweries', '2023-02-05', ['Finance'], [], {
    lobbyist_id: '13',
    registrant_name: 'Otto Blau',
  }),
  report('904', 'Kestrel Breweries', null, [], ['Tolls'], {lobbyist_id: null, registrant_name: 'No Number'}),
  report('905', 'Kestrel Breweries', '2019-02-05', ['Finance'], [], {
    lobbyist_id: null,
    registrant_name: null,
  }),
  report('906', null, '2024-06-01', ['Finance'], ['Ports']),
  // Of a registrant whose registrations have the other legal form, and of one who has none.
  report('907', 'Harbour Board Inc.', '2022-03-01', [], []),
  report('908', 'Old Mill Ltd.', '2015-03-09', [], [], {lobbyist_id: '15'}),
  ...Array.from({length: 11}, (_, at) =>
    report(`${700 + at}`, 'Old Mill', `2015-03-${10 + at}`, [`Office ${at}`], ['Tolls'], {
      lobbyist_id: '14',
      registrant_name: 'Ida Mill',
    }),
  ),
];

let made: Awaited<ReturnType<typeof derive>>;
beforeAll(async () => {
  made = await derive({
    given: [
      {declaration: lobbying_registrations, rows: REGISTRATIONS},
      {declaration: lobbying_communications, rows: REPORTS},
    ],
    entities: [client_names, lobbyists, clients],
    as_of: '2024-05-06',
  });
});
afterAll(() => made.close());

describe('lobbyists', () => {
  test('count over registrations and communications; name of the newest filing, firm of the newest registration', async () => {
    const [one] = await made.rows("SELECT * FROM lobbyists WHERE lobbyist_id = '11'");
    expect(one).toEqual({
      lobbyist_id: '11',
      lobbyist_name: 'Priya Nadeau',
      firm_name: null,
      registration_type: 'In-house Corporation',
      client_count: 2,
      total_communications: 4,
      active_registrations: 4,
      first_seen_date: '2018-01-01',
      last_seen_date: '2024-06-01',
    });
    expect(await made.rows("SELECT lobbyist_name FROM lobbyists WHERE lobbyist_id = '13'")).toEqual([
      {lobbyist_name: 'Otto Blau'},
    ]);
  });

  test('exist without a name or a day, under their number', async () => {
    const [one] = await made.rows("SELECT * FROM lobbyists WHERE lobbyist_id = '12'");
    expect(one).toMatchObject({
      lobbyist_name: '12',
      client_count: 0,
      total_communications: 0,
      active_registrations: 0,
      first_seen_date: null,
    });
    expect(await made.rows('SELECT count(*) AS n FROM lobbyists')).toEqual([{n: 5}]);
  });

  test('top lists: a communication counts once in each, the most frequent first, then by name', async () => {
    expect(await made.section(lobbyists, 'top_institutions', '11')).toEqual([
      {institution: 'House of Commons', count: 2},
      {institution: 'Finance', count: 1},
      {institution: 'Transport', count: 1},
    ]);
    expect(await made.section(lobbyists, 'top_subjects', '11')).toEqual([
      {subject: 'Ports', count: 2},
      {subject: 'Tolls', count: 2},
    ]);
    const offices = await made.section(lobbyists, 'top_institutions', '14');
    expect(offices).toHaveLength(10);
    expect(offices[2]).toEqual({institution: 'Office 10', count: 1});
  });

  test('recent communications: the 10 newest', async () => {
    const recent = await made.section(lobbyists, 'recent_communications', '14');
    expect(recent.map(({com_id}) => com_id)).toEqual(Array.from({length: 10}, (_, at) => `${710 - at}`));
    expect((await made.section(lobbyists, 'recent_communications', '11'))[1]).toEqual({
      com_id: '902',
      client: 'Kestrel Brewéries',
      dpoh_name: 'Official of 902',
      institution: 'House of Commons',
      date: '2023-02-05',
    });
  });
});

describe('clients', () => {
  test('are one per folded name, or legal form of one registrant, in the most frequent spelling', async () => {
    const rows = await made.rows('SELECT * FROM clients ORDER BY client');
    expect(rows).toEqual([
      {
        client: 'Harbour Board',
        total_communications: 1,
        active_registrations: 3,
        first_communication_date: '2022-03-01',
        last_communication_date: '2022-03-01',
      },
      {
        client: 'Kestrel Breweries',
        total_communications: 5,
        active_registrations: 1,
        first_communication_date: '2019-02-05',
        last_communication_date: '2023-02-05',
      },
      expect.objectContaining({client: 'Old Mill', total_communications: 11}),
      expect.objectContaining({client: 'Old Mill Ltd.', total_communications: 1}),
    ]);
    expect(await made.rows(`SELECT * FROM (${client_names.links}) ORDER BY ALL`)).toEqual([
      {link: 'name to client', rule: 'legal form', count: 2},
      {link: 'name to client', rule: 'name', count: 3},
    ]);
  });

  test('top lobbyists have their newest name, those without a number the reported one', async () => {
    expect(await made.section(clients, 'top_lobbyists', 'Kestrel Breweries')).toEqual([
      {lobbyist: 'Priya Nadeau', lobbyist_id: '11', firm: null, count: 2},
      {lobbyist: 'No Number', lobbyist_id: null, firm: null, count: 1},
      {lobbyist: 'Otto Blau', lobbyist_id: '13', firm: null, count: 1},
    ]);
    expect(await made.section(clients, 'top_institutions', 'Kestrel Breweries')).toEqual([
      {institution: 'Finance', count: 2},
      {institution: 'House of Commons', count: 2},
      {institution: 'Transport', count: 1},
    ]);
  });
});

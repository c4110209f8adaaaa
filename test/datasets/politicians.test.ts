/**
 * Politicians: people of the House and of the Library as one person each, and what their profiles are put
 * together of.
 */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {bills} from '../../datasets/bills/schema.ts';
import {bill_links} from '../../datasets/derived/bill_links.ts';
import {committees} from '../../datasets/derived/committees.ts';
import {communication_links} from '../../datasets/derived/communication_links.ts';
import {politicians} from '../../datasets/derived/politicians.ts';
import {lobbying_communications} from '../../datasets/lobbying_communications/schema.ts';
import {members} from '../../datasets/members/schema.ts';
import {parliamentarians} from '../../datasets/parliamentarians/schema.ts';
import type {Json} from '../../datasets/types.ts';
import {derive} from '../helpers/derived.ts';
import {
  BILLS,
  COMMITTEES,
  COMMUNICATIONS,
  LIBRARY,
  MEMBERS,
  named,
  type Row,
} from '../helpers/politician_rows.ts';

let made: Awaited<ReturnType<typeof derive>>;
beforeAll(async () => {
  made = await derive({
    given: [
      {declaration: members, rows: MEMBERS},
      {declaration: parliamentarians, rows: LIBRARY},
      {declaration: committees, rows: COMMITTEES},
      {declaration: lobbying_communications, rows: COMMUNICATIONS},
      {
        declaration: communication_links,
        rows: COMMUNICATIONS.map(({com_id}, n) => ({
          com_id,
          lobbyist_name: 'Priya Nadeau',
          dpohs: named('maren-cote-lindqvist', n % 2 ? 'maren-cote-lindqvist' : null),
        })),
      },
      {declaration: bills, rows: BILLS},
      {
        declaration: bill_links,
        rows: BILLS.map(({bill_id}) => ({bill_id, sponsor_slug: 'maren-cote-lindqvist'})),
      },
    ],
    entities: [politicians],
    as_of: '2025-06-01',
  });
});
afterAll(() => made.close());

const all = async (columns: string): Promise<Json[][]> =>
  (await made.rows(`SELECT ${columns} FROM politicians ORDER BY id`)).map((row) => Object.values(row));

describe('people', () => {
  test('of both publishers are joined by number, else by name, riding and days if unambiguous', async () => {
    expect(await all('id, house_id, library_id')).toEqual([
      [77, 77, 304],
      [400, 400, null],
      [500, 500, null],
      [600, 600, 300],
      [601, 601, null],
      [104_682, 104_682, 21_345],
      [10_000_301, null, 301],
      [10_000_302, null, 302],
      [10_000_303, null, 303],
      [10_000_305, null, 305],
      [10_021_346, null, 21_346],
    ]);
  });

  test('have slugs; of one name the smallest number keeps the plain slug, a name without letters uses the number', async () => {
    expect((await all('slug')).flat()).toEqual([
      'angus-thorne',
      'thomas-okafor',
      'thomas-okafor-500',
      'joel-d-roy',
      'ines-nadeau',
      'maren-cote-lindqvist',
      'ines-nadeau-10000301',
      'ines-nadeau-10000302',
      'ngozi-ekwueme',
      '10000305',
      'maren-lindqvist',
    ]);
  });

  test('sit where the House has an open mandate of this parliament, whatever the Library says', async () => {
    const sitting = await made.rows('SELECT slug FROM politicians WHERE current ORDER BY slug');
    expect(sitting.map(({slug}) => slug)).toEqual(['maren-cote-lindqvist', 'thomas-okafor']);
  });

  test('show caucus, riding and province of the newest term, and the page of the House before that of the Library', async () => {
    const shown = 'slug, current_party, current_riding, province, source_url';
    const rows = await made.rows(
      `SELECT ${shown} FROM politicians WHERE id IN (104682, 500, 10000303, 10000305) ORDER BY id`,
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['thomas-okafor-500', 'Liberal', 'Halton Ridge', 'ON', 'https://www.ourcommons.ca/members/en/500'],
      [
        'maren-cote-lindqvist',
        'Independent',
        'Harbour—Northline',
        'NS',
        'https://www.ourcommons.ca/members/en/104682',
      ],
      ['ngozi-ekwueme', 'Independent Senators Group', 'Halton', 'ON', 'https://lop.parl.ca/303'],
      ['10000305', null, null, null, 'https://lop.parl.ca/305'],
    ]);
  });

  test('have every key of their names', async () => {
    const rows = await made.rows(
      'SELECT folded_names FROM politicians WHERE id IN (600, 104682) ORDER BY id',
    );
    expect(rows.map(({folded_names}) => folded_names)).toEqual([
      ['joel d roy', 'joel roy'],
      ['maren cote lindqvist', 'maren sigrid cote lindqvist'],
    ]);
  });

  test('have terms of the House, before them those of the Library, and an end where a parliament was dissolved', async () => {
    const rows = await made.rows(
      'SELECT id, terms FROM politicians WHERE id IN (500, 104682, 10000303) ORDER BY id',
    );
    const terms = rows.map(({terms}) =>
      (terms as Row[]).map((one) => [one['from_date'], one['to_date'], one['chamber'], one['riding']]),
    );
    expect(terms).toEqual([
      [['2015-10-19', '2019-09-11', 'House', 'Halton Ridge']],
      [
        ['2019-02-25', '2021-09-19', 'House', 'Harbour—Northline'],
        ['2021-09-20', '2025-03-23', 'House', 'Harbour—Northline'],
        ['2025-04-28', null, 'House', 'Harbour—Northline'],
      ],
      [
        ['1993-10-25', '1997-04-27', 'House', 'Halton Ridge'],
        ['2018-06-15', null, 'Senate', 'Halton'],
      ],
    ]);
  });

  test('have parties in Parliament, not those of provinces', async () => {
    const rows = await made.rows('SELECT parties FROM politicians WHERE id = 104682');
    expect(
      rows
        .flatMap(({parties}) => parties as Row[])
        .map((one) => [one['from_date'], one['to_date'], one['party']]),
    ).toEqual([
      ['2019-02-25', '2021-09-19', 'Liberal'],
      ['2021-09-20', '2023-04-02', 'Liberal'],
      ['2023-04-03', '2025-03-23', 'Independent'],
      ['2025-04-28', null, 'Independent'],
    ]);
  });
});

test('without the House sitting members come from the Library', async () => {
  const libraryOnly = await derive({
    given: [
      {declaration: members, rows: []},
      {declaration: parliamentarians, rows: LIBRARY},
    ],
    entities: [politicians],
    as_of: '2025-06-01',
  });
  try {
    expect(await libraryOnly.rows('SELECT slug, id FROM politicians WHERE current')).toEqual([
      {slug: 'joel-roy', id: 10_000_300},
    ]);
  } finally {
    libraryOnly.close();
  }
});

test('links of people and their committees are counted by rule', async () => {
  expect(await made.rows(`SELECT * FROM (${politicians.links}) ORDER BY ALL`)).toEqual([
    {link: 'person of the Library to person of the House', rule: 'name, riding and dates', count: 1},
    {link: 'person of the Library to person of the House', rule: 'not at the House', count: 5},
    {link: 'person of the Library to person of the House', rule: 'number of the House', count: 1},
    {
      link: 'person of the Library to person of the House',
      rule: 'number that the House does not list',
      count: 1,
    },
    {link: 'place of a politician to committee', rule: 'name', count: 1},
    {link: 'place of a politician to committee', rule: 'name and session', count: 4},
    {link: 'place of a politician to committee', rule: 'no committee of this name', count: 1},
  ]);
});

describe('profiles', () => {
  const SLUG = 'maren-cote-lindqvist';

  test('elections: both publishers, votes of the Library, the province of the term, newest first', async () => {
    const rows = await made.section(politicians, 'election_history', SLUG);
    expect(rows).toEqual([
      {
        election_date: '2025-04-28',
        riding: 'Harbour—Northline',
        province: 'NS',
        party: null,
        elected: true,
        votes: null,
        vote_percent: null,
      },
      {
        election_date: '2021-09-20',
        riding: 'Harbour—Northline',
        province: 'NS',
        party: 'Liberal Party of Canada',
        elected: true,
        votes: 20_417,
        vote_percent: null,
      },
      {
        election_date: '2015-10-19',
        riding: 'Gull Bay',
        province: 'NS',
        party: 'Liberal Party of Canada',
        elected: false,
        votes: null,
        vote_percent: null,
      },
    ]);
  });

  test('committees: by name and session, by a name that is one committee, of the Library where the House has none', async () => {
    const rows = await made.section(politicians, 'committee_memberships', SLUG);
    expect(
      rows.map((one) => [one['session_id'], one['slug'], one['role'], one['start_date'], one['end_date']]),
    ).toEqual([
      ['44-1', 'fisheries-and-oceans', 'Vice-Chair', '2022-01-31', null],
      ['44-1', 'fisheries-and-oceans', 'Member', '2021-12-09', '2022-01-31'],
      ['43-2', 'fisheries-and-oceans', 'Member', '2020-10-09', null],
      ['43-1', 'fisheries-and-oceans', 'Member', null, null],
      ['38-1', 'industry-and-technology', 'Member', '2005-01-01', null],
    ]);
    expect(rows[4]).toMatchObject({committee_id: 23, name_en: 'Industry and Technology', acronym: 'INDU'});
  });

  test('communications: each once, ten newest, none for others', async () => {
    const [met] = await made.section(politicians, 'lobbying_interactions', SLUG);
    expect(met).toMatchObject({total: 12, first_date: '2024-01-01', last_date: '2024-01-10'});
    const recent = met?.['recent'] as Row[];
    expect(recent.map(({com_id}) => com_id)).toEqual('109 108 107 106 105 104 103 102 101 100'.split(' '));
    expect(recent[0]).toEqual({
      com_id: '109',
      date: '2024-01-10',
      client: 'Northline Surveying Inc.',
      lobbyist_name: 'Priya Nadeau',
      institution: 'House of Commons',
      subjects: 'Tides',
    });
    expect(await made.section(politicians, 'lobbying_interactions', 'angus-thorne')).toEqual([
      {total: 0, first_date: null, last_date: null, recent: []},
    ]);
  });

  test('bills: newest first, those without a day last', async () => {
    const rows = await made.section(politicians, 'bill_sponsorships', SLUG);
    expect(rows.map(({session_id, number, introduced}) => [session_id, number, introduced])).toEqual([
      ['44-1', 'C-10', '2022-02-02'],
      ['44-1', 'C-9', '2022-02-02'],
      ['45-1', 'C-2', null],
    ]);
    expect(rows[0]).toMatchObject({name_en: 'An Act respecting tides', status_code: 'NOT_ACTIVE'});
  });
});

/**
 * Committees: names, ids and slugs by session, parents, members linked to politicians, meetings, activities.
 */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {committee_sessions} from '../../datasets/committee_sessions/schema.ts';
import {committees} from '../../datasets/derived/committees.ts';
import {politicians} from '../../datasets/derived/politicians.ts';
import type {Json} from '../../datasets/types.ts';
import {derive} from '../helpers/derived.ts';

const session = (acronym: string, session_id: string, name_en: string, more: Record<string, Json> = {}) => ({
  record_id: `k_${acronym}${session_id}`,
  acronym,
  session_id,
  name_en,
  ...more,
});
const seat = (politician_id: number | null, name: string, role: string) => ({
  politician_id,
  name,
  party: 'Liberal',
  riding: 'Halton Ridge',
  province: 'ON',
  role,
});
const meeting = (number: number, date: string | null, more: Record<string, Json> = {}) => ({
  number,
  date,
  start_time: '15:30',
  end_time: null,
  in_camera: false,
  cancelled: false,
  has_evidence: false,
  minutes_url: null,
  notice_url: null,
  ...more,
});
const person = (id: number, name: string, slug: string) => ({
  id,
  name,
  slug,
  folded_names: [name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('-', ' ')],
});

const SESSIONS = [
  session('INDU', '43-2', 'Industry, Science and Technology', {
    name_fr: 'Industrie, sciences et technologie',
    members: [seat(1, 'Amelia Okafor', 'Chair')],
    meetings: [meeting(1, '2020-10-01'), meeting(2, '2020-10-08')],
    activities: [{id: 7, name_en: 'Harbours', kind: 'study'}],
  }),
  session('INDU', '44-1', 'Standing Committee on Industry and Technology', {
    members: [
      seat(3, 'Zoé Achille', 'Member'),
      seat(2, 'Maren Côté-Lindqvist', 'Vice-Chair'),
      seat(2, 'Maren Côté-Lindqvist', 'Member'),
      seat(4, 'Bao Tran', 'Member'),
      seat(1, 'Amelia Okafor', 'Chair'),
      seat(99, 'Nobody Known', 'Member'),
      seat(5, 'Ines Roy', 'Associate Member'),
      seat(null, 'Hon. Ngozi Ekwueme', 'Member'),
    ],
    meetings: [
      meeting(3, '2022-01-31', {has_evidence: true}),
      meeting(4, '2022-02-07', {cancelled: true}),
      meeting(5, null),
    ],
    transcripts: [
      {number: 3, date: '2022-01-31', start_time: '16:00', chair: 'Ms. Okafor', in_camera: false},
      {number: 6, date: '2022-02-14', start_time: '16:00', chair: 'Ms. Okafor', in_camera: true},
    ],
    activities: [
      {id: 12, name_en: 'Bill C-11', kind: 'bill'},
      {id: 9, name_en: 'Tolls', kind: 'study'},
    ],
  }),
  session('SIND', '44-1', 'Subcommittee on Agenda and Procedure', {parent: 'INDU'}),
  session('SFIN', '44-1', 'Subcommittee on Agenda and Procedure', {parent: 'FINA'}),
  session('HUMA', '42-1', 'Special Joint Committee on the Status of Tolls', {
    roles: [
      {name: 'Bao Tran', role: 'Parliamentary Secretary — Non-Voting Member'},
      {name: 'Zoé Achille', role: 'Co-Chair'},
      {name: 'David Anderson', role: 'Vice-Chair'},
      {name: 'Ines Roy', role: 'Associate Member'},
    ],
  }),
];
const PEOPLE = [
  person(1, 'Amelia Okafor', 'amelia-okafor'),
  person(2, 'Maren Côté-Lindqvist', 'maren-cote-lindqvist'),
  person(3, 'Zoé Achille', 'zoe-achille'),
  person(4, 'Bao Tran', 'bao-tran'),
  person(5, 'Ines Roy', 'ines-roy'),
  person(10_000_006, 'Ngozi Ekwueme', 'ngozi-ekwueme'),
  person(7, 'David Anderson', 'david-anderson'),
  person(8, 'David Anderson', 'david-anderson-8'),
];

let made: Awaited<ReturnType<typeof derive>>;
beforeAll(async () => {
  made = await derive({
    given: [
      {declaration: committee_sessions, rows: SESSIONS},
      {declaration: politicians, rows: PEOPLE},
    ],
    entities: [committees],
    as_of: '2024-05-06',
  });
});
afterAll(() => made.close());

describe('records', () => {
  test('are one per acronym, named as in the latest session, with their own number', async () => {
    const rows = await made.rows('SELECT * FROM committees ORDER BY acronym');
    expect(rows.map(({acronym, name_en, session_id}) => [acronym, name_en, session_id])).toEqual([
      ['HUMA', 'Special Joint Committee on the Status of Tolls', '42-1'],
      ['INDU', 'Standing Committee on Industry and Technology', '44-1'],
      ['SFIN', 'Subcommittee on Agenda and Procedure', '44-1'],
      ['SIND', 'Subcommittee on Agenda and Procedure', '44-1'],
    ]);
    // printf 'commons_committees\nINDU' | sha256sum: the first 31 bits.
    expect(rows[1]).toMatchObject({
      id: 0x82992efa >>> 1,
      name_fr: 'Industrie, sciences et technologie',
      last_updated: '2024-05-06 12:00:00+00',
      parent: null,
      sessions: [
        {session_id: '43-2', name_en: 'Industry, Science and Technology'},
        {session_id: '44-1', name_en: 'Standing Committee on Industry and Technology'},
      ],
    });
  });

  test('have slugs without common words; on a clash all add the acronym', async () => {
    const rows = await made.rows('SELECT slug FROM committees ORDER BY acronym');
    expect(rows.map(({slug}) => slug)).toEqual([
      'status-of-tolls',
      'industry-and-technology',
      'subcommittee-on-agenda-and-procedure-sfin',
      'subcommittee-on-agenda-and-procedure-sind',
    ]);
  });

  test('name the committee above, where it is known', async () => {
    const rows = await made.rows('SELECT acronym, parent FROM committees ORDER BY acronym');
    expect(rows.map(({parent}) => parent)).toEqual([
      null,
      null,
      null,
      {
        id: 0x82992efa >>> 1,
        name_en: 'Standing Committee on Industry and Technology',
        acronym: 'INDU',
        slug: 'industry-and-technology',
      },
    ]);
  });

  test('are found by slug and by acronym', async () => {
    const names = await made.rows(
      `SELECT known FROM (${committees.names}) WHERE entity = 'industry-and-technology' ORDER BY 1`,
    );
    expect(names).toEqual([{known: 'indu'}, {known: 'industry-and-technology'}]);
  });
});

describe('members', () => {
  test('are those of the latest session by role and name, each once, without associates', async () => {
    const rows = await made.section(committees, 'members', 'industry-and-technology');
    expect(rows.map(({name, role, slug, politician_id}) => [name, role, slug, politician_id])).toEqual([
      ['Amelia Okafor', 'Chair', 'amelia-okafor', 1],
      ['Maren Côté-Lindqvist', 'Vice-Chair', 'maren-cote-lindqvist', 2],
      ['Bao Tran', 'Member', 'bao-tran', 4],
      ['Hon. Ngozi Ekwueme', 'Member', 'ngozi-ekwueme', 10_000_006],
      ['Nobody Known', 'Member', null, 99],
      ['Zoé Achille', 'Member', 'zoe-achille', 3],
    ]);
    expect(rows[0]).toMatchObject({party: 'Liberal', riding: 'Halton Ridge'});
  });

  test('come from the file of roles without a page; an ambiguous name is not linked', async () => {
    const rows = await made.section(committees, 'members', 'status-of-tolls');
    expect(rows.map(({name, role, slug}) => [name, role, slug])).toEqual([
      ['Zoé Achille', 'Co-Chair', 'zoe-achille'],
      ['David Anderson', 'Vice-Chair', null],
      ['Bao Tran', 'Parliamentary Secretary — Non-Voting Member', 'bao-tran'],
    ]);
  });
});

test('meetings: newest first over sessions, the cancelled and those without a day left out, transcripts added', async () => {
  const rows = await made.section(committees, 'recent_meetings', 'industry-and-technology');
  expect(rows.map((one) => [one['number'], one['session_id'], one['date'], one['has_evidence']])).toEqual([
    [6, '44-1', '2022-02-14', true],
    [3, '44-1', '2022-01-31', true],
    [2, '43-2', '2020-10-08', false],
    [1, '43-2', '2020-10-01', false],
  ]);
});

test('activities: newest session first, then by number', async () => {
  expect(await made.section(committees, 'activities', 'industry-and-technology')).toEqual([
    {id: 9, name_en: 'Tolls', kind: 'study', session_id: '44-1'},
    {id: 12, name_en: 'Bill C-11', kind: 'bill', session_id: '44-1'},
    {id: 7, name_en: 'Harbours', kind: 'study', session_id: '43-2'},
  ]);
});

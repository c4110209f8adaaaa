/** Ballots, divisions and voting records over a few rows, against what a member of the public would count. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {bills} from '../../datasets/bills/schema.ts';
import {ballots} from '../../datasets/derived/ballots.ts';
import {divisions} from '../../datasets/derived/divisions.ts';
import {politicians} from '../../datasets/derived/politicians.ts';
import {voting_records} from '../../datasets/derived/voting_records.ts';
import type {Json} from '../../datasets/types.ts';
import {votes} from '../../datasets/votes/schema.ts';
import {derive} from '../helpers/derived.ts';

type Row = Record<string, Json>;

const term = (from_date: string | null, to_date: string | null = null, chamber = 'House'): Row => ({
  ...{from_date, to_date, chamber, riding: 'Harbour', province: 'NS', party: 'Liberal'},
});
const person = (house_id: number | null, slug: string, terms: Row[], name = slug): Row => ({
  ...{id: house_id ?? 10_000_000, house_id, slug, name, current: true, terms, parties: []},
  folded_names: [name.toLowerCase()],
});
const PEOPLE: Row[] = [
  person(1, 'ada', [term('2021-01-01')]),
  // Elected in the middle of the session.
  person(2, 'bo', [term('2022-02-15')]),
  person(3, 'cy', [term('2021-01-01', '2022-02-10')]),
  // Away for some days of the session.
  person(4, 'di', [term('2021-01-01', '2022-01-31'), term('2022-02-20')]),
  person(5, 'ed', [term(null)]),
  // The terms of the publisher end before the last ballot.
  person(6, 'flo', [term('2021-01-01', '2022-01-15')]),
  person(null, 'gus-no-number', [term('2021-01-01')], 'Gus Nonumber'),
  person(null, 'two-a', [term('2021-01-01')], 'Same Name'),
  person(null, 'two-b', [term('2021-01-01')], 'Same Name'),
  person(null, 'hal', [term('2021-01-01', null, 'Senate')], 'Hal Senator'),
];

const ballot = (id: number | null, party: string | null, vote: string, name = `Member ${id}`): Row => ({
  ...{politician_id: id, name, party, riding: 'Harbour', province: 'NS', vote, paired: vote === 'Paired'},
});
const division = (number: number, date: string, cast: Row[], more: Row = {}): Row => ({
  ...{vote_id: `44-1/${number}`, session_id: '44-1', number, date, description_en: `Vote ${number}`},
  ...{result: 'Passed', bill_number: 'C-2', source_url: 'https://www.ourcommons.ca/', ballots: cast},
  yea_total: cast.filter(({vote}) => vote === 'Yea').length,
  nay_total: cast.filter(({vote}) => vote === 'Nay').length,
  paired_total: 0,
  ...more,
});

const FIRST = [
  ballot(1, 'Liberal', 'Yea'),
  ballot(3, 'Liberal', 'Yea'),
  ballot(4, 'Liberal', 'Nay'),
  ballot(5, 'Liberal', 'Paired'),
  ballot(6, 'NDP', 'Yea'),
  ballot(9, 'NDP', 'Nay'),
  ballot(10, 'Independent', 'Nay'),
  ballot(11, 'Indépendant', 'Yea'),
  ballot(12, null, 'Yea'),
  ballot(null, 'Bloc Québécois', 'Nay', 'Gus Nonumber'),
  ballot(null, 'Bloc Québécois', 'Nay', 'Same Name'),
  ballot(null, 'Bloc Québécois', 'Yea', 'Hal Senator'),
];
const VOTES = [
  division(1, '2022-01-10', FIRST),
  division(2, '2022-02-01', [
    ballot(1, 'Liberal', 'Nay'),
    ballot(3, 'Liberal', 'Nay'),
    ballot(6, 'Liberal', 'Nay'),
  ]),
  division(3, '2022-02-25', [
    ballot(1, 'Liberal', 'Nay'),
    ballot(2, 'Liberal', 'Yea'),
    ballot(4, 'Liberal', 'Yea'),
  ]),
  division(4, '2022-03-01', [ballot(2, 'Liberal', 'Yea'), ballot(4, 'Liberal', 'Yea')]),
  // The file of one member has one ballot.
  division(5, '2022-03-02', [ballot(1, 'Liberal', 'Yea')], {yea_total: 170, nay_total: 140}),
  division(6, '2022-03-03', [], {yea_total: 170, nay_total: 140, bill_number: null}),
];

let made: Awaited<ReturnType<typeof derive>>;
let rows: Row[];
let records: Row[];
let ofVotes: Row[];
beforeAll(async () => {
  made = await derive({
    given: [
      {declaration: bills, rows: [{bill_id: '44-1/C-2', session_id: '44-1', number: 'C-2'}]},
      {declaration: votes, rows: VOTES},
      {declaration: politicians, rows: PEOPLE},
    ],
    entities: [ballots, divisions, voting_records],
    as_of: '2024-05-06',
  });
  rows = await made.rows('SELECT * FROM ballots');
  ofVotes = await made.rows('SELECT * FROM divisions ORDER BY vote_id');
  records = await made.rows('SELECT * FROM voting_records');
});
afterAll(() => made.close());

const sideOf = (number: number, id: number | null, name?: string) => {
  const found = rows.find(
    (row) =>
      row['vote_id'] === `44-1/${number}` && row['politician_id'] === id && (!name || row['name'] === name),
  )!;
  return [found['party_vote'], found['against_party']];
};

test('every ballot is a row of its own, the votes of the divisions', () => {
  expect(rows).toHaveLength(VOTES.flatMap(({ballots: cast}) => cast as Row[]).length);
  expect(new Set(rows.map((row) => row['ballot_id'])).size).toBe(rows.length);
  expect(rows.map((row) => row['ballot_id'])).toContain('44-1/1/1');
  expect(rows.map((row) => row['ballot_id'])).toContain('44-1/1/gus-nonumber');
});

describe('the majority of the caucus', () => {
  test.each([
    ['with most of its yeas and nays', 1, 1, ['Yea', false]],
    ['against them', 1, 4, ['Yea', true]],
    ['paired: the caucus has a side, the ballot none', 1, 5, ['Yea', null]],
    ['a tie', 1, 6, [null, null]],
    ['a member of no caucus', 1, 10, [null, null]],
    ['the same in French', 1, 11, [null, null]],
    ['no party', 1, 12, [null, null]],
    ['the party of the ballot, not of another vote', 2, 6, ['Nay', false]],
    ['only some ballots are loaded', 5, 1, [null, null]],
  ])('%s', (_, number, id, expected) => {
    expect(sideOf(number, id)).toEqual(expected);
  });
});

test('a ballot without a number is that of the one politician of its name in the House', async () => {
  const slugs = (name: string) =>
    rows.filter((row) => row['name'] === name).map((row) => row['politician_slug']);
  expect(slugs('Gus Nonumber')).toEqual(['gus-no-number']);
  expect(slugs('Same Name')).toEqual([null]);
  expect(slugs('Hal Senator')).toEqual([null]);
  expect(slugs('Member 9')).toEqual([null]);
  const counts = await made.rows(`SELECT rule, count FROM (${ballots.links})`);
  expect(Object.fromEntries(counts.map(({rule, count}) => [rule, count]))).toEqual({
    'person number': rows.filter((row) => row['politician_slug'] !== null && row['politician_id'] !== null)
      .length,
    'name and term': 1,
    'nobody of this number or name sat that day': rows.filter((row) => row['politician_slug'] === null)
      .length,
  });
});

test('divisions say how much is loaded, have their bill, and parties by number of ballots', () => {
  expect(ofVotes.map((row) => row['ballots_loaded'])).toEqual([
    'whole',
    'whole',
    'whole',
    'whole',
    'some',
    'none',
  ]);
  expect(ofVotes.map((row) => row['bill_id'])).toEqual([...Array(5).fill('44-1/C-2'), null]);
  const parties = ofVotes[0]!['party_votes'] as Row[];
  expect(parties[0]).toEqual({party: 'Liberal', yea: 2, nay: 1, paired: 1, party_vote: 'Yea'});
  expect(parties.at(-1)).toMatchObject({party: null, yea: 1});
  const members = ofVotes[0]!['member_votes'] as Row[];
  expect(members).toHaveLength(FIRST.length);
  expect(members.filter((one) => one['party'] === 'Liberal').map((one) => one['name'])).toEqual([
    'Member 1',
    'Member 3',
    'Member 4',
    'Member 5',
  ]);
  expect(ofVotes[5]).toMatchObject({party_votes: [], member_votes: []});
});

describe('voting records', () => {
  test.each([
    [
      'sat all session, one division missed',
      'ada',
      {votes: 4, with_party: 2, against_party: 1, divisions: 4, share_voted: 0.75},
    ],
    ['elected in the session', 'bo', {votes: 2, divisions: 2, first_date: '2022-02-25', share_voted: 1}],
    ['left in the session', 'cy', {votes: 2, divisions: 2, last_date: '2022-02-01', share_voted: 1}],
    ['away for some of its days', 'di', {votes: 3, against_party: 1, divisions: null, share_voted: null}],
    ['days not known', 'ed', {votes: 1, divisions: null, share_voted: null}],
    ['voted on other days than those of the terms', 'flo', {votes: 2, divisions: null, share_voted: null}],
  ])('%s', (_, slug, expected) => {
    expect(records.find((row) => row['politician_slug'] === slug)).toMatchObject(expected);
  });
});

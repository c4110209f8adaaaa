/**
 * Links of bills: sponsors to politicians with the rule of each, parties at introduction, divisions with
 * party votes.
 */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {bills} from '../../datasets/bills/schema.ts';
import {bill_links} from '../../datasets/derived/bill_links.ts';
import {politicians} from '../../datasets/derived/politicians.ts';
import type {Json} from '../../datasets/types.ts';
import {votes} from '../../datasets/votes/schema.ts';
import {derive} from '../helpers/derived.ts';

type Row = Record<string, Json>;

const bill = (number: string, sponsor_name: string | null, more: Row = {}): Row => ({
  bill_id: `44-1/${number}`,
  session_id: '44-1',
  number,
  name_en: `An Act ${number}`,
  introduced: '2022-02-02',
  sponsor_name,
  ...more,
});
const term = (from_date: string | null, to_date: string | null, party = 'Liberal') => ({
  chamber: 'House',
  riding: null,
  province: null,
  party,
  from_date,
  to_date,
});
const SITTING = [term('2019-10-21', null)];
const person = (id: number, name: string, slug: string, more: Row = {}): Row => ({
  id,
  name,
  slug,
  house_id: id < 10_000_000 ? id : null,
  folded_names: [name.toLowerCase()],
  terms: SITTING,
  ...more,
});
const spell = (party: string, from_date: string | null, to_date: string | null) => ({
  party,
  from_date,
  to_date,
});

const PEOPLE = [
  person(1, 'Maren Lindqvist', 'maren-lindqvist', {
    parties: [spell('Liberal', '2015-10-19', '2022-01-31'), spell('Independent', '2022-02-01', null)],
  }),
  person(2, 'Priya Nadeau', 'priya-nadeau', {parties: [spell('NDP', '2019-10-21', null)]}),
  person(3, 'David Anderson', 'david-anderson'),
  person(4, 'David Anderson', 'david-anderson-4'),
  person(5, 'Wen Fairbanks', 'wen-fairbanks', {terms: [term('2004-06-28', '2011-05-02')]}),
  person(10_000_006, "Odette L'Ecuyer", 'odette-l-ecuyer', {
    folded_names: ["odette l'ecuyer", "marie-odette l'ecuyer"],
    terms: [{...term('2009-01-02', null), chamber: 'Senate'}],
    parties: [spell('Non-affiliated', '2009-01-02', null)],
  }),
  person(10_000_007, 'Ida Sorensen', 'ida-sorensen', {terms: []}),
  person(8, 'Tobias Okafor', 'tobias-okafor', {terms: [term('2015-10-19', '2022-02-01')]}),
  person(9, 'Tobias Okafor', 'tobias-okafor-9', {terms: [term('2022-02-02', null)]}),
];

const BILLS = [
  bill('C-1', 'M. Lindqvist', {sponsor_person_id: 1}),
  bill('C-2', 'Hon. Priya NADEAU'),
  bill('C-3', 'David Anderson'),
  bill('C-4', 'David Anderson', {sponsor_person_id: 4}),
  bill('C-5', 'Wen Fairbanks', {sponsor_published_party: 'Conservative'}),
  bill('S-6', "Marie-Odette L'Écuyer", {sponsor_person_id: 10440}),
  bill('C-7', 'Ida Sørensen'),
  bill('C-8', 'Ida Sorensen', {introduced: null}),
  bill('C-9', null),
  bill('C-10', 'Tobias Okafor'),
  // The number is unknown, and the only person of the name has another.
  bill('C-11', 'Priya Nadeau', {sponsor_person_id: 77}),
  bill('C-12', 'Tobias Okafor', {introduced: '2014-03-01'}),
];

const ballots = (party: string | null, yea: number, nay: number, paired = 0) => [
  ...Array.from({length: yea}, () => ballot(party, 'Yea')),
  ...Array.from({length: nay}, () => ballot(party, 'Nay')),
  ...Array.from({length: paired}, () => ballot(party, 'Paired')),
];
const ballot = (party: string | null, vote: string) => ({
  politician_id: 1,
  name: 'Somebody',
  party,
  riding: null,
  province: null,
  vote,
  paired: vote === 'Paired',
});
const division = (
  number: number,
  date: string,
  bill_number: string | null,
  cast: Json[],
  more: Row = {},
): Row => ({
  vote_id: `44-1/${number}`,
  session_id: '44-1',
  number,
  date,
  description_en: `Division ${number}`,
  result: 'Passed',
  yea_total: cast.filter((one) => (one as Row)['vote'] === 'Yea').length,
  nay_total: cast.filter((one) => (one as Row)['vote'] === 'Nay').length,
  paired_total: 0,
  bill_number,
  ballots: cast,
  source_url: `https://www.ourcommons.ca/members/en/votes/44/1/${number}`,
  ...more,
});
const listed = (number: number, date: string, more: Row = {}): Row => ({
  session_id: '44-1',
  number,
  date,
  description_en: `As LEGISinfo has it ${number}`,
  description_fr: `Selon LEGISinfo ${number}`,
  result: 'Failed',
  yea_total: 1,
  nay_total: 2,
  paired_total: 0,
  ...more,
});

const whole = [
  ...ballots('Liberal', 149, 1),
  ...ballots('Conservative', 0, 110),
  ...ballots('NDP', 5, 5, 3),
  ...ballots('Bloc Québécois', 5, 5),
  ...ballots('Green Party', 0, 0, 2),
  ...ballots(null, 1, 0),
];
const VOTES = [
  division(12, '2022-03-30', 'C-2', whole),
  division(9, '2022-03-30', 'C-2', ballots('NDP', 1, 2)),
  // One member's file has one ballot.
  division(8, '2022-04-01', 'C-2', ballots('NDP', 1, 0), {yea_total: 170, nay_total: 140}),
  division(10, '2022-04-02', null, ballots('NDP', 1, 0)),
  division(11, '2022-04-03', 'C-999', []),
  division(13, '2022-04-04', null, ballots('NDP', 1, 0), {result: 'Tie', description_fr: 'Vote 13'}),
  {...division(12, '2019-03-30', 'C-2', []), vote_id: '43-1/12', session_id: '43-1'},
];

let made: Awaited<ReturnType<typeof derive>>;
let rows: Row[];
beforeAll(async () => {
  const house_votes = [listed(12, '2022-03-30'), listed(40, '2022-01-01'), listed(13, '2022-04-04')];
  made = await derive({
    given: [
      {declaration: bills, rows: BILLS.map((one) => (one['number'] === 'C-2' ? {...one, house_votes} : one))},
      {declaration: votes, rows: VOTES},
      {declaration: politicians, rows: PEOPLE},
    ],
    entities: [bill_links],
    as_of: '2024-05-06',
  });
  rows = await made.rows('SELECT * FROM bill_links');
});
afterAll(() => made.close());

const linkOf = (number: string): Row => rows.find((one) => one['bill_id'] === `44-1/${number}`)!;

test('every bill has one row', () => {
  expect(rows.map((one) => one['bill_id']).sort()).toEqual(BILLS.map((one) => one['bill_id']).sort());
});

describe('sponsors', () => {
  test.each([
    ['C-1', 'person number', 'maren-lindqvist', 'Independent'],
    ['C-2', 'name and term', 'priya-nadeau', 'NDP'],
    ['C-3', 'ambiguous', null, null],
    ['C-4', 'person number', 'david-anderson-4', null],
    ['C-5', 'out of office', null, 'Conservative'],
    ['S-6', 'name and term', 'odette-l-ecuyer', 'Non-affiliated'],
    // A slashed o is a separate letter: folding keeps it.
    ['C-7', 'other name', null, null],
    ['C-8', 'name', 'ida-sorensen', null],
    ['C-9', 'no sponsor', null, null],
    ['C-10', 'name and term', 'tobias-okafor-9', null],
    ['C-11', 'other name', null, null],
    ['C-12', 'out of office', null, null],
  ])('%s: %s', (number, rule, slug, party) => {
    const {sponsor_rule, sponsor_slug, sponsor_party} = linkOf(number);
    expect([sponsor_rule, sponsor_slug, sponsor_party]).toEqual([rule, slug, party]);
  });

  test('are counted by rule, the open ones too', async () => {
    const counts = await made.rows(
      `SELECT rule, count FROM (${bill_links.links}) WHERE link = 'sponsor to politician'`,
    );
    expect(Object.fromEntries(counts.map(({rule, count}) => [rule, count]))).toEqual({
      'person number': 2,
      'name and term': 3,
      name: 1,
      ambiguous: 1,
      'out of office': 2,
      'other name': 2,
      'no sponsor': 1,
    });
  });
});

describe('divisions', () => {
  const divisions = (number: string) => linkOf(number)['votes'] as Row[];

  test('are ordered by date, then number, including those of LEGISinfo alone', () => {
    expect(divisions('C-2').map(({date, number}) => [date, number])).toEqual([
      ['2022-01-01', 40],
      ['2022-03-30', 9],
      ['2022-03-30', 12],
      ['2022-04-01', 8],
      ['2022-04-04', 13],
    ]);
    expect(divisions('C-1')).toEqual([]);
  });

  test('have the texts of the House, else those of LEGISinfo', () => {
    const [only, , both, , unbound] = divisions('C-2');
    expect(both).toMatchObject({
      description_en: 'Division 12',
      description_fr: 'Selon LEGISinfo 12',
      result: 'Passed',
      source_url: 'https://www.ourcommons.ca/members/en/votes/44/1/12',
    });
    expect(only).toMatchObject({result: 'Failed', yea_total: 1, party_votes: [], source_url: null});
    // The House does not name the bill; LEGISinfo does.
    expect(unbound).toMatchObject({result: 'Tie', description_fr: 'Vote 13'});
  });

  test('have the votes of parties, by number of votes, then name; paired members do not count', () => {
    expect(divisions('C-2')[2]?.['party_votes']).toEqual([
      {party: 'Liberal', vote: 'Yes', disagreement: 0.007},
      {party: 'Conservative', vote: 'No', disagreement: 0},
      {party: 'Bloc Québécois', vote: 'Split', disagreement: 0.5},
      {party: 'NDP', vote: 'Split', disagreement: 0.5},
    ]);
    expect(divisions('C-2')[1]?.['party_votes']).toEqual([{party: 'NDP', vote: 'No', disagreement: 0.333}]);
  });

  test('have no votes of parties if only some ballots are known', () => {
    expect(divisions('C-2')[3]?.['party_votes']).toEqual([]);
  });

  test('are counted, also those on bills that are not loaded', async () => {
    const counts = await made.rows(
      `SELECT rule, count FROM (${bill_links.links}) WHERE link = 'division to bill'`,
    );
    expect(Object.fromEntries(counts.map(({rule, count}) => [rule, count]))).toEqual({
      'session and number': 3,
      'no bill of this number is loaded': 2,
    });
  });
});

/**
 * Ballots: how each member voted in each division of the House, and whether with the majority of the caucus.
 */
import {BALLOT, DIVISION_RESULT, NO_CAUCUS} from '../codes/bills.ts';
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {listColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Columns, Derived} from '../types.ts';

/**
 * Smallest share of a division's ballots that must be loaded to show votes by party. Files of single members
 * give only a few; a complete division may differ from its totals by a corrected ballot.
 */
export const WHOLE = 0.9;

/** The two sides that a majority can be on. */
const SIDES = ['Yea', 'Nay'];

/** How one member voted: fields of a ballot and of the ballots of a division. */
export const OF_MEMBER: Columns = {
  politician_slug: listColumn(
    'text',
    'slug of the politician: by the person number, else the one politician of the name who sat that day; null: nobody',
    'maren-cote-lindqvist',
  ),
  name: listColumn('text', 'first and last name, as on the ballot', 'Maren Côté-Lindqvist'),
  party: listColumn('text', 'caucus on the day of the division, not of today', 'Liberal'),
  riding: listColumn('text', 'riding on the day of the division', 'Harbour—Northline'),
  province: listColumn('text', 'two-letter code of the riding', 'NS', {values: PROVINCE_CODES}),
  vote: listColumn('text', '`Paired` only without a yea or nay', 'Yea', {
    values: Object.keys(BALLOT.values),
  }),
  party_vote: listColumn(
    'text',
    'side of most yeas and nays of the caucus in the division; null for a tie, for members of no caucus, and where fewer than nine tenths of the ballots are loaded',
    'Yea',
    {values: SIDES},
  ),
  against_party: listColumn(
    'boolean',
    'true: a yea or nay against `party_vote`; false: with it; null: paired, or there is no `party_vote`',
    false,
  ),
};

export const ballots: Derived = {
  name: 'ballots',
  title: 'Ballots',
  help: 'How members of the House voted, one record per member and division, for the divisions whose ballots are loaded, which are those on bills. Who is not listed was absent, abstained or presided: the House does not say which.',
  published: true,
  uncounted: true,
  key: {column: 'ballot_id', rank: 'date'},
  columns: {
    ballot_id: listColumn(
      'text',
      '`<vote_id>/<person number>`; without a number the name stands for it',
      '44-1/387/104682',
      NOT_NULL,
    ),
    vote_id: listColumn('text', 'the division: `<session_id>/<number>`', '44-1/387', NOT_NULL),
    session_id: listColumn('text', '`<parliament>-<session>`', '44-1', NOT_NULL),
    number: listColumn('integer', 'number of the division in its session', 387, NOT_NULL),
    date: listColumn('date', 'day of the division', '2023-06-14', NOT_NULL),
    description_en: listColumn('text', 'subject of the division', 'Bill C-11, 3rd reading', NOT_NULL),
    description_fr: listColumn('text', 'subject in French', 'Projet de loi C-11, 3e lecture'),
    result: listColumn('text', 'outcome of the division', 'Passed', {
      ...NOT_NULL,
      values: Object.keys(DIVISION_RESULT.values),
    }),
    bill_number: listColumn('text', 'bill that the division is about', 'C-11'),
    ...OF_MEMBER,
    politician_id: listColumn('integer', 'person number of the House of Commons', 104682),
  },
  sort: {default: 'date', keys: {date: 'date', name: 'name'}},
  filters: {
    vote_id: 'exact',
    session_id: 'exact',
    date: 'range',
    description_en: 'partial',
    description_fr: 'partial',
    result: 'exact',
    bill_number: 'exact',
    politician_slug: 'exact',
    name: 'partial',
    party: 'partial',
    riding: 'partial',
    province: 'exact',
    vote: 'exact',
    against_party: 'exact',
  },
  facets: ['vote', 'party', 'province', 'session_id', 'result', 'against_party', 'politician_slug'],
  sql: sqlFile('datasets/derived/ballots.sql', {whole: WHOLE, no_caucus: NO_CAUCUS}),
  links: sqlFile('datasets/derived/ballots.links.sql'),
  names: null,
  sections: {},
  profile: [],
};

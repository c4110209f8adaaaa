/** Votes: recorded divisions of the House of Commons with the ballots of its members. */
import {BALLOT, DIVISION_RESULT} from '../codes/bills.ts';
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {listed, NEVER_NULL, rows} from '../columns.ts';
import type {Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_votes.ts';

const BALLOTS: Columns = {
  politician_id: listed('integer', 'person number of the House of Commons', 104682),
  name: listed('text', 'first and last name', 'Maren Côté-Lindqvist'),
  party: listed('text', 'caucus on the day, short form', 'Independent'),
  riding: listed('text', 'as published', 'Harbour—Northline'),
  province: listed('text', 'two-letter code of the riding', 'NS', {values: PROVINCE_CODES}),
  vote: listed('text', '`Paired` only without a yea or nay', 'Yea', {values: Object.keys(BALLOT.values)}),
  paired: listed('boolean', 'paired with another member', false, NEVER_NULL),
};

export const votes: Dataset = {
  name: 'votes',
  title: 'Votes',
  help: 'Recorded divisions of the House of Commons since 2004, one record a division, with the ballots of its members where they are loaded: of divisions on a bill. The records of bills show them.',
  id: {column: 'vote_id', prefix: ''},
  columns: {
    vote_id: listed('text', '`<session_id>/<number>`', '44-1/387', NEVER_NULL),
    session_id: listed('text', '`<parliament>-<session>`', '44-1', NEVER_NULL),
    number: listed('integer', 'number of the division in its session', 387, NEVER_NULL),
    date: listed('date', 'day of the division', '2023-06-14', NEVER_NULL),
    description_en: listed(
      'text',
      'subject as published; where there is none the document type',
      'Bill C-11, 3rd reading',
      NEVER_NULL,
    ),
    description_fr: listed('text', 'subject in French', 'Projet de loi C-11, 3e lecture'),
    result: listed('text', 'outcome as published; where that is unknown, by the totals', 'Passed', {
      ...NEVER_NULL,
      values: Object.keys(DIVISION_RESULT.values),
    }),
    yea_total: listed('integer', 'members for', 177, NEVER_NULL),
    nay_total: listed('integer', 'members against', 144, NEVER_NULL),
    paired_total: listed('integer', 'paired members', 2, NEVER_NULL),
    document_type: listed('text', "publisher's English words", 'Legislative Process'),
    bill_number: listed('text', 'bill that the division is about', 'C-11'),
    ballots: {
      ...rows(
        "one a member who voted or was paired, in the publisher's order; empty where they are not loaded",
        BALLOTS,
      ),
      shown: 'list',
    },
    source_url: listed(
      'text',
      "the division's page at the publisher",
      'https://www.ourcommons.ca/members/en/votes/44/1/387',
      NEVER_NULL,
    ),
    source_dataset: listed('text', 'source label', 'House of Commons Votes', NEVER_NULL),
  },
  sort: {default: 'date', keys: {date: 'date'}},
  filters: {},
  date: 'date',
  published: false,
  checks,
  sources: [house],
};

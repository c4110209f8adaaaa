/** Votes: recorded divisions of the House of Commons with the ballots of its members. */
import {BALLOT, DIVISION_RESULT} from '../codes/bills.ts';
import {PROVINCE_CODES} from '../codes/provinces.ts';
import type {Column, Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_votes.ts';

const text = (help: string, example: string | null, more: object = {}): Column => ({
  type: 'text',
  nullable: true,
  shown: 'list',
  help,
  example,
  ...more,
});
const integer = (help: string, example: number): Column => ({
  type: 'integer',
  nullable: false,
  shown: 'list',
  help,
  example,
});

const BALLOTS: Columns = {
  politician_id: {...integer('person number of the House of Commons', 104682), nullable: true},
  name: text('first and last name', 'Maren Côté-Lindqvist'),
  party: text('caucus on the day, short form', 'Independent'),
  riding: text('as published', 'Harbour—Northline'),
  province: text('two-letter code of the riding', 'NS', {values: PROVINCE_CODES}),
  vote: text('`Paired` only without a yea or nay', 'Yea', {values: Object.keys(BALLOT.values)}),
  paired: {
    type: 'boolean',
    nullable: false,
    shown: 'list',
    help: 'paired with another member',
    example: false,
  },
};

export const votes: Dataset = {
  name: 'votes',
  title: 'Votes',
  help: 'Recorded divisions of the House of Commons since 2004, one record a division, with the ballots of its members where they are loaded: of divisions on a bill. The records of bills show them.',
  id: {column: 'vote_id', prefix: ''},
  columns: {
    vote_id: text('`<session_id>/<number>`', '44-1/387', {nullable: false}),
    session_id: text('`<parliament>-<session>`', '44-1', {nullable: false}),
    number: integer('number of the division in its session', 387),
    date: {
      type: 'date',
      nullable: false,
      shown: 'list',
      help: 'day of the division',
      example: '2023-06-14',
    },
    description_en: text(
      'subject as published; where there is none the document type',
      'Bill C-11, 3rd reading',
      {
        nullable: false,
      },
    ),
    description_fr: text('subject in French', 'Projet de loi C-11, 3e lecture'),
    result: text('outcome as published; where that is unknown, by the totals', 'Passed', {
      nullable: false,
      values: Object.keys(DIVISION_RESULT.values),
    }),
    yea_total: integer('members for', 177),
    nay_total: integer('members against', 144),
    paired_total: integer('paired members', 2),
    document_type: text("publisher's English words", 'Legislative Process'),
    bill_number: text('bill that the division is about', 'C-11'),
    ballots: {
      type: 'rows',
      nullable: false,
      shown: 'list',
      help: "one a member who voted or was paired, in the publisher's order; empty where they are not loaded",
      fields: BALLOTS,
      example: [
        {
          politician_id: 104682,
          name: 'Maren Côté-Lindqvist',
          party: 'Independent',
          riding: 'Harbour—Northline',
          province: 'NS',
          vote: 'Yea',
          paired: false,
        },
      ],
    },
    source_url: text(
      "the division's page at the publisher",
      'https://www.ourcommons.ca/members/en/votes/44/1/387',
      {nullable: false},
    ),
    source_dataset: text('source label', 'House of Commons Votes', {nullable: false}),
  },
  sort: {default: 'date', keys: {date: 'date'}},
  filters: {},
  date: 'date',
  published: false,
  checks,
  sources: [house],
};

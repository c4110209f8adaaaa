/** Votes: recorded divisions of the House of Commons with the ballots of its members. */
import {BALLOT, DIVISION_RESULT} from '../codes/bills.ts';
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import {details} from '../contracts/columns.ts';
import {OF_DIVISION} from '../derived/divisions.ts';
import {byQuarterAndMonth, byYear} from '../series.ts';
import type {Column, Columns, Dataset} from '../types.ts';
import {checks} from './checks.ts';
import house from './sources/commons_votes.ts';

const BALLOTS: Columns = {
  politician_id: listColumn('integer', 'person number of the House of Commons', 104682),
  name: listColumn('text', 'first and last name', 'Maren Côté-Lindqvist'),
  party: listColumn('text', 'caucus on the day, short form', 'Independent'),
  riding: listColumn('text', 'as published', 'Harbour—Northline'),
  province: listColumn('text', 'two-letter code of the riding', 'NS', {values: PROVINCE_CODES}),
  vote: listColumn('text', '`Paired` only without a yea or nay', 'Yea', {values: Object.keys(BALLOT.values)}),
  paired: listColumn('boolean', 'paired with another member', false, NOT_NULL),
};

/** A column taken from `divisions`. */
const ofDivision = (name: keyof typeof OF_DIVISION, sql = `division.${name}`): Column => ({
  ...OF_DIVISION[name],
  derived: {sql, join: 'division'},
});

/** What a ballot without a number is known by: name and riding, which has one member. */
const member = (ballot: string): string =>
  `fold(concat_ws('/', ${ballot}.name, replace(${ballot}.riding, '--', '-')))`;

/**
 * The ballots without those that lack the number of the member where another file gives the member's ballot
 * with it. Most divisions have none: `known` is computed for the others alone, once.
 */
const ONCE_A_MEMBER = `CASE WHEN len(list_filter(rec.ballots, lambda b: b.politician_id IS NULL)) = 0 THEN rec.ballots
  ELSE list_transform([struct_pack(ballots := rec.ballots, known := list_transform(
      list_filter(rec.ballots, lambda b: b.politician_id IS NOT NULL), lambda b: ${member('b')}))],
    lambda one: list_filter(one.ballots, lambda b: b.politician_id IS NOT NULL OR NOT list_contains(one.known, ${member('b')})))[1] END`;

export const votes: Dataset = {
  name: 'votes',
  title: 'Votes',
  help: 'Recorded divisions of the House of Commons since 2004, one record per division, with the ballots of its members if loaded, which are those on bills.',
  id: {column: 'vote_id', prefix: ''},
  columns: {
    vote_id: listColumn('text', '`<session_id>/<number>`', '44-1/387', NOT_NULL),
    session_id: listColumn('text', '`<parliament>-<session>`', '44-1', NOT_NULL),
    number: listColumn('integer', 'number of the division in its session', 387, NOT_NULL),
    date: listColumn('date', 'day of the division', '2023-06-14', NOT_NULL),
    description_en: listColumn(
      'text',
      'subject as published; where there is none the document type',
      'Bill C-11, 3rd reading',
      NOT_NULL,
    ),
    description_fr: listColumn('text', 'subject in French', 'Projet de loi C-11, 3e lecture'),
    result: listColumn('text', 'outcome as published; where that is unknown, by the totals', 'Passed', {
      ...NOT_NULL,
      values: Object.keys(DIVISION_RESULT.values),
    }),
    yea_total: listColumn('integer', 'members for', 177, NOT_NULL),
    nay_total: listColumn('integer', 'members against', 144, NOT_NULL),
    paired_total: listColumn('integer', 'paired members', 2, NOT_NULL),
    document_type: listColumn('text', "publisher's English words", 'Legislative Process'),
    bill_number: listColumn('text', 'bill that the division is about', 'C-11'),
    ballots: internalColumn(
      'rows',
      "one a member who voted or was paired, in the publisher's order; empty where they are not loaded",
      [],
      {fields: BALLOTS},
    ),
    bill_id: ofDivision('bill_id'),
    ballots_loaded: ofDivision('ballots_loaded', "coalesce(division.ballots_loaded, 'none')"),
    source_url: listColumn(
      'text',
      "the division's page at the publisher",
      'https://www.ourcommons.ca/members/en/votes/44/1/387',
      NOT_NULL,
    ),
    party_votes: ofDivision('party_votes', 'coalesce(division.party_votes, [])'),
    member_votes: ofDivision('member_votes', 'coalesce(division.member_votes, [])'),
    source_dataset: detailColumn('text', 'source label', 'House of Commons Votes', NOT_NULL),
    last_updated: details.last_updated,
  },
  sort: {default: 'date', keys: {date: 'date'}},
  filters: {
    session_id: 'exact',
    result: 'exact',
    bill_number: 'exact',
    document_type: 'exact',
    ballots_loaded: 'exact',
    date: 'range',
    last_updated: 'range',
  },
  facets: ['session_id', 'result', 'document_type', 'ballots_loaded'],
  search: ['description_en', 'description_fr', 'bill_number'],
  date: 'date',
  published: true,
  uncounted: true,
  joins: {division: 'divisions AS division ON division.vote_id = r.vote_id'},
  stats: {
    groups: {
      year: byYear('date'),
      ...byQuarterAndMonth('date'),
      session: {sql: 'r.session_id', added: true},
      result: {sql: 'r.result', added: true},
    },
    sum: null,
  },
  versions: {fromOriginal: [], computed: {ballots: ONCE_A_MEMBER}},
  checks,
  sources: [house],
};

/** Sections of the profile of a politician: elections, committees, communications, bills. */
import {PROVINCE_CODES} from '../codes/provinces.ts';
import {detailColumn, NOT_NULL, objectColumn, rowsColumn} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Section} from '../types.ts';
import {LEADING_WORDS} from './committees.ts';

const session_id = detailColumn('text', 'session', '44-1', NOT_NULL);

/** Seats of politicians on committees, each with its committee if one has that name. */
export const COMMITTEE_SEATS = sqlFile('datasets/derived/politicians.committee_seats.sql', {
  leading_words: LEADING_WORDS,
});

const election_history: Section = {
  column: rowsColumn(
    'newest first. The House lists elections without votes, the Library of Parliament with the votes of the person alone; those of the other candidates are not published there, so that a share cannot be computed',
    {
      election_date: detailColumn('date', 'day of the election', '2019-10-21', NOT_NULL),
      riding: detailColumn('text', 'riding', 'Harbour—Northline', NOT_NULL),
      province: detailColumn('text', 'two-letter code', 'NS', {values: PROVINCE_CODES}),
      party: detailColumn('text', 'party in full', 'Liberal Party of Canada'),
      elected: detailColumn('boolean', 'won the riding', true, NOT_NULL),
      votes: detailColumn(
        'integer',
        'votes; null where they are not published, and where nobody else stood',
        20417,
      ),
      vote_percent: detailColumn(
        'number',
        'share of the votes; null: it needs those of all candidates',
        null,
      ),
    },
  ),
  sql: sqlFile('datasets/derived/politicians.election_history.sql'),
  order: 'election_date DESC, riding',
};

const committee_memberships: Section = {
  column: rowsColumn(
    'session, then start date, newest first; of sessions for which the House gives none, as the Library of Parliament lists them, without days',
    {
      committee_id: detailColumn('integer', 'number of the committee', 1178340932, NOT_NULL),
      name_en: detailColumn('text', 'English name', 'Industry and Technology', NOT_NULL),
      acronym: detailColumn('text', "the House's acronym", 'INDU', NOT_NULL),
      slug: detailColumn('text', 'slug of the committee', 'industry-and-technology', NOT_NULL),
      role: detailColumn('text', "publisher's word", 'Vice-Chair', NOT_NULL),
      session_id,
      start_date: detailColumn('date', 'first day', '2022-01-31'),
      end_date: detailColumn('date', 'last day; null while it lasts', null),
    },
  ),
  sql: sqlFile('datasets/derived/politicians.committee_memberships.sql', {committee_seats: COMMITTEE_SEATS}),
  order: `CAST(split_part(session_id, '-', 1) AS INTEGER) DESC, CAST(split_part(session_id, '-', 2) AS INTEGER) DESC,
    start_date DESC NULLS LAST, name_en, slug, role, end_date NULLS FIRST`,
};

const lobbying_interactions: Section = {
  column: objectColumn(
    'communications with this person as official, by name match, which cannot distinguish namesakes',
    {
      total: detailColumn('integer', 'number of communications', 1, NOT_NULL),
      first_date: detailColumn('date', 'oldest', '2023-03-14'),
      last_date: detailColumn('date', 'newest', '2023-03-14'),
      recent: rowsColumn('10 newest', {
        com_id: detailColumn('text', 'the communication', '344458', NOT_NULL),
        date: detailColumn('date', 'day of the communication', '2023-03-14'),
        client: detailColumn('text', 'client', 'Northline Surveying Inc.'),
        lobbyist_name: detailColumn('text', 'registrant', 'Priya Nadeau'),
        institution: detailColumn('text', 'institutions of its officials', 'House of Commons'),
        subjects: detailColumn('text', 'subjects', 'Infrastructure'),
      }),
    },
  ),
  sql: sqlFile('datasets/derived/politicians.lobbying_interactions.sql'),
};

const bill_sponsorships: Section = {
  column: rowsColumn('newest first', {
    session_id,
    number: detailColumn('text', 'number of the bill', 'C-11', NOT_NULL),
    name_en: detailColumn('text', 'long title', 'An Act respecting harbours', NOT_NULL),
    status_code: detailColumn('text', 'code of the status', 'ROYAL_ASSENT', NOT_NULL),
    introduced: detailColumn('date', 'first reading in the chamber of origin', '2022-02-02'),
  }),
  sql: sqlFile('datasets/derived/politicians.bill_sponsorships.sql'),
  order: 'introduced DESC NULLS LAST, session_id DESC, number',
};

export const POLITICIAN_SECTIONS: Record<string, Section> = {
  election_history,
  committee_memberships,
  lobbying_interactions,
  bill_sponsorships,
};

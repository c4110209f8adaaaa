/** Lobbyists: registrants of registrations and communications by their number. */
import {REGISTRATION_TYPE} from '../codes/lobbying.ts';
import {detailColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {TOP, topLists} from './lobbying.ts';

/** The communications of every lobbyist. */
const COMMUNICATIONS = sqlFile('datasets/derived/lobbyists.communications.sql');

export const lobbyists: Derived = {
  name: 'lobbyists',
  title: 'Lobbyists',
  help: 'Registrants of the lobbying registrations and communications, one per registrant number: consultants, and the officers who file for an employer.',
  key: {column: 'lobbyist_id', rank: 'total_communications'},
  columns: {
    lobbyist_id: listColumn('text', 'registrant number', '778218', NOT_NULL),
    lobbyist_name: listColumn(
      'text',
      'newest spelling; the number where no filing has a name',
      'Priya Nadeau',
      NOT_NULL,
    ),
    firm_name: listColumn('text', 'of the newest registration', 'Northline Strategies'),
    registration_type: listColumn('text', 'of the newest registration', 'Consultant', {
      values: Object.keys(REGISTRATION_TYPE.values),
    }),
    client_count: listColumn(
      'integer',
      'distinct clients over registrations and communications',
      3,
      NOT_NULL,
    ),
    total_communications: listColumn('integer', 'communications', 12, NOT_NULL),
    active_registrations: listColumn(
      'integer',
      'registrations that are active on the data date',
      1,
      NOT_NULL,
    ),
    first_seen_date: detailColumn('date', 'oldest day over registrations and communications', '2019-02-11'),
    last_seen_date: detailColumn('date', 'newest day over registrations and communications', '2024-05-06'),
  },
  sort: {default: 'total_communications', keys: {total_communications: 'total_communications'}},
  filters: {},
  sql: sqlFile('datasets/derived/lobbyists.sql'),
  names: sqlFile('datasets/derived/lobbyists.spellings.sql'),
  exactNamesOnly: true,
  sections: {
    ...topLists(COMMUNICATIONS),
    recent_communications: {
      column: rowsColumn('10 newest', {
        com_id: detailColumn('text', "publisher's report number", '344458', NOT_NULL),
        client: detailColumn('text', 'client', 'Kestrel Breweries Ltd.'),
        dpoh_name: detailColumn('text', 'officials, joined by `; `', 'Maren Côté-Lindqvist'),
        institution: detailColumn('text', 'institutions, joined by `; `', 'House of Commons'),
        date: detailColumn('date', 'date of the communication', '2024-05-06'),
      }),
      sql: sqlFile('datasets/derived/lobbyists.recent_communications.sql', {communications: COMMUNICATIONS}),
      order: 'date DESC NULLS LAST, com_id',
      limit: TOP,
    },
  },
  profile: [
    'lobbyist_id',
    'lobbyist_name',
    'firm_name',
    'registration_type',
    'client_count',
    'total_communications',
    'active_registrations',
    'top_institutions',
    'top_subjects',
    'first_seen_date',
    'last_seen_date',
    'recent_communications',
  ],
};

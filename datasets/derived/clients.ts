/** Clients: who is represented, over registrations and communications. */
import {detailColumn, listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';
import {COUNT, TOP, topLists} from './lobbying.ts';

/** The communications of every client. */
const COMMUNICATIONS = sqlFile('datasets/derived/clients.communications.sql');

export const clients: Derived = {
  name: 'clients',
  title: 'Clients',
  help: 'Clients, corporations and organizations of the lobbying registrations and communications by folded name; names that differ in the legal form alone are one client where a registrant filed under both (`client_names`). Their numbers at the publisher change with every engagement, so only the name identifies them.',
  key: {column: 'client', rank: 'total_communications'},
  counted: 'total_communications',
  columns: {
    client: listColumn(
      'text',
      'the client in its most frequent spelling (ties: code point order)',
      'Kestrel Breweries Ltd.',
      NOT_NULL,
    ),
    client_key: listColumn(
      'text',
      '`encodeURIComponent(client)`, usable as path segment',
      'Kestrel%20Breweries%20Ltd.',
      {...NOT_NULL, derived: {sql: 'encode_uri_component(r.client)'}},
    ),
    total_communications: listColumn('integer', 'communications', 12, NOT_NULL),
    active_registrations: listColumn(
      'integer',
      'registrations that are active on the data date',
      1,
      NOT_NULL,
    ),
    first_communication_date: detailColumn('date', 'oldest communication', '2019-02-11'),
    last_communication_date: detailColumn('date', 'newest communication', '2024-05-06'),
  },
  sort: {default: 'total_communications', keys: {total_communications: 'total_communications'}},
  filters: {client: 'partial'},
  sql: sqlFile('datasets/derived/clients.sql'),
  names: sqlFile('datasets/derived/clients.spellings.sql'),
  sections: {
    ...topLists(COMMUNICATIONS),
    top_lobbyists: {
      column: rowsColumn('top 10 of the communications, most frequent first', {
        lobbyist: detailColumn('text', 'newest spelling of the registrant', 'Priya Nadeau', NOT_NULL),
        lobbyist_id: detailColumn('text', 'registrant number', '778218'),
        firm: detailColumn('text', 'firm of the newest registration', 'Northline Strategies'),
        count: COUNT,
      }),
      sql: sqlFile('datasets/derived/clients.top_lobbyists.sql', {communications: COMMUNICATIONS}),
      order: 'count DESC, lobbyist, lobbyist_id',
      limit: TOP,
    },
  },
  profile: [
    'client',
    'client_key',
    'total_communications',
    'active_registrations',
    'top_institutions',
    'top_subjects',
    'top_lobbyists',
    'first_communication_date',
    'last_communication_date',
  ],
};

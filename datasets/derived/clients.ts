/** Clients: who is represented, over registrations and communications. */
import {detailColumn, listColumn, NOT_NULL} from '../columns.ts';
import type {Derived} from '../types.ts';
import {COUNT, TOP, topLists} from './lobbying.ts';

/** The communications of every client. */
const COMMUNICATIONS =
  'SELECT c.*, e.client AS _key FROM lobbying_communications AS c JOIN client_names AS e USING (client_folded)';

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
  sql: `
    SELECT k.client, CAST(sum(communications) AS BIGINT) AS total_communications, CAST(sum(active) AS BIGINT) AS active_registrations,
      min(first_date) AS first_communication_date, max(last_date) AS last_communication_date
    FROM (
      SELECT client_folded, 0 AS communications, count(*) FILTER (end_date IS NULL OR end_date >= as_of()) AS active,
        NULL::DATE AS first_date, NULL::DATE AS last_date
      FROM lobbying_registrations GROUP BY ALL
      UNION ALL SELECT client_folded, count(*), 0, min(date), max(date) FROM lobbying_communications GROUP BY ALL
    ) JOIN client_names AS k USING (client_folded) GROUP BY k.client`,
  names: 'SELECT client AS name, client_folded AS known, client AS entity FROM client_names',
  sections: {
    ...topLists(COMMUNICATIONS),
    top_lobbyists: {
      column: {
        ...detailColumn('rows', 'top 10 of the communications, most frequent first', [
          {lobbyist: 'Priya Nadeau', lobbyist_id: '778218', firm: 'Northline Strategies', count: 1},
        ]),
        fields: {
          lobbyist: detailColumn('text', 'newest spelling of the registrant', 'Priya Nadeau', NOT_NULL),
          lobbyist_id: detailColumn('text', 'registrant number', '778218'),
          firm: detailColumn('text', 'firm of the newest registration', 'Northline Strategies'),
          count: COUNT,
        },
      },
      sql: `
        SELECT k._key, coalesce(l.lobbyist_name, k.registrant_name) AS lobbyist, k.lobbyist_id, l.firm_name AS firm, count(*) AS count
        FROM (${COMMUNICATIONS}) AS k LEFT JOIN lobbyists AS l ON l.lobbyist_id = k.lobbyist_id
        WHERE coalesce(l.lobbyist_name, k.registrant_name) IS NOT NULL GROUP BY ALL`,
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

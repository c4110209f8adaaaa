/** Names of clients: which folded names of registrations and communications are one client. */
import {internalColumn, NOT_NULL} from '../columns.ts';
import type {Derived} from '../types.ts';

/** The join of registrations and communications to their client. */
export const CLIENT_OF = 'client_names AS client_of ON client_of.client_folded = r.client_folded';

export const CLIENT_KEY = internalColumn('text', 'key of the client profile', 'Kestrel%20Breweries%20Ltd.', {
  derived: {sql: 'encode_uri_component(client_of.client)', join: 'client_of'},
});

/** Every filing for a client. */
const FILINGS = `
  SELECT reg_id, previous_reg_id, lobbyist_id, client_folded, client FROM lobbying_registrations WHERE client_folded IS NOT NULL
  UNION ALL BY NAME SELECT lobbyist_id, client_folded, client FROM lobbying_communications WHERE client_folded IS NOT NULL`;

/** How the names of a client belong together. */
const CLIENT_RULES = {
  name: 'no other folded name is this client',
  'legal form':
    'a registrant began registrations under one name only, and filed a later version or a communication under another that differs in the legal form',
} as const;

/**
 * Names have the same `key` if they differ in the legal form alone. A registrant holds two of them apart by
 * beginning registrations under both, and nobody else joins them then; a version that follows one of the same
 * key begins nothing.
 */
const SQL = `
  WITH RECURSIVE spellings AS (
    SELECT client_folded, client, count(*) AS n FROM (${FILINGS}) GROUP BY ALL
  ), keys AS (
    SELECT client_folded, coalesce(nullif(vendor_key_of(client_folded), ''), client_folded) AS key
    FROM (SELECT DISTINCT client_folded FROM spellings)
  ), filings AS (
    FROM (${FILINGS}) JOIN keys USING (client_folded) WHERE lobbyist_id IS NOT NULL
  ), registrants AS (
    SELECT f.lobbyist_id, f.key, count(DISTINCT f.client_folded) FILTER (p.reg_id IS NULL) AS begun
    FROM filings AS f LEFT JOIN filings AS p ON p.reg_id = f.previous_reg_id AND p.lobbyist_id = f.lobbyist_id AND p.key = f.key
    WHERE f.reg_id IS NOT NULL GROUP BY ALL
  ), filed AS (
    SELECT DISTINCT lobbyist_id, key, client_folded FROM filings SEMI JOIN registrants USING (lobbyist_id, key)
    WHERE key NOT IN (SELECT key FROM registrants WHERE begun > 1)
  ), pairs AS (
    SELECT DISTINCT a.client_folded, b.client_folded AS other FROM filed AS a JOIN filed AS b USING (lobbyist_id, key)
    WHERE a.client_folded <> b.client_folded
  ), reached AS (
    FROM pairs UNION SELECT r.client_folded, p.other FROM reached AS r JOIN pairs AS p ON p.client_folded = r.other
  ), roots AS (
    SELECT client_folded, min(other) AS root FROM reached GROUP BY client_folded
  ), rooted AS (
    SELECT s.*, coalesce(r.root, s.client_folded) AS root, r.root IS NOT NULL AS joined FROM spellings AS s LEFT JOIN roots AS r USING (client_folded)
  ), named AS (
    SELECT root, first(client ORDER BY n DESC, client) AS client FROM (SELECT root, client, sum(n) AS n FROM rooted GROUP BY ALL) GROUP BY root
  )
  SELECT DISTINCT r.client_folded, named.client, CASE WHEN joined THEN 'legal form' ELSE 'name' END AS rule
  FROM rooted AS r JOIN named USING (root)`;

export const client_names: Derived = {
  name: 'client_names',
  title: 'Names of clients',
  help: 'Every folded name of a client in registrations and communications, with the client and the rule by which it is that client.',
  key: {column: 'client_folded', rank: 'client_folded'},
  columns: {
    client_folded: internalColumn('text', 'folded name', 'kestrel breweries ltd.', NOT_NULL),
    client: internalColumn(
      'text',
      'the client, in its most frequent spelling (ties: code point order)',
      'Kestrel Breweries Ltd.',
      NOT_NULL,
    ),
    rule: internalColumn(
      'text',
      Object.entries(CLIENT_RULES)
        .map(([rule, why]) => `\`${rule}\`: ${why}`)
        .join('; '),
      'name',
      {...NOT_NULL, values: Object.keys(CLIENT_RULES)},
    ),
  },
  sort: {default: 'client_folded', keys: {client_folded: 'client_folded'}},
  filters: {},
  sql: SQL,
  links: `SELECT 'name to client' AS link, rule, count(*) AS count FROM client_names GROUP BY ALL`,
  names: null,
  sections: {},
  profile: [],
};

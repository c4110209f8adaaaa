/** Names of clients: which folded names of registrations and communications are one client. */
import {internalColumn, NOT_NULL} from '../columns.ts';
import {sqlFile} from '../sql_file.ts';
import type {Derived} from '../types.ts';

/** The join of registrations and communications to their client. */
export const CLIENT_OF = 'client_names AS client_of ON client_of.client_folded = r.client_folded';

export const CLIENT_KEY = internalColumn('text', 'key of the client profile', 'Kestrel%20Breweries%20Ltd.', {
  derived: {sql: 'encode_uri_component(client_of.client)', join: 'client_of'},
});

/** How the names of a client belong together. */
const CLIENT_RULES = {
  name: 'no other folded name is this client',
  'legal form':
    'a registrant began registrations under one name only, and filed a later version or a communication under another that differs in the legal form',
} as const;

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
  sql: sqlFile('datasets/derived/client_names.sql'),
  links: sqlFile('datasets/derived/client_names.links.sql'),
  names: null,
  sections: {},
  profile: [],
};

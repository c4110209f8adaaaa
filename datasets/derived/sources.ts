/** Sources: one row per loaded source of a published dataset; rows come from the manifest. */
import {listColumn, NOT_NULL, rowsColumn} from '../columns.ts';
import type {Column, Derived} from '../types.ts';

const text = (help: string, example: string, more: Partial<Column> = {}): Column =>
  listColumn('text', help, example, {...NOT_NULL, ...more});

export const sources: Derived = {
  name: 'sources',
  title: 'Sources',
  help: 'The loaded sources with their publishers, licences, record counts and dates.',
  key: {column: 'source_dataset', rank: 'record_count'},
  columns: {
    source_dataset: text('label used by the `source` filters', 'CanadaBuys Awards'),
    slug: text('slug used in record ids', 'canadabuys_awards'),
    dataset: text('a dataset name', 'awards'),
    publisher: text(
      'bilingual',
      'Public Services and Procurement Canada | Services publics et Approvisionnement Canada',
      {bilingual: true},
    ),
    license: text('name of the licence', 'Open Government Licence - Canada 2.0'),
    license_id: text('short name of the licence; `unclear` if its terms are not known', 'ogl-canada-2.0'),
    license_url: text(
      'address of the licence text',
      'https://open.canada.ca/en/open-government-licence-canada',
    ),
    license_url_fr: text(
      'address of the French text if the publisher has one, else the same as `license_url`',
      'https://ouvert.canada.ca/fr/licence-du-gouvernement-ouvert-canada',
    ),
    license_open: listColumn(
      'boolean',
      'true if anybody may use, change and share the data for any purpose, at most with attribution; false if the licence asks for more, or if its terms are not known',
      true,
      NOT_NULL,
    ),
    license_terms: text(
      'conditions beyond those of an open licence; null if there are none',
      'Copies must be accurate and must not be presented as official. | Les copies doivent être exactes et ne pas être présentées comme officielles.',
      {bilingual: true, nullable: true},
    ),
    attribution: text(
      'sentence to put beside the data wherever it is used',
      'Contains information licensed under the Open Government Licence – Canada. | Contient de l’information visée par la Licence du gouvernement ouvert – Canada.',
      {bilingual: true},
    ),
    source_url: text("publisher's page", 'https://canadabuys.canada.ca/en/procurement-and-contracting-data'),
    record_count: listColumn('integer', 'records loaded', 130000, NOT_NULL),
    first_date: listColumn('date', "extent of the dataset's date field", '2012-04-02'),
    last_date: listColumn('date', "extent of the dataset's date field", '2026-11-20'),
    dataset_last_date: listColumn('date', 'newest day in any source of the dataset', '2026-11-20'),
    last_updated: listColumn(
      'timestamp',
      'when the source was last fetched, UTC',
      '2026-11-21T06:00:00',
      NOT_NULL,
    ),
    refresh_cadence: text('how often the publisher renews it', 'daily', {
      values: ['daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'irregular'],
    }),
    coverage: rowsColumn(
      'fields that may be blank: how many records of the source have a value, and from when to when; other fields have one in every record',
      {
        field: text('a field of the dataset', 'description'),
        record_count: listColumn('integer', 'records with a value', 120000, NOT_NULL),
        first_date: listColumn('date', 'day of the oldest of them', '2014-03-03'),
        last_date: listColumn('date', 'day of the newest of them', '2026-11-20'),
      },
      {visibility: 'list'},
    ),
    unverified_layouts: listColumn(
      'text[]',
      'forms of its files that were declared from descriptions and that no real file has confirmed yet; empty for none',
      [],
    ),
  },
  sort: {default: 'record_count', keys: {record_count: 'record_count'}},
  filters: {},
  sql: 'manifest',
  names: null,
  sections: {},
  profile: [],
};

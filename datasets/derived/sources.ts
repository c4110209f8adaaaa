/** Sources: one row per loaded source of a published dataset; rows come from the manifest. */
import type {Column, Derived} from '../types.ts';

const text = (help: string, example: string, more: object = {}): Column => ({
  type: 'text',
  nullable: false,
  visibility: 'list',
  help,
  example,
  ...more,
});

const COVERED = {
  field: 'description',
  record_count: 120000,
  first_date: '2014-03-03',
  last_date: '2026-11-20',
};

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
    license_open: {
      type: 'boolean',
      nullable: false,
      visibility: 'list',
      help: 'true if anybody may use, change and share the data for any purpose, at most with attribution; false if the licence asks for more, or if its terms are not known',
      example: true,
    },
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
    record_count: {
      type: 'integer',
      nullable: false,
      visibility: 'list',
      help: 'records loaded',
      example: 130000,
    },
    first_date: {
      type: 'date',
      nullable: true,
      visibility: 'list',
      help: "extent of the dataset's date field",
      example: '2012-04-02',
    },
    last_date: {
      type: 'date',
      nullable: true,
      visibility: 'list',
      help: "extent of the dataset's date field",
      example: '2026-11-20',
    },
    dataset_last_date: {
      type: 'date',
      nullable: true,
      visibility: 'list',
      help: 'newest day in any source of the dataset',
      example: '2026-11-20',
    },
    last_updated: {
      type: 'timestamp',
      nullable: false,
      visibility: 'list',
      help: 'when the source was last fetched, UTC',
      example: '2026-11-21T06:00:00',
    },
    refresh_cadence: text('how often the publisher renews it', 'daily', {
      values: ['daily', 'weekly', 'monthly', 'quarterly', 'yearly', 'irregular'],
    }),
    coverage: {
      type: 'rows',
      nullable: false,
      visibility: 'list',
      help: 'fields that may be blank: how many records of the source have a value, and from when to when; other fields have one in every record',
      example: [COVERED],
      fields: {
        field: text('a field of the dataset', COVERED.field),
        record_count: {
          type: 'integer',
          nullable: false,
          visibility: 'list',
          help: 'records with a value',
          example: COVERED.record_count,
        },
        first_date: {
          type: 'date',
          nullable: true,
          visibility: 'list',
          help: 'day of the oldest of them',
          example: COVERED.first_date,
        },
        last_date: {
          type: 'date',
          nullable: true,
          visibility: 'list',
          help: 'day of the newest of them',
          example: COVERED.last_date,
        },
      },
    },
    unverified_layouts: {
      type: 'text[]',
      nullable: false,
      visibility: 'list',
      help: 'forms of its files that were declared from descriptions and that no real file has confirmed yet; empty for none',
      example: [],
    },
  },
  sort: {default: 'record_count', keys: {record_count: 'record_count'}},
  filters: {},
  sql: 'manifest',
  names: null,
  sections: {},
  profile: [],
};

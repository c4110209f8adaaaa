/** Columns, filters and search that contracts, awards and tenders share. */
import {PROCUREMENT_METHOD} from '../codes/procurement.ts';
import {detailColumn, internalColumn, listColumn, NOT_NULL} from '../columns.ts';
import type {Column, Columns, Filter, GlobalSearch} from '../types.ts';

const EVENT_TYPES = ['contract', 'award', 'tender'] as const;

/** The list columns. `prefix` and `event` fill the examples. */
export function listColumns(prefix: string, event: (typeof EVENT_TYPES)[number], source: string): Columns {
  const isTender = event === 'tender';
  return {
    record_id: listColumn('text', 'stable identifier', `${prefix}9f31a2b4c5d6e7f8`, NOT_NULL),
    event_type: listColumn('text', '`contract`, `award` or `tender`', event, {
      ...NOT_NULL,
      values: EVENT_TYPES,
    }),
    vendor: listColumn(
      'text',
      'supplier as published (null on most tenders)',
      isTender ? null : 'Northline Surveying Inc.',
    ),
    department: listColumn('text', 'buying organization, bilingual', 'Health Canada | Santé Canada', {
      bilingual: true,
    }),
    value: listColumn('money', VALUE_HELP, isTender ? null : 48250.75),
    date: listColumn(
      'date',
      'contract or award: date of the original award; tender: publication date',
      '2024-03-05',
    ),
    description: listColumn(
      'text',
      'English description or notice title',
      'Hydrographic survey of harbour approaches',
    ),
    procurement_method: listColumn('text', 'how the supplier is chosen', 'Competitive', {
      values: Object.keys(PROCUREMENT_METHOD.values),
    }),
    source_dataset: listColumn('text', 'source label', source, NOT_NULL),
    source_url: listColumn(
      'text',
      "the record's page at the publisher, else the dataset's page",
      'https://open.canada.ca/data/en/dataset/d8f85d91-7dec-4fd1-8055-483b77225d8b',
      NOT_NULL,
    ),
    solicitation_number: listColumn('text', 'as published', event === 'contract' ? null : 'WS4417993224'),
  };
}

const VALUE_HELP =
  'CAD; for contracts and awards the total after the latest amendment; null when not published or not in CAD';

/** Why a version belongs to its record. */
export const VERSION_RULE = detailColumn(
  'text',
  'why the row belongs to the record; null in the row that the others join',
  'same number, vendor, date and original value',
);

/** All versions of a record, as `versions` lists them. */
export const VERSIONS = {
  reference_number: detailColumn('text', "publisher's row number", 'C-2023-2024-Q4-00017'),
  contract_number: detailColumn('text', 'number of the contract in that row', '4500123456'),
  amendment_number: detailColumn('text', 'number of that version', '001'),
  reporting_period: detailColumn('text', 'as published', '2023-2024-Q4'),
  instrument: detailColumn('text', "publisher's code for the kind of row: `C`, `A` or `SOSA`", 'A'),
  vendor: detailColumn('text', 'supplier in that row', 'Northline Surveying Inc.'),
  date: detailColumn('date', 'date of that version', '2024-03-05'),
  original_value: detailColumn('money', 'value at the award, as that row repeats it', 31000),
  value: detailColumn('money', 'total after that version', 48250.75),
  amendment_value: detailColumn('money', 'change made by that version', 17250.75),
  rule: VERSION_RULE,
} satisfies Columns;

/** Fields of a version that have another name in the sources. */
export const ENTRIES = {date: 'v.version_date', amendment_value: 'v.version_change'} as const;

/** The column of them. */
export const versionsColumn = (fields: Columns): Column =>
  detailColumn(
    'rows',
    'every published row of the record, the current one included, oldest first, and the rule that joined each; empty where it is one row',
    [],
    {fields},
  );

/** The different values of a field in the versions of a record, blank ones left out. */
export const valuesOf = (field: string): string =>
  `list_distinct(list_transform(r.versions, v -> v.${field}))`;

/** A name that was cut off, a firm renamed or sold, or a mistake: spellings of one vendor share the key. */
export const TWO_VENDORS = {
  'two vendors': `len(list_distinct(list_transform(${valuesOf('vendor')}, name -> nullif(vendor_key_of(name), '')))) > 1`,
};

const {amendment_number, reference_number, date, value, amendment_value, reporting_period} = VERSIONS;
/** Earlier versions of a record, oldest first. */
const AMENDMENTS: Columns = {
  amendment_number,
  reference_number,
  date,
  value: {...value, example: 31000},
  amendment_value: {...amendment_value, example: 0},
  reporting_period,
};

export const details = {
  vendor_key: detailColumn('text', 'key of the vendor profile', 'Northline%20Surveying%20Inc.', {
    derived: {sql: 'encode_uri_component(vendor_of.vendor)', join: 'vendor_of'},
  }),
  reference_number: detailColumn('text', "publisher's row or notice number", 'C-2023-2024-Q4-00017'),
  contract_number: detailColumn('text', 'contract or procurement number', '4500123456'),
  amendment_number: detailColumn('text', 'number of the current version', null),
  original_value: detailColumn('money', 'CAD; value of the first version', 31000),
  amendment_value: detailColumn('money', 'CAD; `value` minus `original_value`', 17250.75),
  currency: detailColumn('text', 'ISO 4217 code as published', 'CAD'),
  currency_value: detailColumn('money', 'amount as published, also when not CAD; in `currency`', 48250.75, {
    unit: 'currency',
  }),
  contract_period_start: detailColumn('date', 'of the current version', '2024-03-05'),
  contract_period_end: detailColumn('date', 'of the current version', '2025-03-31'),
  last_amendment_date: detailColumn('date', 'of the current version', null),
  closing_date: detailColumn('date', 'last day for bids', '2024-02-12'),
  notice_url: detailColumn(
    'text',
    'the page that the notice names itself, often on the site of another platform',
    'https://notices.example.org/417?language=EN',
  ),
  notice_type: detailColumn('text', "publisher's English words", 'Request for Proposal'),
  description_fr: detailColumn(
    'text',
    'French description or title',
    "Levé hydrographique des abords d'un port",
  ),
  full_text_en: detailColumn(
    'text',
    'full text of the notice, line breaks kept',
    'The work consists of a survey.',
  ),
  full_text_fr: detailColumn(
    'text',
    'full text of the notice, line breaks kept',
    'Le travail consiste en un levé.',
  ),
  end_user: detailColumn(
    'text',
    'organization the purchase is for when it differs from `department`, bilingual',
    null,
    {bilingual: true},
  ),
  amendments: detailColumn('rows', 'every earlier version, oldest first; empty when never amended', [], {
    fields: AMENDMENTS,
  }),
  last_updated: detailColumn(
    'timestamp',
    'load in which the record last changed, UTC',
    '2026-11-21T06:00:00',
    {
      ...NOT_NULL,
      derived: {sql: 'to_timestamp(epoch(loads.last_changed))', join: 'loads'},
    },
  ),
  vendor_group: internalColumn(
    'text',
    'vendor key of the name; spellings of one vendor share it',
    'northline surveying',
  ),
};

/** Some of these columns, in the order given. */
export const shared = (...names: (keyof typeof details)[]): Columns =>
  Object.fromEntries(names.map((name) => [name, details[name]]));

/** The join that the derived columns name. */
export const VENDOR_OF = 'vendors AS vendor_of ON vendor_of.vendor_group = r.vendor_group';

/** Filters of contracts, awards and tenders; the solicitation number links their rows. */
export const FILTERS: Record<string, Filter> = {
  vendor: 'partial',
  vendor_key: 'exact',
  department: 'partial',
  procurement_method: 'exact',
  source_dataset: 'exact',
  value: 'range',
  date: 'range',
  solicitation_number: 'exact',
  last_updated: 'range',
};

/** Columns of contracts, awards and tenders whose different values are counted and listed. */
export const FACETS = ['vendor', 'vendor_key', 'department', 'procurement_method', 'source_dataset'] as const;

/** Columns that `q` of contracts, awards and tenders searches, before French descriptions and numbers. */
export const SEARCHED = ['vendor', 'department', 'description', 'solicitation_number'] as const;

/** How contracts, awards and tenders appear in the search over all datasets. */
export const FOUND: GlobalSearch = {
  columns: SEARCHED,
  label: {either: ['vendor', 'description']},
  date: 'date',
};

/** Columns that contracts, awards and tenders share, in the order of its tables. */
import {PROCUREMENT_METHOD} from '../codes/procurement.ts';
import type {Columns, Filter, GlobalSearch} from '../types.ts';

const EVENT_TYPES = ['contract', 'award', 'tender'] as const;

/** The eleven list fields. `prefix` and `event` fill the examples. */
export function listColumns(prefix: string, event: (typeof EVENT_TYPES)[number], source: string): Columns {
  return {
    record_id: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: 'stable identifier',
      example: `${prefix}9f31a2b4c5d6e7f8`,
    },
    event_type: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: '`contract`, `award` or `tender`',
      values: EVENT_TYPES,
      example: event,
    },
    vendor: {
      type: 'text',
      nullable: true,
      visibility: 'list',
      help: 'supplier as published (null on most tenders)',
      example: event === 'tender' ? null : 'Northline Surveying Inc.',
    },
    department: {
      type: 'text',
      nullable: true,
      visibility: 'list',
      bilingual: true,
      help: 'buying organization, bilingual',
      example: 'Health Canada | Santé Canada',
    },
    value: {
      type: 'money',
      nullable: true,
      visibility: 'list',
      unit: 'CAD',
      help: 'CAD; for contracts and awards the total after the latest amendment; null when not published or not in CAD',
      example: event === 'tender' ? null : 48250.75,
    },
    date: {
      type: 'date',
      nullable: true,
      visibility: 'list',
      help: 'contract or award: date of the original award; tender: publication date',
      example: '2024-03-05',
    },
    description: {
      type: 'text',
      nullable: true,
      visibility: 'list',
      help: 'English description or notice title',
      example: 'Hydrographic survey of harbour approaches',
    },
    procurement_method: {
      type: 'text',
      nullable: true,
      visibility: 'list',
      values: Object.keys(PROCUREMENT_METHOD.values),
      help: 'how the supplier is chosen',
      example: 'Competitive',
    },
    source_dataset: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: 'source label',
      example: source,
    },
    source_url: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: "the record's page at the publisher, else the dataset's page",
      example: 'https://open.canada.ca/data/en/dataset/d8f85d91-7dec-4fd1-8055-483b77225d8b',
    },
    solicitation_number: {
      type: 'text',
      nullable: true,
      visibility: 'list',
      help: 'as published',
      example: event === 'contract' ? null : 'WS4417993224',
    },
  };
}

/** Earlier versions of a record, oldest first. */
export const AMENDMENTS: Columns = {
  amendment_number: {
    type: 'text',
    nullable: true,
    visibility: 'detail',
    help: 'number of that version',
    example: '001',
  },
  reference_number: {
    type: 'text',
    nullable: true,
    visibility: 'detail',
    help: "publisher's row number",
    example: 'C-2023-2024-Q4-00017',
  },
  date: {
    type: 'date',
    nullable: true,
    visibility: 'detail',
    help: 'date of that version',
    example: '2024-03-05',
  },
  value: {
    type: 'money',
    nullable: true,
    visibility: 'detail',
    unit: 'CAD',
    help: 'total after that version',
    example: 31000,
  },
  amendment_value: {
    type: 'money',
    nullable: true,
    visibility: 'detail',
    unit: 'CAD',
    help: 'change made by that version',
    example: 0,
  },
  reporting_period: {
    type: 'text',
    nullable: true,
    visibility: 'detail',
    help: 'as published',
    example: '2023-2024-Q4',
  },
};

const detail = (
  type: Columns[string]['type'],
  help: string,
  example: Columns[string]['example'],
  more: object = {},
) => ({type, nullable: true, visibility: 'detail', help, example, ...more}) as Columns[string];

export const details = {
  vendor_key: detail('text', 'key of the vendor profile', 'Northline%20Surveying%20Inc.', {
    derived: {sql: 'encode_uri_component(vendor_of.vendor)', join: 'vendor_of'},
  }),
  reference_number: detail('text', "publisher's row or notice number", 'C-2023-2024-Q4-00017'),
  contract_number: detail('text', 'contract or procurement number', '4500123456'),
  amendment_number: detail('text', 'number of the current version', null),
  original_value: detail('money', 'CAD; value of the first version', 31000, {unit: 'CAD'}),
  amendment_value: detail('money', 'CAD; `value` minus `original_value`', 17250.75, {unit: 'CAD'}),
  currency: detail('text', 'ISO 4217 code as published', 'CAD'),
  currency_value: detail('money', 'amount as published, also when not CAD; in `currency`', 48250.75, {
    unit: 'currency',
  }),
  contract_period_start: detail('date', 'of the current version', '2024-03-05'),
  contract_period_end: detail('date', 'of the current version', '2025-03-31'),
  last_amendment_date: detail('date', 'of the current version', null),
  closing_date: detail('date', 'last day for bids', '2024-02-12'),
  notice_type: detail('text', "publisher's English words", 'Request for Proposal'),
  description_fr: detail('text', 'French description or title', "Levé hydrographique des abords d'un port"),
  full_text_en: detail('text', 'full text of the notice, line breaks kept', 'The work consists of a survey.'),
  full_text_fr: detail(
    'text',
    'full text of the notice, line breaks kept',
    'Le travail consiste en un levé.',
  ),
  end_user: detail(
    'text',
    'organization the purchase is for when it differs from `department`, bilingual',
    null,
    {bilingual: true},
  ),
  last_updated: {
    type: 'timestamp',
    nullable: false,
    visibility: 'detail',
    help: 'load in which the record last changed, UTC',
    example: '2026-11-21T06:00:00',
    derived: {sql: 'loads.last_changed', join: 'loads'},
  } as Columns[string],
  vendor_group: {
    type: 'text',
    nullable: true,
    visibility: 'internal',
    help: 'folded vendor name without legal form; spellings of one vendor share it',
    example: 'northline surveying',
  } as Columns[string],
};

/** Dataset joins that the derived columns above name. */
export const VENDOR_OF = 'vendors AS vendor_of ON vendor_of.vendor_group = r.vendor_group';

/** Filters of contracts, awards and tenders; the solicitation number links their rows. */
export const FILTERS: Record<string, Filter> = {
  vendor: 'partial',
  department: 'partial',
  procurement_method: 'exact',
  source_dataset: 'exact',
  value: 'range',
  date: 'range',
  solicitation_number: 'exact',
};

/** How contracts, awards and tenders are found. */
export const FOUND: GlobalSearch = {
  columns: ['vendor', 'department', 'description', 'solicitation_number'],
  label: {sql: 'coalesce(r.vendor, r.description)'},
  date: 'date',
};

/** The operations of the section Procurement as the specification has them, written by hand. */
import {
  facets,
  found,
  grouped,
  keyed,
  LANG,
  PROFILE,
  PROVENANCE,
  type Row,
  type Specified,
  STATS,
  shared,
  sort,
  UPDATED,
  words,
} from './shapes.ts';

const RECORD_FILTERS: Row[] = [
  ['vendor', 'string', 'partial vendor'],
  ['department', 'string', 'partial department'],
  ['method', 'string', 'exact procurement_method'],
  ['source', 'string', 'exact source_dataset'],
  ['min_value', 'number', 'gte value'],
  ['max_value', 'number', 'lte value'],
  ['date_from', 'date', 'gte date'],
  ['date_to', 'date', 'lte date'],
];
const KEYS = keyed({vendor_key: 'vendor_key', department_key: 'department'});
const ORGANIZATION = keyed({organization_key: 'organization_key'});

const FOUND = found('vendor,department,description,solicitation_number');

/** Added: no part of the original specification. */
const DISCLOSURE_FILTERS: Row[] = [
  ...RECORD_FILTERS,
  [
    'q',
    'string',
    'terms vendor,department,description,solicitation_number,description_fr,reference_number,contract_number',
  ],
  ['commodity_type', 'set', 'exact commodity_type', null, null, null, words('G S C')],
  [
    'instrument_type',
    'set',
    'exact instrument_type',
    null,
    null,
    null,
    ['Contract', 'Standing offer or supply arrangement'],
  ],
  ...UPDATED,
  ...KEYS,
  ...ORGANIZATION,
];
const CONTRACT_FILTERS: Row[] = [...DISCLOSURE_FILTERS, FOUND, ['once', 'boolean', 'flag counted_once']];
const AWARD_FILTERS: Row[] = [
  ...RECORD_FILTERS,
  [
    'q',
    'string',
    'terms vendor,department,description,solicitation_number,description_fr,reference_number,contract_number',
  ],
  ...UPDATED,
  ...KEYS,
  ...ORGANIZATION,
  FOUND,
];
const TENDER_FILTERS: Row[] = [
  ...RECORD_FILTERS,
  ['q', 'string', 'terms vendor,department,description,solicitation_number,description_fr,reference_number'],
  ...UPDATED,
  ...KEYS,
  FOUND,
];
const RECORD =
  words(`record_id event_type vendor department value date description procurement_method source_dataset
  source_url solicitation_number`);
const CONTRACT_ITEM = [...RECORD, 'also_reported_by'];
const DISCLOSURE = words('record_id source_dataset vendor department value date');
const CONTRACT =
  words(`${CONTRACT_ITEM.join(' ')} vendor_key reference_number contract_number amendment_number original_value
  amendment_value currency currency_value contract_period_start contract_period_end
  last_amendment_date instrument_type commodity_type commodity_code economic_object_code
  solicitation_procedure number_of_bids description_fr comments_en comments_fr reporting_period
  end_user vendor_postal_code vendor_country amendments versions last_updated`);
const AWARD =
  words(`${RECORD.join(' ')} vendor_key reference_number contract_number amendment_number original_value
  currency currency_value contract_period_start contract_period_end closing_date notice_type
  award_status description_fr full_text_en full_text_fr end_user amendments versions last_updated`);
const TENDER = [...RECORD, 'closing_date'];
const TENDER_DETAIL =
  words(`${TENDER.join(' ')} reference_number amendment_number notice_type notice_status amendment_date
  description_fr full_text_en full_text_fr end_user regions_of_delivery commodity_codes
  trade_agreements notice_url versions last_updated`);
const LIFECYCLE = words('solicitation_number tender tenders awards contracts summary');
const VENDOR = words('vendor vendor_key total_value contract_count last_contract_date');
const VENDOR_PROFILE =
  words(`${VENDOR.join(' ')} first_contract_date departments recent_contracts name_variants
  source_breakdown`);
const DEPARTMENT = words('department department_key record_count total_value');
const DEPARTMENT_PROFILE =
  words(`${DEPARTMENT.join(' ')} contract_count first_contract_date last_contract_date top_vendors
  event_type_breakdown recent_contracts source_breakdown`);
const SOURCE =
  words(`source_dataset slug dataset publisher license license_id license_url license_url_fr license_open
  license_terms attribution source_url record_count first_date last_date
  dataset_last_date last_updated refresh_cadence coverage unverified_layouts`);

const CONTRACT_FACETS = 'commodity_type instrument_type vendor_key department_key organization_key';

/** Facets stand in the order of filters. */
const records = (fields: string[], filters: Row[], further: string) => [
  ...filters,
  ...sort(['date', 'value']),
  ...shared(50, fields),
  facets(`vendor department method source ${further}`),
];

export const PROCUREMENT: Record<string, Specified> = {
  '/contracts': {
    parameters: records(CONTRACT_ITEM, CONTRACT_FILTERS, CONTRACT_FACETS),
    fields: CONTRACT_ITEM,
    feed: true,
  },
  '/contracts/{record_id}': {
    parameters: [PROVENANCE, LANG],
    fields: CONTRACT,
    missing: 'Contract not found.',
  },
  '/contracts/stats': {
    parameters: [...CONTRACT_FILTERS, ...grouped(['department', 'vendor', 'year'], 'value')],
    fields: STATS,
  },
  '/disclosures': {
    parameters: records(DISCLOSURE, DISCLOSURE_FILTERS, CONTRACT_FACETS),
    fields: DISCLOSURE,
    feed: true,
  },
  '/disclosures/{record_id}': {
    parameters: [PROVENANCE, LANG],
    fields: CONTRACT,
    missing: 'Disclosure not found.',
    added: true,
  },
  '/awards': {
    parameters: records(RECORD, AWARD_FILTERS, 'vendor_key department_key organization_key'),
    fields: RECORD,
    feed: true,
  },
  '/awards/{record_id}': {parameters: [PROVENANCE, LANG], fields: AWARD, missing: 'Award not found.'},
  '/awards/stats': {
    parameters: [...AWARD_FILTERS, ...grouped(words('department vendor method year'), 'value')],
    fields: STATS,
    added: true,
  },
  '/tenders': {
    parameters: records(TENDER, TENDER_FILTERS, 'vendor_key department_key'),
    fields: TENDER,
    feed: true,
    added: true,
  },
  '/tenders/{record_id}': {
    parameters: [PROVENANCE, LANG],
    fields: TENDER_DETAIL,
    missing: 'Tender not found.',
    added: true,
  },
  '/tenders/stats': {
    parameters: [...TENDER_FILTERS, ...grouped(words('department method year'), null)],
    fields: STATS,
    added: true,
  },
  '/procurement/{solicitation_number}': {
    parameters: [LANG],
    fields: LIFECYCLE,
    missing: 'Solicitation number not found. Numbers are listed in /api/v1/tenders and /api/v1/awards.',
  },
  '/vendors': {
    parameters: [
      ['q', 'string', 'partial vendor,name_variants'],
      ['min_value', 'number', 'gte total_value'],
      ...sort(['total_value', 'contract_count'], 'desc', null),
      ...shared(100, VENDOR),
    ],
    fields: VENDOR,
  },
  '/vendors/{name}': {
    parameters: PROFILE,
    fields: VENDOR_PROFILE,
    missing: 'Vendor not found. Browse names with /api/v1/vendors?q=.',
  },
  '/departments': {
    parameters: [
      ['q', 'string', 'partial department'],
      ...sort(['record_count', 'total_value'], 'desc', null),
      ...shared(100, DEPARTMENT),
    ],
    fields: DEPARTMENT,
  },
  '/departments/{name}': {
    parameters: PROFILE,
    fields: DEPARTMENT_PROFILE,
    missing: 'Department not found. Browse names with /api/v1/departments?q=.',
  },
  '/sources': {parameters: [...sort(['record_count'], 'desc', null), ...shared(200, SOURCE)], fields: SOURCE},
};

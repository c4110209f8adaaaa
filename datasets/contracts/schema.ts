/** Contracts: one record per contract, however often amended. */
import {COMMODITY_TYPE, INSTRUMENT_TYPE} from '../codes/procurement.ts';
import {detailColumn} from '../columns.ts';
import {ALSO_REPORTED_BY, COUNTED_ONCE, TWIN_OF} from '../derived/contract_twins.ts';
import {ORGANIZATION_KEY, organizationOf} from '../derived/organization_keys.ts';
import {DEPARTMENT_KEY} from '../derived/public_bodies.ts';
import {byBucket, byQuarterAndMonth, byYear} from '../series.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import {
  details,
  ENTRIES,
  FACETS,
  FILTERS,
  FOUND,
  listColumns,
  SEARCHED,
  shared,
  TWO_VENDORS,
  VENDOR_OF,
  VERSIONS,
  versionsColumn,
} from './columns.ts';
import canadabuys from './sources/canadabuys_contracts.ts';
import proactive from './sources/proactive_contracts.ts';

export const contracts: Dataset = {
  name: 'contracts',
  title: 'Contracts',
  help: [
    'Federal contracts of all sources: the proactive disclosure of contracts over 10,000 CAD and the contract history of CanadaBuys. One record per contract, with its latest value, in the year of its award.',
    'In the proactive disclosure every row of kind `C` begins a contract, call-ups and task authorizations included; it is an earlier one again only where it corrects it or carries an amendment value. A row of kind `A` joins a contract of its number by vendor, date and value at the award; standing offers (`SOSA`) join each other only. Numbers without a digit, of zeros only or rounded by a spreadsheet are none. In the contract history rows of one number and contracting entity are one contract, unless two suppliers have an original each.',
    '`versions` says of every published row why it belongs to the record. If both publishers report a contract, it has two records, and each names the other in `also_reported_by`. `counted_once` is true in one of the two, so `once=true` and the view `contracts_once` count the contract once.',
  ].join(' '),
  id: {column: 'record_id', prefix: 'c_'},
  columns: {
    ...listColumns('c_', 'contract', 'Proactive Disclosure Contracts'),
    also_reported_by: ALSO_REPORTED_BY,
    ...shared(
      'vendor_key',
      'reference_number',
      'contract_number',
      'amendment_number',
      'original_value',
      'amendment_value',
      'currency',
      'currency_value',
      'contract_period_start',
      'contract_period_end',
      'last_amendment_date',
    ),
    instrument_type: detailColumn('text', 'of the original version', 'Contract', {
      values: Object.keys(INSTRUMENT_TYPE.values),
    }),
    commodity_type: detailColumn('text', '`G` goods, `S` services, `C` construction', 'S', {
      values: Object.keys(COMMODITY_TYPE.values),
    }),
    commodity_code: detailColumn('text', "publisher's code", 'F019'),
    economic_object_code: detailColumn('text', "publisher's code", '0430'),
    solicitation_procedure: detailColumn(
      'text',
      "the procedure in the publisher's words",
      'Competitive - Open Bidding (GETS)',
    ),
    number_of_bids: detailColumn('integer', 'bids received', 3),
    description_fr: details.description_fr,
    comments_en: detailColumn('text', 'as published', 'This contract was competitively sourced.'),
    comments_fr: detailColumn('text', 'as published', "Ce marché a été adjugé dans le cadre d'un concours."),
    reporting_period: detailColumn('text', 'as published', '2023-2024-Q4'),
    end_user: details.end_user,
    vendor_postal_code: detailColumn('text', 'first three characters', 'K1A'),
    vendor_country: detailColumn('text', 'ISO 3166 alpha-2', 'CA'),
    amendments: details.amendments,
    versions: versionsColumn(VERSIONS),
    ...shared('last_updated', 'vendor_group'),
    organization_key: ORGANIZATION_KEY,
    counted_once: COUNTED_ONCE,
    department_key: DEPARTMENT_KEY,
  },
  sort: {default: 'date', keys: {date: 'date', value: 'value'}},
  filters: {
    ...FILTERS,
    organization_key: 'exact',
    commodity_type: 'exact',
    instrument_type: 'exact',
    counted_once: 'exact',
  },
  facets: [...FACETS, 'organization_key', 'commodity_type', 'instrument_type'],
  search: [...SEARCHED, 'description_fr', 'reference_number', 'contract_number'],
  globalSearch: FOUND,
  date: 'date',
  published: true,
  joins: {vendor_of: VENDOR_OF, organization_of: organizationOf('contracts', 'vendor'), twin_of: TWIN_OF},
  stats: {
    groups: {
      department: {sql: 'r.department', bilingual: true, key: 'department_key'},
      vendor: {sql: 'vendor_of.vendor', join: 'vendor_of', key: 'vendor_key'},
      year: byYear('date'),
      ...byQuarterAndMonth('date'),
      bucket: byBucket('value'),
      method: {sql: 'r.procurement_method', added: true},
      commodity_type: {sql: 'r.commodity_type', added: true},
    },
    sum: 'value',
  },
  versions: {
    fromOriginal: ['date', 'original_value', 'instrument_type'],
    computed: {
      amendment_value: 'rec.value - rec.original_value',
      end_user: 'nullif(rec.end_user, rec.department)',
    },
    entries: ENTRIES,
  },
  once: {
    view: 'contracts_once',
    where: 'counted_once',
    help: 'It has one record of each contract: if both publishers report a contract, it leaves out one of the two records, so sums count the contract once.',
  },
  checks,
  doubtful: {
    joins: {
      'two rows of kind C': "len(list_filter(r.versions, v -> upper(v.instrument) = 'C')) > 1",
      ...TWO_VENDORS,
    },
    names: 'vendor',
  },
  sources: [proactive, canadabuys],
};

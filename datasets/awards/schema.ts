/** Awards: award notices, one record per reference number and contract number. */

import {detailColumn} from '../columns.ts';
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
} from '../contracts/columns.ts';
import {ORGANIZATION_KEY, organizationOf} from '../derived/organization_keys.ts';
import {DEPARTMENT_KEY} from '../derived/public_bodies.ts';
import {ANALYST_COLUMNS} from '../rules/analyst_columns.ts';
import {byQuarterAndMonth, byYear} from '../series.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import canadabuys from './sources/canadabuys_awards.ts';

export const awards: Dataset = {
  name: 'awards',
  title: 'Award notices',
  help: 'Award notices of CanadaBuys and of its predecessor: published after a tender closes and before the final contract is signed. One record per reference number and contract number, since a notice may list several contracts.',
  id: {column: 'record_id', prefix: 'a_'},
  columns: {
    ...listColumns('a_', 'award', 'CanadaBuys Awards'),
    ...shared(
      'vendor_key',
      'reference_number',
      'contract_number',
      'amendment_number',
      'original_value',
      'currency',
      'currency_value',
      'contract_period_start',
      'contract_period_end',
    ),
    closing_date: {
      ...details.closing_date,
      help: 'closing date of the newest tender with the same solicitation number',
      derived: {sql: 'tender_of.closing_date', join: 'tender_of'},
    },
    notice_type: details.notice_type,
    award_status: detailColumn('text', "publisher's English words", 'Active'),
    ...shared('description_fr', 'full_text_en', 'full_text_fr', 'end_user'),
    amendments: details.amendments,
    versions: versionsColumn(VERSIONS),
    ...shared('last_updated', 'vendor_group'),
    organization_key: ORGANIZATION_KEY,
    department_key: DEPARTMENT_KEY,
    ...ANALYST_COLUMNS,
  },
  sort: {default: 'date', keys: {date: 'date', value: 'value'}},
  filters: {...FILTERS, organization_key: 'exact'},
  facets: [...FACETS, 'organization_key'],
  search: [...SEARCHED, 'description_fr', 'reference_number', 'contract_number'],
  globalSearch: FOUND,
  date: 'date',
  published: true,
  joins: {
    organization_of: organizationOf('awards', 'vendor'),
    vendor_of: VENDOR_OF,
    tender_of: 'newest_tenders AS tender_of ON tender_of.solicitation = fold(r.solicitation_number)',
  },
  stats: {
    groups: {
      department: {sql: 'r.department', bilingual: true, key: 'department_key'},
      vendor: {sql: 'vendor_of.vendor', join: 'vendor_of', key: 'vendor_key'},
      method: {sql: 'r.procurement_method'},
      year: byYear('date'),
      ...byQuarterAndMonth('date'),
    },
    sum: 'value',
  },
  versions: {
    fromOriginal: ['date', 'original_value'],
    computed: {end_user: 'nullif(rec.end_user, rec.department)'},
    entries: ENTRIES,
  },
  checks,
  doubtful: {joins: TWO_VENDORS, names: 'vendor'},
  sources: [canadabuys],
};

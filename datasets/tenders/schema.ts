/** Tenders: tender notices, one record per reference number. */

import {detailColumn} from '../columns.ts';
import {
  details,
  FACETS,
  FILTERS,
  FOUND,
  listColumns,
  SEARCHED,
  shared,
  VERSION_RULE,
  VERSIONS,
  versionsColumn,
} from '../contracts/columns.ts';
import {DEPARTMENT_KEY} from '../derived/public_bodies.ts';
import {ANALYST_COLUMNS} from '../rules/analyst_columns.ts';
import {byQuarterAndMonth, byYear} from '../series.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import canadabuys from './sources/canadabuys_tenders.ts';

export const tenders: Dataset = {
  name: 'tenders',
  title: 'Tender notices',
  help: 'Tender notices of CanadaBuys and of its predecessor.',
  id: {column: 'record_id', prefix: 't_'},
  columns: {
    ...listColumns('t_', 'tender', 'CanadaBuys Tenders'),
    closing_date: {...details.closing_date, visibility: 'list'},
    ...shared('reference_number', 'amendment_number', 'notice_type'),
    notice_status: detailColumn('text', 'as published, in English', 'Open'),
    amendment_date: detailColumn('date', 'of the current version', null),
    ...shared('description_fr', 'full_text_en', 'full_text_fr', 'end_user'),
    regions_of_delivery: detailColumn('text[]', "publisher's order", ['Ontario', 'Quebec (except NCR)']),
    commodity_codes: detailColumn('text[]', "publisher's order", ['72141200']),
    trade_agreements: detailColumn('text[]', "publisher's order", ['Canadian Free Trade Agreement (CFTA)']),
    notice_url: details.notice_url,
    versions: versionsColumn({
      amendment_number: VERSIONS.amendment_number,
      date: {...VERSIONS.date, help: 'amendment date of that version'},
      rule: {...VERSION_RULE, example: 'earlier version'},
    }),
    last_updated: details.last_updated,
    vendor_key: {...details.vendor_key, visibility: 'internal'},
    department_key: DEPARTMENT_KEY,
    ...ANALYST_COLUMNS,
  },
  sort: {default: 'date', keys: {date: 'date', value: 'value'}},
  filters: FILTERS,
  facets: FACETS,
  search: [...SEARCHED, 'description_fr', 'reference_number'],
  globalSearch: FOUND,
  date: 'date',
  published: true,
  joins: {vendor_of: 'vendors AS vendor_of ON vendor_of.vendor_group = vendor_key_of(r.vendor)'},
  // Values of tenders are not published.
  stats: {
    groups: {
      department: {sql: 'r.department', bilingual: true, key: 'department_key'},
      method: {sql: 'r.procurement_method'},
      year: byYear('date'),
      ...byQuarterAndMonth('date'),
    },
    sum: null,
  },
  versions: {
    fromOriginal: ['date'],
    computed: {end_user: 'nullif(rec.end_user, rec.department)'},
    entries: {date: 'v.amendment_date'},
  },
  checks,
  sources: [canadabuys],
};

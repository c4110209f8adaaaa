/** Awards: award notices, one record per reference number. */
import {AMENDMENTS, details, FACETS, FILTERS, FOUND, listColumns, VENDOR_OF} from '../contracts/columns.ts';
import type {Dataset} from '../types.ts';
import {checks} from './checks.ts';
import canadabuys from './sources/canadabuys_awards.ts';

export const awards: Dataset = {
  name: 'awards',
  title: 'Award notices',
  help: 'Award notices of CanadaBuys and of its predecessor: published after a tender closes and before the final contract is signed.',
  id: {column: 'record_id', prefix: 'a_'},
  columns: {
    ...listColumns('a_', 'award', 'CanadaBuys Awards'),
    vendor_key: details.vendor_key,
    reference_number: details.reference_number,
    contract_number: details.contract_number,
    amendment_number: details.amendment_number,
    original_value: details.original_value,
    currency: details.currency,
    currency_value: details.currency_value,
    contract_period_start: details.contract_period_start,
    contract_period_end: details.contract_period_end,
    closing_date: {
      ...details.closing_date,
      help: 'closing date of the newest tender with the same solicitation number',
      derived: {sql: 'tender_of.closing_date', join: 'tender_of'},
    },
    notice_type: details.notice_type,
    award_status: {
      type: 'text',
      nullable: true,
      visibility: 'detail',
      help: "publisher's English words",
      example: 'Active',
    },
    description_fr: details.description_fr,
    full_text_en: details.full_text_en,
    full_text_fr: details.full_text_fr,
    end_user: details.end_user,
    amendments: {
      type: 'rows',
      nullable: false,
      visibility: 'detail',
      fields: AMENDMENTS,
      example: [],
      help: 'every earlier version, oldest first; empty when never amended',
    },
    last_updated: details.last_updated,
    vendor_group: details.vendor_group,
  },
  sort: {default: 'date', keys: {date: 'date', value: 'value'}},
  filters: FILTERS,
  facets: FACETS,
  globalSearch: FOUND,
  date: 'date',
  published: true,
  joins: {
    vendor_of: VENDOR_OF,
    tender_of: 'newest_tenders AS tender_of ON tender_of.solicitation = fold(r.solicitation_number)',
  },
  versions: {
    fromOriginal: ['date', 'original_value'],
    computed: {end_user: 'nullif(rec.end_user, rec.department)'},
    amendments: {
      amendment_number: 'v.amendment_number',
      reference_number: 'v.reference_number',
      date: 'v.version_date',
      value: 'v.value',
      amendment_value: 'v.version_change',
      reporting_period: 'NULL::VARCHAR',
    },
  },
  checks,
  sources: [canadabuys],
};

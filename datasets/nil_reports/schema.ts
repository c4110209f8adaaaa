/** Nil reports: institutions with nothing to disclose in a quarter. For analysts; not served by the API. */
import {listColumn, NOT_NULL} from '../columns.ts';
import {DEPARTMENT_KEY} from '../derived/public_bodies.ts';
import type {Dataset} from '../types.ts';
import contracts from './sources/proactive_contracts_nil.ts';
import grants from './sources/proactive_grants_nil.ts';

export const nil_reports: Dataset = {
  name: 'nil_reports',
  title: 'Nil reports',
  help: 'Institutions that reported for a quarter that they had nothing to disclose: no contract over 10,000 CAD, or no grant or contribution; `source_dataset` says which. Distinguishes "nothing spent" from "nothing reported".',
  id: {column: 'record_id', prefix: 'n_'},
  columns: {
    record_id: listColumn('text', 'stable identifier', 'n_9f31a2b4c5d6e7f8', NOT_NULL),
    reporting_period: listColumn('text', 'fiscal year and quarter', '2023-2024-Q4', NOT_NULL),
    department: listColumn('text', 'reporting institution, bilingual', 'Health Canada | Santé Canada', {
      bilingual: true,
    }),
    institution_code: listColumn('text', "publisher's code of the institution", 'hc-sc', NOT_NULL),
    source_dataset: listColumn(
      'text',
      'source label',
      'Proactive Disclosure Contracts, nothing to report',
      NOT_NULL,
    ),
    department_key: DEPARTMENT_KEY,
  },
  sort: {default: 'date', keys: {date: 'reporting_period'}},
  filters: {},
  date: null,
  published: false,
  checks: [],
  sources: [contracts, grants],
};

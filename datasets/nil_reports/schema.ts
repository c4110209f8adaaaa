/** Nil reports: institutions with nothing to disclose in a quarter. For analysts; not served by the API. */
import type {Dataset} from '../types.ts';
import contracts from './sources/proactive_contracts_nil.ts';
import grants from './sources/proactive_grants_nil.ts';

export const nil_reports: Dataset = {
  name: 'nil_reports',
  title: 'Nil reports',
  help: 'Institutions that reported for a quarter that they had nothing to disclose: no contract over 10,000 CAD, or no grant or contribution; `source_dataset` says which. Distinguishes "nothing spent" from "nothing reported".',
  id: {column: 'record_id', prefix: 'n_'},
  columns: {
    record_id: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: 'stable identifier',
      example: 'n_9f31a2b4c5d6e7f8',
    },
    reporting_period: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: 'fiscal year and quarter',
      example: '2023-2024-Q4',
    },
    department: {
      type: 'text',
      nullable: true,
      visibility: 'list',
      bilingual: true,
      help: 'reporting institution, bilingual',
      example: 'Health Canada | Santé Canada',
    },
    institution_code: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: "publisher's code of the institution",
      example: 'hc-sc',
    },
    source_dataset: {
      type: 'text',
      nullable: false,
      visibility: 'list',
      help: 'source label',
      example: 'Proactive Disclosure Contracts, nothing to report',
    },
  },
  sort: {default: 'date', keys: {date: 'reporting_period'}},
  filters: {},
  date: null,
  published: false,
  checks: [],
  sources: [contracts, grants],
};

/** Nil reports: institutions that had no contract to disclose in a quarter. For analysts; no route serves them. */
import type {Dataset} from '../types.ts';
import proactive from './sources/proactive_contracts_nil.ts';

export const nil_reports: Dataset = {
  name: 'nil_reports',
  title: 'Nil reports',
  help: 'Institutions that reported no contract over 10,000 CAD for a quarter: tells "nothing bought" from "nothing reported".',
  id: {column: 'record_id', prefix: 'n_'},
  columns: {
    record_id: {
      type: 'text',
      nullable: false,
      shown: 'list',
      help: 'stable identifier',
      example: 'n_9f31a2b4c5d6e7f8',
    },
    reporting_period: {
      type: 'text',
      nullable: false,
      shown: 'list',
      help: 'as published',
      example: '2023-2024-Q4',
    },
    department: {
      type: 'text',
      nullable: true,
      shown: 'list',
      bilingual: true,
      help: 'reporting institution, bilingual',
      example: 'Health Canada | Santé Canada',
    },
    institution_code: {
      type: 'text',
      nullable: false,
      shown: 'list',
      help: "publisher's code of the institution",
      example: 'hc-sc',
    },
    source_dataset: {
      type: 'text',
      nullable: false,
      shown: 'list',
      help: 'source label',
      example: 'Proactive Disclosure Contracts, nothing to report',
    },
  },
  sort: {default: 'reporting_period', keys: {reporting_period: 'reporting_period'}},
  date: null,
  published: false,
  checks: [],
  sources: [proactive],
};
